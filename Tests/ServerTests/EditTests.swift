import Foundation
import HTTPTypes
import Testing

@testable import Server
@testable import ServerBase

@Suite("Edits over HTTP")
struct EditTests {
    private static let client = String(repeating: "c", count: 32)

    private struct Change: Encodable {
        let calendar: String
        let href: String
        var ical: String?
        var ifMatch: String?
    }

    private struct Edit: Encodable {
        var account: String?
        var client = EditTests.client
        var number = 1
        var changes: [Change]
    }

    private static func send(_ edit: Edit, as visitor: Visitor) async throws -> TestResponse {
        let text = String(decoding: try JSONEncoder().encode(edit), as: UTF8.self)
        return try await visitor.request(.post, "/api/v1/edits", text)
    }

    @Test("A series is split by one request, which can be repeated")
    func split() async throws {
        try await TestServer.runSignedIn { visitor in
            let etag = try #require(try await visitor.create("series").headers[.eTag])
            let edit = Edit(changes: [
                Change(
                    calendar: visitor.calendar,
                    href: "series",
                    ical: event("series", title: "Until May"),
                    ifMatch: etag
                ),
                Change(
                    calendar: visitor.calendar,
                    href: "rest",
                    ical: event("rest", title: "From May")
                ),
            ])
            let answer = try await Self.send(edit, as: visitor)
            #expect(answer.status == .ok)
            let read = try await visitor.request(.get, visitor.events + "rest")
            #expect(read.text == event("rest", title: "From May"))
            guard case .array(let changes)? = try answer.json["changes"] else {
                Issue.record("the changes aren't answered")
                return
            }
            #expect(changes.map { $0["etag"]?.text }.last == read.headers[.eTag])
            #expect(try await Self.send(edit, as: visitor).text == answer.text)

            var earlier = edit
            earlier.number = 2
            #expect(
                try await Self.send(earlier, as: visitor).problem == "/problems/changed-elsewhere"
            )
        }
    }

    @Test("A refusal names the change and its cause, and nothing is stored")
    func refused() async throws {
        try await TestServer.runSignedIn { visitor in
            let good = Change(calendar: visitor.calendar, href: "good", ical: event("good"))
            for (change, problem) in [
                (
                    Change(calendar: visitor.calendar, href: "bad", ical: "BEGIN:NONSENSE"),
                    "not-valid"
                ),
                (Change(calendar: visitor.calendar, href: "bad"), "precondition-required"),
                (
                    Change(calendar: visitor.calendar, href: "bad", ifMatch: "\"1\""),
                    "changed-elsewhere"
                ),
                (Change(calendar: visitor.calendar, href: "bad", ifMatch: "*"), "not-found"),
                (
                    Change(calendar: EditTests.client, href: "bad", ifMatch: "\"1\""),
                    "not-found"
                ),
                (Change(calendar: "nowhere", href: "bad", ical: event("bad")), "not-found"),
                (Change(calendar: EditTests.client, href: "bad", ical: event("bad")), "not-found"),
                (
                    Change(
                        calendar: visitor.calendar,
                        href: "bad",
                        ical: event("bad"),
                        ifMatch: "\"1\""
                    ),
                    "changed-elsewhere"
                ),
                (
                    Change(calendar: visitor.calendar, href: "other", ical: event("good")),
                    "uid-taken"
                ),
            ] {
                let answer = try await Self.send(Edit(changes: [good, change]), as: visitor)
                #expect(answer.problem == "/problems/" + problem)
                #expect(answer.text.contains("\"change\":1"))
                #expect(
                    try await visitor.request(.get, visitor.events + "good").status == .notFound
                )
            }
        }
    }

    @Test("An edit that waited isn't made as somebody who has signed in since")
    func otherAccount() async throws {
        try await TestServer.runSignedIn { visitor in
            let change = Change(calendar: visitor.calendar, href: "one", ical: event("one"))
            let other = Edit(account: Self.client, changes: [change])
            let refused = try await Self.send(other, as: visitor)
            #expect(refused.problem == "/problems/not-signed-in")
            let own = Edit(account: visitor.account.id.text, changes: [change])
            #expect(try await Self.send(own, as: visitor).status == .ok)
        }
    }

    @Test("An edit has a client, a number and a bounded number of changes")
    func forms() async throws {
        try await TestServer.runSignedIn { visitor in
            let change = Change(calendar: visitor.calendar, href: "one", ical: event("one"))
            let many = Array(repeating: change, count: Limits.editChangesMax + 1)
            for (edit, field) in [
                (Edit(client: "me", changes: [change]), "client"),
                (Edit(number: 0, changes: [change]), "number"),
                (Edit(changes: []), "changes"), (Edit(changes: many), "changes"),
            ] {
                let answer = try await Self.send(edit, as: visitor)
                #expect(answer.problem == "/problems/not-valid")
                #expect(try answer.json["field"]?.text == field)
            }
            _ = try await Self.send(Edit(number: 5, changes: [change]), as: visitor)
            let passed = try await Self.send(Edit(number: 4, changes: [change]), as: visitor)
            #expect(passed.problem == "/problems/edit-passed")
            #expect(passed.status == .conflict)
        }
    }

    @Test(
        "Each change counts as a write: an edit that was let in is made whole, and those after it wait"
    )
    func allowance() async throws {
        let settings: @Sendable (inout ServerSettings) -> Void = { $0.writesPerMinute = 1 }
        try await TestServer.run(settings: settings) { server, client in
            let visitor = try await server.visitor(client)
            let burst = Int(Limits.writeBurstMinutes)
            let changes = (0...burst).map { number in
                Change(
                    calendar: visitor.calendar,
                    href: "event-\(number)",
                    ical: event("event-\(number)")
                )
            }
            #expect(try await Self.send(Edit(changes: changes), as: visitor).status == .ok)
            let refused = try await visitor.create("more")
            #expect(refused.problem == "/problems/too-many-writes")
            #expect(refused.headers[.retryAfter] == "120")
        }
    }
}
