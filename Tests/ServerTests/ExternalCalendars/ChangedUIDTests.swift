import HTTPTypes
import Testing

@testable import Server

@Suite("Members of a calendar elsewhere that get the UIDs of others")
struct ChangedUIDTests {
    /// The titles in a calendar, by UID.
    private static func titles(
        in calendar: String,
        of visitor: Visitor
    ) async throws -> [String: String] {
        try await visitor.objects(in: calendar).compactMapValues { $0.text.value(of: "SUMMARY") }
    }

    @Test(
        "After each reading the calendar is what a fresh one would be",
        arguments: [
            // Two swap their UIDs.
            ["a": "two", "b": "one"],
            // Three pass them on, in each direction.
            ["a": "two", "b": "three", "c": "one"], ["a": "three", "b": "one", "c": "two"],
            // One takes the UID of another, which has a new one or is gone.
            ["a": "two", "b": "new"], ["a": "new", "b": "one"], ["a": "two", "b": ""],
            ["a": "", "b": "one"],
            // Both happens at once.
            ["a": "two", "b": "one", "c": "new"], ["a": "three", "b": "one", "c": ""],
        ],
        [false, true]
    )
    func passedOn(uids: [String: String], isWanted: Bool) async throws {
        try await AccountElsewhere.run { other in
            let (bob, place) = (other.bob, other.bob.calendar)
            for (name, uid) in ["a": "one", "b": "two", "c": "three"] {
                try await bob.add(event(uid, title: "First \(name)"), name, to: place)
            }
            let calendar = try await other.connect()
            for name in uids.keys {
                let answer = try await bob.request(
                    .delete,
                    "/api/v1/calendars/\(place)/events/\(name)",
                    headers: ["If-Match": "*"]
                )
                #expect(answer.status == .noContent, "\(answer.text)")
            }
            for (name, uid) in uids where !uid.isEmpty {
                try await bob.add(event(uid, title: "Second \(name)"), name, to: place)
            }
            try await other.step(calendar, isWanted: isWanted)
            let expected = try await Self.titles(in: place, of: bob)
            #expect(try await Self.titles(in: calendar, of: other.anna) == expected)
            // Nothing of it is sent as if it had been changed here.
            try await other.step(calendar)
            #expect(try await Self.titles(in: place, of: bob) == expected)
            #expect(try await Self.titles(in: calendar, of: other.anna) == expected)
        }
    }

    @Test("One that another kept out by its UID comes when that has a new one")
    func keptOut() async throws {
        try await AccountElsewhere.run { other in
            let (bob, place) = (other.bob, other.bob.calendar)
            try await bob.add(event("one", title: "A"), "a", to: place)
            try await bob.add(event("two", title: "B"), "b", to: place)
            // This service has a UID twice.
            other.rewrite("UID:two", "UID:one")
            let calendar = try await other.connect()
            #expect(try await other.anna.titles(in: calendar) == ["A"])
            let answer = try await bob.request(
                .delete,
                "/api/v1/calendars/\(place)/events/a",
                headers: ["If-Match": "*"]
            )
            #expect(answer.status == .noContent)
            try await bob.add(event("three", title: "A"), "a", to: place)
            try await other.step(calendar, isWanted: false)
            let titles = try await Self.titles(in: calendar, of: other.anna)
            #expect(titles == ["three": "A", "one": "B"])
        }
    }
}
