import Testing

@testable import Agenda
@testable import Server
@testable import Store

@Suite("What others share, when it's too much for a page")
struct OverfullTests {
    /// Runs a body in a group in which Ben has four events, and pages have room for three of them.
    private static func run(
        _ body: @escaping @Sendable (Family) async throws -> Void
    ) async throws {
        let room = 3 * SharedTextLimits.cost(ofBytes: event("e1").utf8.count)
        let limits = SharedTextLimits(ofSharer: room, ofSharerAnyway: 0, ofAll: 2 * room)
        let change: @Sendable (inout ServerSettings) -> Void = { $0.sharedTextLimits = limits }
        try await Family.run(settings: change) { family in
            for number in 1...4 { try await family.ben.create("e\(number)") }
            try await body(family)
        }
    }

    @Test("A page gets what there is room for of a member, and is told that there is more")
    func member() async throws {
        try await Self.run { family in
            try await family.share(family.ben, "full")
            try await family.cleo.create("cleos")
            for number in 1...9 { try await family.anna.create("annas-\(number)") }
            let records = try await family.anna.records()
            let ben = family.ben.account.id.text
            let bens = records.filter { $0["owner"]?.text == ben }.compactMap { $0["id"]?.text }
            let events = records.filter { $0["type"]?.text == "event" }
            let calendars = events.compactMap { $0["calendar"]?.text }
            #expect(calendars.count { bens.contains($0) } == 3)
            #expect(calendars.count == 9 + 3 + 1, "all of her own, and Cleo's")
            let leftOut = records.filter { $0["type"]?.text == "left-out" }
            #expect(leftOut.compactMap { $0["calendar"]?.text } == bens)
            try await family.ben.request(
                .delete,
                family.ben.events + "e4",
                headers: ["If-Match": "*"]
            )
            #expect(try await family.anna.records("event").count == 9 + 3 + 1)
            #expect(try await family.anna.records("left-out").isEmpty, "the rest just fits")
        }
    }

    @Test("The room is that of all parts of an answer together")
    func near() async throws {
        try await Self.run { family in
            try await family.share(family.ben, "full")
            let parts = ["2026-01-02", "2029-01-02"]
            for near in parts {
                let records = try await family.anna.request(.get, "/api/v1/sync?near=" + near).lines
                #expect(records.count { $0["type"]?.text == "event" } == 3)
                #expect(records.count { $0["type"]?.text == "left-out" } == 1)
            }
        }
    }

    @Test("Whoever shares few events gets them all, also beside several who share too many")
    func fair() async throws {
        try await Self.run { family in
            for number in 1...9 { try await family.cleo.create("c\(number)") }
            for number in 1...2 {
                let text = event("g\(number)")
                let path = family.events + "g\(number)"
                try await family.anna.request(.put, path, text, headers: ["If-None-Match": "*"])
            }
            for member in [family.ben, family.cleo] { try await family.share(member, "full") }
            let records = try await family.anna.records().filter { $0["type"]?.text == "event" }
            let calendars = records.compactMap { $0["calendar"]?.text }
            #expect(calendars.count { $0 == family.calendar } == 2, "all of the group's")
            #expect(calendars.count == 2 + 2 + 2, "two of Ben's and Cleo's each")
        }
    }

    @Test("A page that is open gets no more when a member shares more than before")
    func live() async throws {
        try await Self.run { family in
            let token = try await family.anna.server.backend.store.changes.latest()
            try await family.share(family.ben, "full")
            let told = try await family.anna.told(since: token.number)
            #expect(told.ranges(of: #""type":"event""#).count == 3)
            #expect(told.ranges(of: #""type":"left-out""#).count == 1)
        }
    }
}
