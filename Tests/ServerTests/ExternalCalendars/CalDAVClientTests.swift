import HTTPTypes
import Outgoing
import Testing
import WebDAV

@testable import ExternalCalendars
@testable import Server

/// The client against this server itself, over the network.
@Suite("Reading from another calendar server")
struct CalDAVClientTests {
    /// What a test needs of somebody with an account at the other server.
    private struct Other: Sendable {
        let visitor: Visitor
        let fetcher: ExternalCalendarFetcher
        let port: Int

        func client(password: String = TestServer.password) -> CalDAVClient {
            CalDAVClient(
                fetcher,
                credentials: ExternalCalendarAddress.Credentials(
                    user: TestServer.email,
                    password: password
                )
            )
        }

        func start(_ path: String) throws -> CalDAVClient.Start {
            try CalDAVClient.Start(typed: "http://a.example:\(port)\(path)", fetcher: fetcher)
        }
    }

    private static func run(_ body: @escaping @Sendable (Other) async throws -> Void) async throws {
        try await TestServer.runSignedIn(.wholeServer) { visitor in
            let port = try #require(visitor.client.port)
            let fetcher = ExternalCalendarFetcher(
                web: WebFetcher(resolve: { _, _ in "127.0.0.1" }, WebFetcher.network.fetch),
                hosts: try #require(AllowedPrivateHosts("a.example:\(port)")),
                nowSecond: { 0 }
            )
            try await body(Other(visitor: visitor, fetcher: fetcher, port: port))
        }
    }

    @Test(
        "Calendars are found from the server's address, and from any below it",
        arguments: ["", "/", "/dav/", "HOME", "CALENDAR"]
    )
    func discovery(path: String) async throws {
        try await Self.run { other in
            let home = "/dav/calendars/\(other.visitor.account.id.text)/"
            let calendar = home + "\(other.visitor.calendar)/"
            let paths = ["HOME": home, "CALENDAR": calendar]
            let found = try await other.client().calendars(
                from: try other.start(paths[path] ?? path)
            )
            #expect(found.map(\.address.path) == [calendar])
            #expect(found.map(\.calendar.hasEvents) == [true])
            #expect(found.map(\.calendar.canWrite) == [true])
            #expect(found.map(\.calendar.state.hasSync) == [true])
        }
    }

    @Test("A wrong password is said")
    func wrongPassword() async throws {
        try await Self.run { other in
            await #expect(throws: ExternalCalendarFailure.notAllowed) {
                try await other.client(password: "wrong").calendars(from: try other.start("/"))
            }
        }
    }

    @Test("Changes are read with the token of the last time, and objects by their addresses")
    func changes() async throws {
        try await Self.run { other in
            let client = other.client()
            let found = try await client.calendars(from: try other.start("/"))
            let calendar = try #require(found.first?.address)
            for uid in ["one", "two"] { _ = try await other.visitor.create(uid) }
            let first = try #require(try await client.changes(in: calendar, since: nil))
            #expect(first.changed.count == 2)
            #expect(first.changed.allSatisfy { $0.etag != nil })
            #expect(try await client.state(of: calendar).syncToken == first.syncToken)
            let members = try await client.members(of: calendar)
            #expect(Set(members.changed.map(\.href)) == Set(first.changed.map(\.href)))

            _ = try await other.visitor.create("three")
            let next = try #require(
                try await client.changes(in: calendar, since: first.syncToken)
            )
            #expect(next.changed.count == 1)
            #expect(next.removed.isEmpty)
            let missing = try #require(ForeignHref(calendar.path + "nothing.ics"))
            let hrefs = next.changed.map(\.href) + [missing]
            let read = try await client.objects(hrefs, in: calendar)
            #expect(read.map(\.href) == hrefs)
            #expect(read[0].object?.text.contains("UID:three\r\n") == true)
            #expect(read[0].object?.etag == next.changed[0].etag)
            #expect(read[1].object == nil)
            #expect(try await client.objects([], in: calendar).isEmpty)
        }
    }

    @Test("A token that the server doesn't know leads to a listing")
    func unknownToken() async throws {
        try await Self.run { other in
            let client = other.client()
            let found = try await client.calendars(from: try other.start("/"))
            let calendar = try #require(found.first?.address)
            #expect(try await client.changes(in: calendar, since: "nonsense") == nil)
        }
    }
}
