import Foundation
import HTTPTypes
import Testing

@testable import Server
@testable import Store

/// A group of three, and somebody who isn't a member, over HTTP.
struct Family: Sendable {
    let anna: Visitor
    let ben: Visitor
    let cleo: Visitor
    /// Not a member of the group.
    let dan: Visitor
    let group: String
    /// The calendar of the group.
    let calendar: String

    var path: String { "/api/v1/groups/\(group)" }
    var events: String { "/api/v1/calendars/\(calendar)/events/" }

    /// Anna owns the group, Ben is an admin, Cleo a member.
    static func run(
        settings change: @Sendable (inout ServerSettings) -> Void = { _ in },
        _ body: @escaping @Sendable (Family) async throws -> Void
    ) async throws {
        try await TestServer.run(settings: change) { server, client in
            let anna = try await server.visitor(client)
            let ben = try await server.visitor(client, email: "ben@example.org")
            let cleo = try await server.visitor(client, email: "cleo@example.org")
            let dan = try await server.visitor(client, email: "dan@example.org")
            let made = try await anna.request(.post, "/api/v1/groups", #"{"name":"Family"}"#)
            #expect(made.status == .created)
            let family = Family(
                anna: anna,
                ben: ben,
                cleo: cleo,
                dan: dan,
                group: try #require(made.json["id"]?.text),
                calendar: try #require(made.json["calendar"]?.text)
            )
            for member in [ben, cleo] { try await family.join(member) }
            let role = try await anna.request(
                .patch,
                family.path + "/members/\(ben.account.id.text)",
                #"{"role":"admin"}"#
            )
            #expect(role.status == .ok)
            try await body(family)
        }
    }

    /// The token of a new link to join.
    func joinLink(_ form: String = "{}") async throws -> String {
        let made = try await anna.request(.post, path + "/invitations", form)
        #expect(made.status == .created)
        return try #require(made.json["token"]?.text)
    }

    func join(_ visitor: Visitor) async throws {
        let token = try await joinLink()
        let joined = try await visitor.request(.post, "/api/v1/invitations/\(token)", "{}")
        #expect(joined.status == .ok)
    }

    /// Shows the group a member's calendar at a level.
    func share(_ visitor: Visitor, _ level: String) async throws {
        let form = #"{"calendars":{"\#(visitor.calendar)":"\#(level)"}}"#
        let response = try await visitor.request(.put, path + "/shares", form)
        #expect(response.status == .ok)
    }
}

extension Visitor {
    /// All records that a page loads.
    func records() async throws -> [[String: JSONValue]] {
        try await request(.get, "/api/v1/sync").lines
    }

    /// The records of one type.
    func records(_ type: String) async throws -> [[String: JSONValue]] {
        try await records().filter { $0["type"]?.text == type }
    }

    /// Starts another session with the same cookie after the first has ended.
    func signInAgain() async throws {
        let token = try #require(cookie.split(separator: "=").last.map(String.init))
        let now = server.clock.nowSecond
        try await server.backend.store.sessions.create(
            NewSession(
                tokenHash: SessionCookie.hash(of: token),
                account: account.id,
                createdSecond: now,
                expiresSecond: now + 86_400
            )
        )
    }

    /// A calendar as the visitor sees it.
    func calendar(_ id: String) async throws -> [String: JSONValue]? {
        try await records("calendar").first { $0["id"]?.text == id }
    }

    /// The live stream's text since a token, up to the latest change.
    func told(since token: Int64 = 0) async throws -> String {
        let page = LivePage()
        let stream = LiveStream(
            backend: server.backend,
            owner: account.id,
            entry: entry
        )
        let listener = try await stream.listen()
        let task = Task {
            try await stream.run(listener, since: ChangeToken(token)) { page.receive($0) }
        }
        let latest = try await server.backend.store.changes.latest()
        _ = try await page.waits { $0.ids.last == latest.text }
        task.cancel()
        _ = await task.result
        return page.text
    }
}
