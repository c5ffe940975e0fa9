import CivilTime
import ICalendar
import Scheduling
import Testing

/// What attendees are told when the organizer changes an event.
@Suite("An organizer's change")
struct OrganizerTests {
    static let start = "DTSTART:20260105T090000Z"
    static let end = "DTEND:20260105T100000Z"
    static let daily = "RRULE:FREQ=DAILY;COUNT=10"
    static let series = [
        "BEGIN:VEVENT", "UID:meeting", "DTSTAMP:20251201T000000Z", start, end, daily,
        organizedByAnna, annaComes, berndIsAsked, "END:VEVENT",
    ]
    static let simple = event(start, end, organizedByAnna, annaComes, berndIsAsked)

    static func override(_ day: String, _ lines: String...) -> [String] {
        ["BEGIN:VEVENT", "UID:meeting", "DTSTAMP:20251201T000000Z"]
            + ["RECURRENCE-ID:202601\(day)T090000Z", "DTSTART:202601\(day)T090000Z"]
            + ["DTEND:202601\(day)T100000Z", organizedByAnna, annaComes] + lines + ["END:VEVENT"]
    }

    /// A row: what is said, the events before and after, and who is told what.
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let before: [String]
        let after: [String]
        let told: [String]
        var testDescription: String { name }
    }

    static let rows = [
        Row(
            name: "A new meeting goes to those invited, not to the organizer",
            before: [],
            after: event(start, end, organizedByAnna, annaComes, berndIsAsked, carlaIsAsked),
            told: ["REQUEST b@example.com series", "REQUEST c@example.com series"]
        ),
        Row(name: "An equal one isn't told", before: simple, after: simple, told: []),
        Row(
            name: "What programs note for themselves, and the organizer's colour, isn't told",
            before: simple,
            after: event(
                start,
                end,
                organizedByAnna,
                annaComes,
                berndIsAsked,
                "LAST-MODIFIED:20260101T000000Z",
                "X-MOZ-GENERATION:2",
                "TRANSP:TRANSPARENT",
                "COLOR:red"
            ),
            told: []
        ),
        Row(
            name: "A new place is told",
            before: simple,
            after: event(start, end, "LOCATION:Attic", organizedByAnna, annaComes, berndIsAsked),
            told: ["REQUEST b@example.com series"]
        ),
        Row(
            name: "Someone new is told everything, and the others of them",
            before: simple,
            after: event(start, end, organizedByAnna, annaComes, berndIsAsked, carlaIsAsked),
            told: ["REQUEST b@example.com series", "REQUEST c@example.com series"]
        ),
        Row(
            name: "Someone removed is told that, whatever the case of the address",
            before: event(
                start,
                end,
                organizedByAnna,
                annaComes,
                "ATTENDEE:MAILTO:B@example.com",
                carlaIsAsked
            ),
            after: event(start, end, organizedByAnna, annaComes, carlaIsAsked),
            told: ["REQUEST c@example.com series", "CANCEL b@example.com series"]
        ),
        Row(
            name: "The same address in another spelling is the same person",
            before: simple,
            after: event(
                start,
                end,
                organizedByAnna,
                annaComes,
                "ATTENDEE;RSVP=TRUE:mailto:b@example.com"
            ),
            told: []
        ),
        Row(
            name: "A removed meeting is called off",
            before: simple,
            after: [],
            told: ["CANCEL b@example.com series"]
        ),
        Row(
            name: "A cancelled meeting is called off",
            before: simple,
            after: event(
                start,
                end,
                "STATUS:CANCELLED",
                organizedByAnna,
                annaComes,
                berndIsAsked
            ),
            told: ["CANCEL b@example.com series"]
        ),
        Row(
            name: "Removing what was called off says nothing more",
            before: event(
                start,
                end,
                "STATUS:CANCELLED",
                organizedByAnna,
                annaComes,
                berndIsAsked
            ),
            after: [],
            told: []
        ),
        Row(
            name: "Without an organizer nobody is invited any more",
            before: simple,
            after: event(start, end),
            told: ["CANCEL b@example.com series"]
        ),
        Row(
            name: "A program that sends its own messages is left to it",
            before: [],
            after: event(
                start,
                end,
                organizedByAnna,
                annaComes,
                "ATTENDEE;SCHEDULE-AGENT=CLIENT:mailto:b@example.com",
                "ATTENDEE;SCHEDULE-AGENT=NONE:mailto:c@example.com",
                "ATTENDEE;SCHEDULE-AGENT=X-OTHER:mailto:d@example.com"
            ),
            told: []
        ),
        Row(
            name: "A program that takes over makes the server's message void",
            before: simple,
            after: event(
                start,
                end,
                organizedByAnna,
                annaComes,
                "ATTENDEE;SCHEDULE-AGENT=CLIENT:mailto:b@example.com"
            ),
            told: ["CANCEL b@example.com series"]
        ),
        Row(
            name: "A message that is asked for is sent",
            before: simple,
            after: event(
                start,
                end,
                organizedByAnna,
                annaComes,
                "ATTENDEE;RSVP=TRUE;SCHEDULE-FORCE-SEND=REQUEST:mailto:b@example.com"
            ),
            told: ["REQUEST b@example.com series"]
        ),
        Row(
            name: "Someone invited to one occurrence is told of that one only",
            before: series,
            after: series + override("07", berndIsAsked, carlaIsAsked),
            told: [
                "REQUEST b@example.com series 20260107T090000Z",
                "REQUEST c@example.com 20260107T090000Z",
            ]
        ),
        Row(
            name: "Someone who isn't wanted once is told so",
            before: series,
            after: series + override("07"),
            told: ["CANCEL b@example.com 20260107T090000Z"]
        ),
        Row(
            name: "An occurrence taken out is called off",
            before: series,
            after: event(
                start,
                end,
                daily,
                "EXDATE:20260106T090000Z,20260108T090000Z",
                organizedByAnna,
                annaComes,
                berndIsAsked
            ),
            told: ["CANCEL b@example.com 20260106T090000Z 20260108T090000Z"]
        ),
        Row(
            name: "An occurrence with STATUS:CANCELLED is called off",
            before: series,
            after: series + override("07", "STATUS:CANCELLED", berndIsAsked),
            told: ["CANCEL b@example.com 20260107T090000Z"]
        ),
        Row(
            name: "An occurrence that is one of the series again is told with it",
            before: series + override("07", "LOCATION:Attic", berndIsAsked),
            after: series,
            told: ["REQUEST b@example.com series"]
        ),
        Row(
            name: "An occurrence that only somebody answered differently isn't told",
            before: series,
            after: series + override("07", "ATTENDEE;PARTSTAT=DECLINED:mailto:b@example.com"),
            told: []
        ),
        Row(
            name: "Someone invited to one occurrence hears nothing of another",
            before: series + override("07", berndIsAsked, carlaIsAsked),
            after: series + override("07", berndIsAsked, carlaIsAsked)
                + override("08", "LOCATION:Attic", berndIsAsked),
            told: ["REQUEST b@example.com series 20260107T090000Z 20260108T090000Z"]
        ),
        Row(
            name: "Someone no longer invited to their only occurrence is told so",
            before: series + override("07", berndIsAsked, carlaIsAsked),
            after: series + override("07", berndIsAsked),
            told: [
                "REQUEST b@example.com series 20260107T090000Z",
                "CANCEL c@example.com 20260107T090000Z",
            ]
        ),
    ]

    @Test("An organizer's change is sent to everybody who has to know", arguments: rows)
    func told(row: Row) throws {
        let change = try change(row.before, row.after)
        #expect(change.messages.map { $0.summary } == row.told)
    }

    private func change(
        _ before: [String],
        _ after: [String]
    ) throws -> OrganizerChange {
        try OrganizerChange(
            from: before.isEmpty ? nil : object(before),
            to: after.isEmpty ? nil : object(after),
            by: Person.organizer,
            now: now
        )
    }

    @Test("Messages have no reminders and nothing meant for the server")
    func stripped() throws {
        let change = try change(
            [],
            event(
                Self.start,
                Self.end,
                "ORGANIZER;SCHEDULE-STATUS=2.0:mailto:a@example.com",
                annaComes,
                "ATTENDEE;SCHEDULE-AGENT=SERVER;SCHEDULE-STATUS=1.2;RSVP=TRUE:mailto:b@example.com",
                "X-UNKNOWN;X-P=1:kept",
                "BEGIN:VALARM",
                "ACTION:DISPLAY",
                "TRIGGER:-PT5M",
                "DESCRIPTION:mine",
                "END:VALARM"
            )
        )
        let lines = try #require(change.messages.first).calendar.lines
        #expect(!lines.contains { $0.contains("SCHEDULE-") || $0.contains("VALARM") })
        #expect(lines.contains("X-UNKNOWN;X-P=1:kept"))
        #expect(lines.contains("METHOD:REQUEST"))
        #expect(lines.contains("DTSTAMP:20260101T000000Z"))
    }

    @Test("The stored object is the written one with each delivery's result")
    func stored() throws {
        let written = event(
            Self.start,
            Self.end,
            "x-odd;a=b:c",
            organizedByAnna,
            annaComes,
            berndIsAsked
        )
        let change = try change([], written)
        #expect(try change.stored([:]) == calendar(written))
        let address = try #require(Person.bernd.first)
        let stored = try #require(change.stored([address: .unknownAddress]))
        #expect(
            stored.lines("ATTENDEE") == [
                annaComes, "ATTENDEE;RSVP=TRUE;SCHEDULE-STATUS=3.7:mailto:b@example.com",
            ]
        )
        #expect(stored.lines.contains("x-odd;a=b:c"))
    }

    @Test("Someone left out of one occurrence gets a series without it")
    func leftOut() throws {
        let change = try change([], Self.series + Self.override("07"))
        let message = try #require(change.messages.first)
        #expect(message.summary == "REQUEST b@example.com series")
        #expect(message.calendar.lines("EXDATE") == ["EXDATE:20260107T090000Z"])
    }

    @Test(
        "A change of the times asks again, and raises SEQUENCE if the program didn't",
        arguments: [
            ("DTSTART:20260105T090000Z", "RRULE:FREQ=DAILY;COUNT=9", false),
            ("DTSTART:20260105T090000Z", "RRULE:FREQ=DAILY;COUNT=11", true),
            ("DTSTART:20260105T090000Z", "RRULE:FREQ=WEEKLY;COUNT=10", true),
            ("DTSTART:20260105T093000Z", "RRULE:FREQ=DAILY;COUNT=10", true),
            ("DTSTART;VALUE=DATE:20260105", "RRULE:FREQ=DAILY;COUNT=10", true),
        ]
    )
    func reschedule(start: String, rule: String, isAskedAgain: Bool) throws {
        let comes = "ATTENDEE;PARTSTAT=ACCEPTED:mailto:b@example.com"
        let change = try change(
            event(Self.start, Self.daily, "SEQUENCE:4", organizedByAnna, annaComes, comes),
            event(start, rule, "SEQUENCE:4", organizedByAnna, annaComes, comes)
        )
        let stored = try #require(change.stored([:]))
        #expect(stored.lines("SEQUENCE") == [isAskedAgain ? "SEQUENCE:5" : "SEQUENCE:4"])
        let asked = "ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:b@example.com"
        #expect(stored.lines("ATTENDEE") == [annaComes, isAskedAgain ? asked : comes])
    }

    @Test(
        "Added dates ask again, removed dates don't",
        arguments: [
            ("X-A:1", "RDATE:20260301T090000Z", true),
            ("RDATE:20260301T090000Z", "X-A:1", false),
            ("X-A:1", "EXDATE:20260106T090000Z", false),
            ("EXDATE:20260106T090000Z", "X-A:1", true),
        ]
    )
    func dates(before: String, after: String, isAskedAgain: Bool) throws {
        let comes = "ATTENDEE;PARTSTAT=ACCEPTED:mailto:b@example.com"
        let change = try change(
            event(Self.start, Self.daily, before, organizedByAnna, comes),
            event(Self.start, Self.daily, after, organizedByAnna, comes)
        )
        let lines = try #require(change.stored([:])).lines("ATTENDEE")
        #expect(lines.contains(comes) != isAskedAgain)
    }

    @Test(
        "An answer that the server received is kept; the organizer may note any other",
        arguments: [("1.2", true), ("2.0", true), ("3.7", false)]
    )
    func answers(status: String, isKept: Bool) throws {
        let comes = "ATTENDEE;PARTSTAT=ACCEPTED;SCHEDULE-STATUS=\(status):mailto:b@example.com"
        let written = "ATTENDEE;PARTSTAT=DECLINED:mailto:b@example.com"
        let change = try change(
            event(Self.start, organizedByAnna, comes),
            event(Self.start, "SUMMARY:New", organizedByAnna, written)
        )
        // The server's note comes back too: a program that dropped it would otherwise lose the next answer.
        #expect(change.stored([:])?.lines("ATTENDEE") == [isKept ? comes : written])
    }

    @Test("The organizer can't hand it over, and all components have the same one")
    func organizers() throws {
        let other = event(Self.start, "ORGANIZER:mailto:c@example.com", berndIsAsked)
        #expect(throws: SchedulingError.organizerReplaced) { try change(Self.simple, other) }
        let mixed = try object(
            Self.series
                + Self.override("07").map {
                    $0.replacing("ORGANIZER:mailto:a@", with: "ORGANIZER:mailto:c@")
                }
        )
        #expect(throws: SchedulingError.differentOrganizers) { try mixed.role(of: Person.anna) }
    }
}
