import HTTPTypes
import Testing

@testable import Server

/// What somebody hasn't answered yet is told as such, and takes nobody's time.
@Suite("Unanswered invitations")
struct UnansweredInvitationTests {
    private func run(
        _ body:
            @escaping @Sendable (
                _ dan: SchedulingTests.Person, _ ben: SchedulingTests.Person, Family
            ) async throws -> Void
    ) async throws {
        try await Family.run { family in
            let dan = try await SchedulingTests.Person(family.dan)
            let text = SchedulingTests.meeting("tea", SchedulingTests.ben)
                .replacing("mailto:anna@", with: "mailto:dan@")
            #expect(try await dan.client.put("tea.ics", text).status == .created)
            try await body(dan, SchedulingTests.Person(family.ben), family)
        }
    }

    private static func flags(_ visitor: Visitor) async throws -> [Bool] {
        try await visitor.records("event").map { $0["unanswered"] != nil }
    }

    @Test("The page is told, until its owner writes it")
    func page() async throws {
        try await run { dan, ben, _ in
            #expect(try await Self.flags(ben.visitor) == [true])
            #expect(try await Self.flags(dan.visitor) == [false])
            // The host's change isn't an answer.
            let changed = try await dan.edit { $0.replacing("SUMMARY:tea", with: "SUMMARY:cake") }
            #expect(changed.status == .noContent)
            #expect(try await Self.flags(ben.visitor) == [true])
            let answered = try await ben.edit {
                $0.replacing("ATTENDEE;RSVP=TRUE:", with: "ATTENDEE;PARTSTAT=ACCEPTED:")
            }
            #expect(answered.status == .noContent)
            #expect(try await Self.flags(ben.visitor) == [false])
        }
    }

    @Test("Read by itself, it says so too")
    func single() async throws {
        try await run { dan, ben, _ in
            let name = try #require(HTTPField.Name("Meantime-Unanswered"))
            for (person, said) in [(ben, "?1"), (dan, nil)] {
                let record = try #require(try await person.visitor.records("event").first)
                let calendar = try #require(record["calendar"]?.text)
                let href = try #require(record["href"]?.text)
                let answer = try await person.visitor.request(
                    .get,
                    "/api/v1/calendars/\(calendar)/events/\(href)"
                )
                #expect(answer.status == .ok)
                #expect(answer.headers[name] == said)
            }
        }
    }

    @Test("A program that adds something of its own, or moves it, answers nothing")
    func touched() async throws {
        try await run { dan, ben, _ in
            let alarm = "BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT5M\r\nEND:VALARM\r\n"
            let written = try await ben.edit {
                $0.replacing("END:VEVENT", with: alarm + "END:VEVENT")
            }
            #expect(written.status == .noContent)
            #expect(try await Self.flags(ben.visitor) == [true])
            let other = ben.client.home + "other/"
            #expect(try await ben.client.request("MKCALENDAR", other).status == .created)
            for place in [ben.client.calendar + "renamed.ics", other + "moved.ics"] {
                let moved = try await ben.client.request(
                    "MOVE",
                    try await ben.path(),
                    headers: ["Destination": place]
                )
                #expect(moved.status == .created)
                #expect(try await Self.flags(ben.visitor) == [true], "\(place)")
                #expect(try await ben.client.request("GET", place).status == .ok)
            }
            // The host's change still reaches it, and isn't an answer either.
            _ = try await dan.edit { $0.replacing("SUMMARY:tea", with: "SUMMARY:cake") }
            #expect(try await Self.flags(ben.visitor) == [true])
        }
    }

    @Test("What its host moves is unanswered again")
    func movedByHost() async throws {
        try await run { dan, ben, _ in
            _ = try await ben.edit {
                $0.replacing("ATTENDEE;RSVP=TRUE:", with: "ATTENDEE;PARTSTAT=ACCEPTED:")
            }
            #expect(try await Self.flags(ben.visitor) == [false])
            let title = try await dan.edit { $0.replacing("SUMMARY:tea", with: "SUMMARY:cake") }
            #expect(title.status == .noContent)
            #expect(try await Self.flags(ben.visitor) == [false], "another title asks nothing")
            let later = try await dan.edit { $0.replacing("T100000", with: "T150000") }
            #expect(later.status == .noContent)
            #expect(try await Self.flags(ben.visitor) == [true])
        }
    }

    @Test("Fellow members see no busy time until there is an answer")
    func fellows() async throws {
        try await run { _, ben, family in
            try await family.share(family.ben, "busy")
            #expect(try await family.anna.records("event").isEmpty)
            _ = try await ben.edit {
                $0.replacing("ATTENDEE;RSVP=TRUE:", with: "ATTENDEE;PARTSTAT=ACCEPTED:")
            }
            #expect(try await family.anna.records("event").count == 1)
        }
    }

    @Test("A question for free time passes over it")
    func freeTime() async throws {
        try await run { _, ben, _ in
            let query =
                "<C:free-busy-query xmlns:C='urn:ietf:params:xml:ns:caldav'>"
                + "<C:time-range start='20260312T000000Z' end='20260313T000000Z'/></C:free-busy-query>"
            func busy() async throws -> Bool {
                try await ben.client.request(
                    "REPORT",
                    ben.client.calendar,
                    query,
                    headers: ["Depth": "1"]
                ).text.contains("\nFREEBUSY")
            }
            #expect(try await !busy())
            _ = try await ben.edit {
                $0.replacing("ATTENDEE;RSVP=TRUE:", with: "ATTENDEE;PARTSTAT=ACCEPTED:")
            }
            #expect(try await busy())
        }
    }
}
