import HTTPTypes
import Hummingbird
import Testing

@testable import Server
@testable import Store

/// Every route, with what it needs of the caller.
enum Routes {
    /// What a route needs of the caller.
    enum Need {
        /// No session.
        case nothing
        /// A session; the answer is about the caller's own account.
        case account
        /// The right to see a calendar's times.
        case times
        /// The right to see a calendar's events.
        case reading
        /// The right to write a calendar's events.
        case writing
        /// The right to rename or delete a calendar.
        case managing
        /// At least this role in a group.
        case membership
        case admin
        case owner
    }

    struct Row {
        let method: HTTPRequest.Method
        let path: String
        let need: Need
        var body: String?

        init(_ method: HTTPRequest.Method, _ path: String, _ need: Need, _ body: String? = nil) {
            self.method = method
            self.path = path
            self.need = need
            self.body = body
        }
    }

    private static let calendar = "/api/v1/calendars/{calendar}"
    private static let group = "/api/v1/groups/{group}"

    /// An edit that changes the event, or removes it if nothing says what to store.
    private static func edit(_ text: String) -> String {
        let client = String(repeating: "c", count: 32)
        let change = #"{"calendar":"{calendar}","href":"{href}","ifMatch":"*"\#(text)}"#
        return #"{"client":"\#(client)","number":1,"changes":[\#(change)]}"#
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("\r\n", with: "\\r\\n")
    }

    static let all: [Row] = [
        Row(.get, "/health", .nothing),
        Row(.get, "/healthz", .nothing),
        Row(.get, "/readyz", .nothing),
        Row(.post, "/share", .nothing),
        Row(.get, "/secret/{name}", .nothing),
        Row(.get, "/api/v1/session", .nothing),
        Row(.post, "/api/v1/session", .nothing, "{}"),
        Row(.delete, "/api/v1/session", .nothing),
        Row(.post, "/api/v1/setup", .nothing, "{}"),
        Row(.get, "/sign-in/{provider}", .nothing),
        Row(.get, "/sign-in/{provider}/callback", .nothing),
        Row(.post, "/api/v1/accounts", .nothing, "{}"),
        Row(.post, "/api/v1/password-link", .nothing, "{}"),
        Row(.put, "/api/v1/password-link", .nothing, "{}"),
        Row(.get, "/api/v1/account", .account),
        Row(.patch, "/api/v1/account", .account, "{}"),
        Row(.delete, "/api/v1/account", .account, "{}"),
        Row(.delete, "/api/v1/account/identities/{id}", .account),
        Row(.get, "/api/v1/account/archive", .account),
        Row(.get, "/api/v1/account/deletion", .account),
        Row(.get, "/api/v1/account/storage", .account),
        Row(.put, "/api/v1/account/picture", .account),
        Row(.delete, "/api/v1/account/picture", .account),
        Row(.get, "/api/v1/accounts/{account}/picture", .account),
        Row(.get, "/api/v1/account/sessions", .account),
        Row(.delete, "/api/v1/account/sessions", .account),
        Row(.delete, "/api/v1/account/sessions/{id}", .account),
        Row(.get, "/api/v1/account/app-passwords", .account),
        Row(.post, "/api/v1/account/app-passwords", .account, "{}"),
        Row(.delete, "/api/v1/account/app-passwords/{id}", .account),
        Row(.post, "/api/v1/account/programs/apple-profile", .account),
        Row(.post, "/api/v1/account/programs/qr-code", .account, "{}"),
        Row(.get, "/api/v1/account/program-calendars", .account),
        Row(.put, "/api/v1/account/program-calendars", .account, #"{"hidden":[]}"#),
        Row(.get, "/api/v1/account/secret-addresses", .account),
        Row(.post, "/api/v1/account/secret-addresses", .account, "{}"),
        Row(.delete, "/api/v1/account/secret-addresses/{id}", .account),
        Row(.get, "/api/v1/account/blocked", .account),
        Row(.post, "/api/v1/account/blocked", .account, "{}"),
        Row(.delete, "/api/v1/account/blocked/{id}", .account),
        Row(.get, "/api/v1/account/invitations", .account),
        Row(.put, "/api/v1/account/invitations/{id}/answer", .account, #"{"answer":"yes"}"#),
        Row(.get, calendar + "/events/{href}/sender", .account),
        Row(.get, "/api/v1/invitations/{token}", .nothing),
        Row(.post, "/api/v1/invitations/{token}", .account, "{}"),
        Row(.get, "/api/v1/sync", .account),
        Row(.get, "/api/v1/live", .account),
        Row(.get, "/api/v1/settings", .account),
        Row(.put, "/api/v1/settings", .account, "{}"),
        Row(.get, "/api/v1/calendars", .account),
        Row(.post, "/api/v1/calendars", .account, #"{"name":"New"}"#),
        Row(.get, "/api/v1/export", .account),
        Row(.get, "/api/v1/sources", .account),
        Row(.post, "/api/v1/sources", .account, #"{"address":"x"}"#),
        Row(.post, "/api/v1/sources/look-up", .account, #"{"address":"x","password":"y"}"#),
        Row(.post, "/api/v1/sources/google", .account, #"{"answer":"x"}"#),
        Row(.get, "/api/v1/sources/google/{account}/calendars", .account),
        Row(.delete, "/api/v1/sources/google/{account}", .account),
        Row(.get, "/api/v1/sources/{calendar}/waiting", .managing),
        Row(.patch, "/api/v1/sources/{calendar}", .managing, "{}"),
        Row(.post, "/api/v1/sources/{calendar}/refresh", .managing),
        Row(.get, "/api/v1/shared/{id}", .account),
        Row(.get, "/api/v1/shared/{id}/files/{number}", .account),
        Row(.get, "/api/v1/zones", .account),
        Row(.get, "/api/v1/groups", .account),
        Row(.post, "/api/v1/groups", .account, #"{"name":"New"}"#),
        Row(.get, calendar + "/events/{href}", .times),
        Row(.get, calendar + "/events/{href}/history", .reading),
        Row(.get, calendar + "/events/{href}/history/{version}", .reading),
        Row(.get, "/api/v1/bin/events", .account),
        Row(.post, "/api/v1/bin/events/{id}", .account),
        Row(.delete, "/api/v1/bin/events/{id}", .account),
        Row(.get, "/api/v1/bin/calendars", .account),
        Row(.post, "/api/v1/bin/calendars/{calendar}", .account),
        Row(.delete, "/api/v1/bin/calendars/{calendar}", .account),
        Row(.delete, "/api/v1/bin", .account),
        Row(.put, calendar + "/events/{href}", .writing, event("rights")),
        Row(.delete, calendar + "/events/{href}", .writing),
        Row(.put, calendar + "/events/{href}/answer", .writing, #"{"answer":"yes"}"#),
        Row(.post, "/api/v1/edits", .writing, edit(#","ical":"\#(escaped(event("rights")))""#)),
        Row(.post, "/api/v1/edits", .writing, edit("")),
        Row(.get, calendar + "/events/{href}/export", .writing),
        Row(.get, calendar + "/export", .writing),
        Row(.post, calendar + "/import", .writing, event("imported")),
        Row(.patch, calendar, .managing, #"{"name":"Renamed"}"#),
        Row(.delete, calendar, .managing),
        Row(.patch, group, .admin, #"{"name":"Renamed"}"#),
        Row(.delete, group, .owner),
        Row(.get, group + "/storage", .membership),
        Row(.put, group + "/shares", .membership, "{}"),
        Row(.patch, group + "/members/{account}", .owner, #"{"role":"member"}"#),
        Row(.delete, group + "/members/{account}", .admin),
        Row(.get, group + "/invitations", .admin),
        Row(.post, group + "/invitations", .admin, "{}"),
        Row(.delete, group + "/invitations/{id}", .admin),
        Row(.post, group + "/proposals", .membership, ProposalTests.form),
        Row(.put, group + "/proposals/{id}/answers", .membership, #"{"href":"x","answer":"yes"}"#),
        Row(.post, group + "/proposals/{id}/times", .membership, ProposalTests.time),
        Row(.delete, group + "/proposals/{id}/times/{href}", .membership),
        Row(.post, group + "/proposals/{id}/event", .membership, #"{"href":"x"}"#),
        Row(.patch, group + "/proposals/{id}", .membership, #"{"deadline":null}"#),
        Row(.delete, group + "/proposals/{id}", .membership),
    ]
}

@Suite("Rights")
struct RightsTests {
    @Test("The table has every route")
    func everyRoute() async throws {
        try await TestServer.run { server, _ in
            let router = buildRouter(backend: server.backend, web: nil)
            let registered = Set(
                router.routes.filter { $0.method != .head && !DAVTests.covers($0) }
                    .map { "\($0.method) \($0.path)" }
            )
            let listed = Set(Routes.all.map { "\($0.method) \($0.path)" })
            #expect(registered.count > 30)
            #expect(registered == listed)
        }
    }

    /// The parts of an answer that could give something away.
    private struct Answer: Equatable {
        let status: HTTPResponse.Status
        let body: String
    }

    private static func answer(
        _ row: Routes.Row,
        to visitor: Visitor,
        _ names: [String: String]
    ) async throws -> Answer {
        var path = row.path
        var body = row.body
        for (name, value) in names {
            path = path.replacing("{\(name)}", with: value)
            body = body?.replacing("{\(name)}", with: value)
        }
        let answer = try await visitor.request(
            row.method,
            path,
            body,
            headers: ["If-Match": "*"]
        )
        return Answer(status: answer.status, body: answer.text)
    }

    private static let nobody = String(repeating: "9", count: 32)

    /// The names in a path, and the same with a calendar and a group that don't exist.
    private static func names(
        _ family: Family,
        calendar: String,
        href: String
    ) -> (there: [String: String], nowhere: [String: String]) {
        let there = [
            "calendar": calendar, "group": family.group, "href": href,
            "account": family.cleo.account.id.text, "id": nobody, "token": nobody, "number": "0",
            "version": "1",
        ]
        var nowhere = there
        nowhere["calendar"] = nobody
        nowhere["group"] = nobody
        return (there, nowhere)
    }

    @Test("Calendars and groups of others answer like ones that don't exist")
    func strangers() async throws {
        for row in Routes.all where ![.nothing, .account].contains(row.need) {
            try await Family.run { family in
                try await family.anna.create("lunch")
                let names = Self.names(family, calendar: family.anna.calendar, href: "lunch")
                let group = Self.names(family, calendar: family.calendar, href: "lunch")
                let nowhere = try await Self.answer(row, to: family.dan, names.nowhere)
                #expect(nowhere.status == .notFound, "\(row.method) \(row.path)")
                for there in [names.there, group.there] {
                    let answer = try await Self.answer(row, to: family.dan, there)
                    #expect(answer == nowhere, "\(row.method) \(row.path)")
                }
            }
        }
    }

    @Test("Every route that isn't open needs a session")
    func signedOut() async throws {
        for row in Routes.all where row.need != .nothing {
            try await Family.run { family in
                let names = Self.names(family, calendar: family.anna.calendar, href: "x").there
                let nobody = Visitor(
                    server: family.dan.server,
                    client: family.dan.client,
                    account: family.dan.account,
                    calendar: "",
                    cookie: "none=1"
                )
                let answer = try await Self.answer(row, to: nobody, names)
                #expect(answer.status == .unauthorized, "\(row.method) \(row.path)")
            }
        }
    }

    @Test(
        "A fellow member can read a calendar that is shown but not write it",
        arguments: ["busy", "full"]
    )
    func mirrored(level: String) async throws {
        for row in Routes.all where [.times, .reading, .writing, .managing].contains(row.need) {
            try await Family.run { family in
                try await family.anna.create("lunch")
                try await family.share(family.anna, level)
                let records = try await family.cleo.records("event")
                let href = try #require(records.first?["href"]?.text)
                for name in ["lunch", href] {
                    let names = Self.names(family, calendar: family.anna.calendar, href: name)
                    let answer = try await Self.answer(row, to: family.cleo, names.there)
                    let isAllowed =
                        row.need == .times || (row.need == .reading && level == "full")
                    if isAllowed, name == href {
                        #expect(answer.status == .ok)
                    } else {
                        let nowhere = try await Self.answer(row, to: family.cleo, names.nowhere)
                        #expect(answer == nowhere, "\(row.method) \(row.path)")
                        #expect(answer.status == .notFound)
                    }
                }
            }
        }
    }

    @Test("A group's routes check the member's role", arguments: ["anna", "ben", "cleo"])
    func roles(name: String) async throws {
        let needs: [Routes.Need] = [.membership, .admin, .owner]
        for row in Routes.all where needs.contains(row.need) {
            try await Family.run { family in
                let visitor = ["anna": family.anna, "ben": family.ben, "cleo": family.cleo][name]
                var names = Self.names(family, calendar: family.calendar, href: "x").there
                // Somebody other than the caller.
                let other = name == "cleo" ? family.ben : family.cleo
                names["account"] = other.account.id.text
                let answer = try await Self.answer(row, to: try #require(visitor), names)
                let isAllowed =
                    row.need == .membership || name == "anna"
                    || (name == "ben" && row.need == .admin)
                #expect((answer.status != .forbidden) == isAllowed, "\(row.method) \(row.path)")
                #expect(answer.status != .unauthorized)
                if row.path.hasSuffix("{group}") || row.path.hasSuffix("/shares") {
                    #expect((answer.status.kind == .successful) == isAllowed)
                }
            }
        }
    }

    @Test("Every member can write the group's calendar", arguments: ["anna", "ben", "cleo"])
    func groupCalendar(name: String) async throws {
        for row in Routes.all where [.times, .reading, .writing, .managing].contains(row.need) {
            try await Family.run { family in
                let people = ["anna": family.anna, "ben": family.ben, "cleo": family.cleo]
                let visitor = try #require(people[name])
                let put = try await family.ben.request(
                    .put,
                    family.events + "dinner",
                    event("rights", more: "ATTENDEE:urn:uuid:\(visitor.account.id.text)"),
                    headers: ["If-None-Match": "*"]
                )
                #expect(put.status == .created)
                let names = Self.names(family, calendar: family.calendar, href: "dinner").there
                let answer = try await Self.answer(row, to: visitor, names)
                let isSuccess = answer.status.kind == .successful
                #expect(isSuccess == (row.need != .managing), "\(row.method) \(row.path)")
            }
        }
    }
}
