import CivilTime
import ICalendar
import Scheduling
import Testing

/// What an attendee may change, and what the organizer is told about it.
@Suite("An attendee's change")
struct AttendeeTests {
    static let start = "DTSTART:20260105T090000Z"
    static let end = "DTEND:20260105T100000Z"
    static let daily = "RRULE:FREQ=DAILY;COUNT=10"
    static let asked = "ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:b@example.com"
    static let comes = "ATTENDEE;PARTSTAT=ACCEPTED:mailto:b@example.com"
    static let declines = "ATTENDEE;PARTSTAT=DECLINED:mailto:b@example.com"
    static let invitation = event(start, end, "SUMMARY:Tea", organizedByAnna, annaComes, asked)
    static let series = event(start, end, daily, organizedByAnna, annaComes, asked)
    /// The series without its second day, 6 January, which was excluded.
    static let withoutTuesday = event(
        start,
        end,
        daily,
        "EXDATE:20260106T090000Z",
        organizedByAnna,
        annaComes,
        asked
    )

    static func override(_ day: String, _ lines: String...) -> [String] {
        ["BEGIN:VEVENT", "UID:meeting", "RECURRENCE-ID:202601\(day)T090000Z"]
            + ["DTSTART:202601\(day)T090000Z", "DTEND:202601\(day)T100000Z"]
            + [organizedByAnna, annaComes] + lines + ["END:VEVENT"]
    }

    private func change(_ before: [String], _ after: [String]) throws -> AttendeeChange {
        try AttendeeChange(
            from: before.isEmpty ? nil : object(before),
            to: object(after),
            by: Person.guest,
            now: now
        )
    }

    /// A row: what is said, the copy before and after, and the reply: occurrences with answers.
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let before: [String]
        let after: [String]
        let reply: [String]
        var testDescription: String { name }
    }

    static let rows = [
        Row(
            name: "An answer is told",
            before: invitation,
            after: event(start, end, "SUMMARY:Tea", organizedByAnna, annaComes, comes),
            reply: ["series ACCEPTED"]
        ),
        Row(
            name: "A reminder isn't told",
            before: invitation,
            after: event(
                start,
                end,
                "SUMMARY:Tea",
                organizedByAnna,
                annaComes,
                asked,
                "TRANSP:TRANSPARENT",
                "CATEGORIES:Mine",
                "BEGIN:VALARM",
                "ACTION:DISPLAY",
                "TRIGGER:-PT5M",
                "END:VALARM"
            ),
            reply: []
        ),
        Row(
            name: "A program that answers itself is left to it",
            before: invitation,
            after: event(
                start,
                end,
                "SUMMARY:Tea",
                "ORGANIZER;SCHEDULE-AGENT=CLIENT:mailto:a@example.com",
                annaComes,
                comes
            ),
            reply: []
        ),
        Row(
            name: "A reply that is asked for is sent",
            before: invitation,
            after: event(
                start,
                end,
                "SUMMARY:Tea",
                "ORGANIZER;SCHEDULE-FORCE-SEND=REPLY:mailto:a@example.com",
                annaComes,
                asked
            ),
            reply: ["series NEEDS-ACTION"]
        ),
        Row(
            name: "A new copy that says yes is told",
            before: [],
            after: event(start, end, organizedByAnna, annaComes, comes),
            reply: ["series ACCEPTED"]
        ),
        Row(
            name: "A new copy without an answer isn't",
            before: [],
            after: invitation,
            reply: []
        ),
        Row(
            name: "An answer to one occurrence is told alone",
            before: series,
            after: series + override("07", declines),
            reply: ["20260107T090000Z DECLINED"]
        ),
        Row(
            name: "An override with the same answer says nothing",
            before: series,
            after: series + override("07", asked),
            reply: []
        ),
        Row(
            name: "An occurrence taken out is declined",
            before: series,
            after: withoutTuesday,
            reply: ["20260106T090000Z DECLINED"]
        ),
        Row(
            name: "Taking out one that was declined says nothing more",
            before: series + override("07", declines),
            after: event(
                start,
                end,
                daily,
                "EXDATE:20260107T090000Z",
                organizedByAnna,
                annaComes,
                asked
            ),
            reply: []
        ),
    ]

    @Test("An attendee's change is reported to the organizer", arguments: rows)
    func told(row: Row) throws {
        let reply = try change(row.before, row.after).reply
        let told = reply?.calendar.components(named: .event).map { event in
            let name = event.first(.recurrenceID)?.rawValue ?? "series"
            return name + " " + (event.first(.attendee)?.parameter("PARTSTAT") ?? "")
        }
        #expect(told ?? [] == row.reply)
        #expect(reply == nil || reply?.recipient.first == Person.anna.first)
    }

    @Test("A reply has one attendee and only the properties that identify the event")
    func reply() throws {
        let after = event(
            Self.start,
            Self.end,
            "SUMMARY:Tea",
            "SEQUENCE:2",
            "COMMENT:Late",
            "LOCATION:Attic",
            organizedByAnna,
            annaComes,
            Self.comes
        )
        let change = try change([], after)
        let lines = try #require(change.reply).calendar.lines
        #expect(
            lines == [
                "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Meantime//Meantime//EN",
                "METHOD:REPLY", "BEGIN:VEVENT", "UID:meeting", "DTSTAMP:20260101T000000Z",
                Self.start, Self.end, "SUMMARY:Tea", "SEQUENCE:2", "COMMENT:Late",
                organizedByAnna, Self.comes, "REQUEST-STATUS:2.0;Success", "END:VEVENT",
                "END:VCALENDAR",
            ]
        )
        #expect(try change.stored(nil) == calendar(after))
        let stored = try #require(change.stored(.delivered))
        #expect(
            stored.lines("ORGANIZER") == ["ORGANIZER;SCHEDULE-STATUS=1.2:mailto:a@example.com"]
        )
    }

    /// The copies of the series before and after an answer, as lines, and what the organizers' lines say then.
    private func organizers(
        _ before: [String],
        _ after: [String],
        _ result: DeliveryStatus
    ) throws -> [String?] {
        let stored = try #require(try change(before, after).stored(result))
        return stored.components(named: .event).map {
            $0.first(.organizer)?.parameter("SCHEDULE-STATUS")
        }
    }

    @Test(
        "The result of a reply to one occurrence is noted there, and stays when others are answered"
    )
    func resultOfOccurrence() throws {
        let refused = Self.series + Self.override("10", Self.declines)
        #expect(try organizers(Self.series, refused, .refused) == [nil, "5.1"])
        let noted = refused.map { line in
            line == organizedByAnna ? "ORGANIZER;SCHEDULE-STATUS=5.1:mailto:a@example.com" : line
        }
        let known = Self.series + noted.dropFirst(Self.series.count)
        let next = known + Self.override("06", Self.comes)
        #expect(try organizers(known, next, .delivered) == [nil, "5.1", "1.2"])
        let again = Self.series + Self.override("10", Self.comes)
        #expect(try organizers(known, again, .delivered) == [nil, "1.2"])
    }

    @Test("The result of a reply to all occurrences is noted in the series")
    func resultOfSeries() throws {
        let after = event(Self.start, Self.end, Self.daily, organizedByAnna, annaComes, Self.comes)
        let kept = Self.override("10", Self.declines)
        #expect(try organizers(Self.series + kept, after + kept, .refused) == ["5.1", nil])
    }

    @Test("The series notes that the organizer didn't hear about an occurrence that was removed")
    func resultOfTakenOut() throws {
        #expect(try organizers(Self.series, Self.withoutTuesday, .refused) == ["5.1"])
        #expect(try organizers(Self.series, Self.withoutTuesday, .delivered) == [nil])
    }

    @Test(
        "The organizer's properties can't be changed",
        arguments: [
            (
                "DTSTART",
                event(
                    "DTSTART:20260105T093000Z",
                    end,
                    "SUMMARY:Tea",
                    organizedByAnna,
                    annaComes,
                    asked
                )
            ),
            (
                "DTEND",
                event(
                    start,
                    "DTEND:20260105T110000Z",
                    "SUMMARY:Tea",
                    organizedByAnna,
                    annaComes,
                    asked
                )
            ),
            ("SUMMARY", event(start, end, "SUMMARY:Coffee", organizedByAnna, annaComes, asked)),
            (
                "LOCATION",
                event(start, end, "SUMMARY:Tea", "LOCATION:Here", organizedByAnna, annaComes, asked)
            ),
            (
                "STATUS",
                event(
                    start,
                    end,
                    "SUMMARY:Tea",
                    "STATUS:CANCELLED",
                    organizedByAnna,
                    annaComes,
                    asked
                )
            ),
            ("RRULE", event(start, end, "SUMMARY:Tea", daily, organizedByAnna, annaComes, asked)),
            (
                "RDATE",
                event(
                    start,
                    end,
                    "SUMMARY:Tea",
                    "RDATE:20260106T090000Z",
                    organizedByAnna,
                    annaComes,
                    asked
                )
            ),
            (
                "ATTENDEE",
                event(start, end, "SUMMARY:Tea", organizedByAnna, annaComes, asked, carlaIsAsked)
            ),
            ("ATTENDEE", event(start, end, "SUMMARY:Tea", organizedByAnna, asked)),
            (
                "ORGANIZER",
                event(start, end, "SUMMARY:Tea", "ORGANIZER:mailto:b@example.com", annaComes, asked)
            ),
            ("ORGANIZER", event(start, end, "SUMMARY:Tea")),
            ("RECURRENCE-ID", invitation + override("07", asked)),
        ]
    )
    func refused(property: String, after: [String]) {
        #expect(throws: SchedulingError.attendeeChanged(property: property)) {
            try change(Self.invitation, after)
        }
    }

    @Test(
        "Occurrences can be neither invented nor brought back",
        arguments: [
            ("RECURRENCE-ID", series + override("30", asked)),
            ("EXDATE", event(start, end, daily, organizedByAnna, annaComes, asked)),
        ]
    )
    func occurrences(property: String, after: [String]) {
        #expect(throws: SchedulingError.self) { try change(Self.withoutTuesday, after) }
    }

    @Test("Writing the same times in another form isn't a change")
    func words() throws {
        let after = event(
            "DTSTART:20260105T090000Z",
            "DURATION:PT1H",
            "SUMMARY:Tea",
            organizedByAnna,
            "ATTENDEE;CN=Anna;PARTSTAT=ACCEPTED:MAILTO:A@example.com",
            Self.comes
        )
        #expect(try change(Self.invitation, after).reply != nil)
    }

    @Test("Others' answers and the organizer's SEQUENCE are kept")
    func kept() throws {
        let before = event(
            Self.start,
            "SEQUENCE:3",
            organizedByAnna,
            annaComes,
            Self.asked,
            "ATTENDEE;PARTSTAT=DECLINED:mailto:c@example.com"
        )
        let after = event(
            Self.start,
            "SEQUENCE:9",
            organizedByAnna,
            annaComes,
            Self.comes,
            "ATTENDEE;PARTSTAT=ACCEPTED:mailto:c@example.com"
        )
        let stored = try #require(try change(before, after).stored(nil))
        #expect(stored.lines("SEQUENCE") == ["SEQUENCE:3"])
        #expect(
            stored.lines("ATTENDEE") == [
                annaComes, Self.comes, "ATTENDEE;PARTSTAT=DECLINED:mailto:c@example.com",
            ]
        )
    }

    @Test("An attendee may delegate to somebody else")
    func delegated() throws {
        let sends =
            "ATTENDEE;PARTSTAT=DELEGATED;DELEGATED-TO=\"mailto:d@example.com\":mailto:b@example.com"
        let goes = "ATTENDEE;DELEGATED-FROM=\"mailto:b@example.com\":mailto:d@example.com"
        let after = event(
            Self.start,
            Self.end,
            "SUMMARY:Tea",
            organizedByAnna,
            annaComes,
            sends,
            goes
        )
        let reply = try #require(try change(Self.invitation, after).reply)
        #expect(reply.calendar.lines("ATTENDEE") == [sends, goes])
        let meeting = try object(Self.invitation)
        let answer = try #require(SchedulingObject(reply.calendar, zones: ZoneCatalogue()))
        let stored = try #require(
            try ReplyDelivery(of: answer, to: meeting, from: Person.bernd).result()
        )
        #expect(stored.lines("ATTENDEE").count == 3)
        #expect(stored.lines("ATTENDEE").last == goes)
    }

    @Test(
        "An attendee who removes their copy declines",
        arguments: [
            (invitation, ["DECLINED"]),
            (event(start, organizedByAnna, declines), []),
            (event(start, "STATUS:CANCELLED", organizedByAnna, comes), []),
            (event(start, "ORGANIZER;SCHEDULE-AGENT=NONE:mailto:a@example.com", comes), []),
            (override("07", comes) + override("08", asked), ["DECLINED", "DECLINED"]),
            (series + override("07", comes), ["DECLINED"]),
        ]
    )
    func removed(copy: [String], answers: [String]) throws {
        let reply = AttendeeChange.replyToRemoval(of: try object(copy), by: Person.guest, now: now)
        let told = reply?.calendar.components.compactMap {
            $0.first(.attendee)?.parameter("PARTSTAT")
        }
        #expect(told ?? [] == answers)
    }
}

/// An answer as the page gives it, written into the copy.
@Suite("An attendee's answer")
struct AttendeeAnswerTests {
    private static let series = event(
        "DTSTART;TZID=Europe/Berlin:20260105T100000",
        "DURATION:PT1H",
        "RRULE:FREQ=DAILY;COUNT=5",
        organizedByAnna,
        AttendeeTests.asked
    )

    private static func override(_ day: String, _ attendee: String) -> [String] {
        event(
            "RECURRENCE-ID;TZID=Europe/Berlin:202601\(day)T100000",
            "DTSTART;TZID=Europe/Berlin:202601\(day)T120000",
            "DURATION:PT1H",
            organizedByAnna,
            attendee
        )
    }

    private static let berlin = [
        "BEGIN:VTIMEZONE", "TZID:Europe/Berlin", "BEGIN:STANDARD", "DTSTART:19700101T000000",
        "TZOFFSETFROM:+0100", "TZOFFSETTO:+0100", "END:STANDARD", "END:VTIMEZONE",
    ]

    private static func answer(_ word: String?, comment: String? = nil) -> AttendeeAnswer {
        AttendeeAnswer(by: Person.bernd, word.map { Keyword($0) }, comment: comment, now: now)
    }

    private static func answers(_ calendar: Component?) -> [String] {
        (calendar?.components(named: .event) ?? []).map { event in
            let date = event.first(.recurrenceID)?.rawValue ?? "all"
            let attendee = event.all(.attendee).first { $0.rawValue.contains("b@example.com") }
            return "\(date) \(attendee?.parameter("PARTSTAT") ?? "none")"
        }
    }

    @Test("An answer to all leaves dates that were answered separately")
    func toAll() throws {
        let copy = try object(
            Self.berlin + Self.series
                + Self.override("06", "ATTENDEE;PARTSTAT=DECLINED:mailto:b@example.com")
                + Self.override("07", AttendeeTests.asked)
                + Self.override("08", carlaIsAsked)
        )
        let written = Self.answer("ACCEPTED").written(into: copy)
        #expect(
            Self.answers(written) == [
                "all ACCEPTED", "20260106T100000 DECLINED", "20260107T100000 ACCEPTED",
                "20260108T100000 none",
            ]
        )
        #expect(written?.components(named: .timeZone).count == 1)
    }

    @Test("One date is named by its start, in UTC or by the clock", arguments: [true, false])
    func oneDate(isUTC: Bool) throws {
        let copy = try object(Self.berlin + Self.series + Self.override("06", AttendeeTests.asked))
        func answered(_ day: Int) throws -> [String] {
            let date = try #require(CivilDate(year: 2_026, month: 1, day: day))
            let midnight = CivilDateTime(date: date, time: .midnight).secondsSinceEpoch
            let start: CalendarTime =
                isUTC
                ? .utc(Instant(secondsSinceEpoch: midnight + 9 * 3600))
                : .floating(CivilDateTime(secondsSinceEpoch: midnight + 10 * 3600))
            return Self.answers(Self.answer("DECLINED").written(into: copy, to: start))
        }
        #expect(try answered(6).last == "20260106T100000 DECLINED")
        #expect(try answered(7).last == "20260107T100000 DECLINED")
        #expect(try answered(7).count == 3)
        #expect(try answered(10).isEmpty, "the series has ended")
    }

    @Test("A comment is written, kept and removed")
    func comment() throws {
        let copy = try object(Self.berlin + Self.series)
        let written = try #require(Self.answer("ACCEPTED", comment: "Late").written(into: copy))
        #expect(written.lines("COMMENT") == ["COMMENT:Late"])
        let again = try #require(SchedulingObject(written, zones: ZoneCatalogue()))
        #expect(Self.answer("DECLINED").written(into: again)?.lines("COMMENT").count == 1)
        #expect(Self.answer("DECLINED", comment: "").written(into: again)?.lines("COMMENT") == [])
    }

    @Test("Somebody who isn't invited has no answer")
    func stranger() throws {
        let copy = try object(event(AttendeeTests.start, organizedByAnna, carlaIsAsked))
        #expect(Self.answer("ACCEPTED").written(into: copy) == nil)
    }
}
