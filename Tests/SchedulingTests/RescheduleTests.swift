import CivilTime
import ICalendar
import Scheduling
import Testing

/// Which answers remain valid when an organizer changes a series: those to dates that don't move
/// (RFC 6638, 3.2.8).
@Suite("Answers after a change")
struct RescheduleTests {
    static let zone = [
        "BEGIN:VTIMEZONE", "TZID:Here", "BEGIN:STANDARD", "DTSTART:19701025T030000",
        "TZOFFSETFROM:+0200", "TZOFFSETTO:+0100", "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU",
        "END:STANDARD", "BEGIN:DAYLIGHT", "DTSTART:19700329T020000", "TZOFFSETFROM:+0100",
        "TZOFFSETTO:+0200", "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU", "END:DAYLIGHT",
        "END:VTIMEZONE",
    ]

    /// Bernd's line after the server delivered to him.
    static func bernd(_ answer: String, _ parameters: String = "") -> String {
        "ATTENDEE;PARTSTAT=\(answer)\(parameters);SCHEDULE-STATUS=2.0:mailto:b@example.com"
    }

    /// A series on Mondays from 5 January 2026 at an hour.
    static func series(
        _ rule: String,
        start: String = "DTSTART:20260105T090000Z",
        end: String = "DURATION:PT1H",
        _ lines: String...,
        answer: String = "ACCEPTED"
    ) -> [String] {
        ["BEGIN:VEVENT", "UID:meeting", "DTSTAMP:20251201T000000Z", start, end, rule]
            + [organizedByAnna, annaComes, bernd(answer)] + lines + ["END:VEVENT"]
    }

    /// An exception for a day of January, at an hour, for which Bernd has an answer.
    static func exception(
        _ day: Int,
        _ hour: String = "09",
        at start: String? = nil,
        _ lines: String...,
        answer: String
    ) -> [String] {
        let date = "202601\(day < 10 ? "0" : "")\(day)"
        return [
            "BEGIN:VEVENT", "UID:meeting", "DTSTAMP:20251201T000000Z",
            "RECURRENCE-ID:\(date)T\(hour)0000Z", "DTSTART:\(start ?? "\(date)T\(hour)0000Z")",
            "DURATION:PT1H", organizedByAnna, annaComes, bernd(answer),
        ] + lines + ["END:VEVENT"]
    }

    private func stored(_ before: [String], _ after: [String]) throws -> Component {
        let change = try OrganizerChange(
            from: object(before),
            to: object(after),
            by: Person.organizer,
            now: now
        )
        return try #require(change.stored([:]))
    }

    /// Bernd's answers by the original starts of the dates they're to; `all` for the series.
    private func answers(_ calendar: Component) -> [String: String] {
        var answers: [String: String] = [:]
        for event in calendar.components(named: "VEVENT") {
            let line = event.all("ATTENDEE").first { $0.rawValue == "mailto:b@example.com" }
            let name = event.first("RECURRENCE-ID").map { String($0.rawValue.dropFirst(6)) }
            answers[name ?? "all"] = line?.parameter("PARTSTAT")
        }
        return answers
    }

    // MARK: Ways to write a series

    /// A row: two ways of writing when a series happens, and whether the second has other dates.
    struct Writing: Sendable, CustomTestStringConvertible {
        let before: [String]
        let after: [String]
        let isAskedAgain: Bool
        var testDescription: String { "\(before) \(after)" }

        init(_ before: String..., then after: String..., isAskedAgain: Bool) {
            (self.before, self.after, self.isAskedAgain) = (before, after, isAskedAgain)
        }
    }

    static let weekly = "RRULE:FREQ=WEEKLY"

    static let writings = [
        Writing(
            "RRULE:FREQ=WEEKLY;COUNT=10",
            then: "RRULE:COUNT=10;FREQ=WEEKLY",
            isAskedAgain: false
        ),
        Writing(weekly + ";BYDAY=MO,WE", then: weekly + ";BYDAY=WE,MO", isAskedAgain: false),
        Writing(weekly, then: weekly + ";BYDAY=MO", isAskedAgain: false),
        Writing(weekly, then: weekly + ";WKST=SU", isAskedAgain: false),
        Writing(weekly, then: weekly + ";INTERVAL=1", isAskedAgain: false),
        Writing(weekly, then: "RRULE:FREQ=DAILY;INTERVAL=7", isAskedAgain: false),
        Writing(weekly, then: weekly + ";BYHOUR=9", isAskedAgain: false),
        Writing(weekly + ";COUNT=4", then: weekly + ";UNTIL=20260126T090000Z", isAskedAgain: false),
        Writing(weekly + ";COUNT=4", then: weekly + ";UNTIL=20260201T235959Z", isAskedAgain: false),
        Writing(weekly + ";UNTIL=20260126T090000Z", then: weekly + ";COUNT=4", isAskedAgain: false),
        Writing(weekly + ";COUNT=4", then: weekly + ";UNTIL=20260125T235959Z", isAskedAgain: false),
        Writing(weekly, then: weekly + ";COUNT=3", isAskedAgain: false),
        Writing(weekly, then: weekly + ";INTERVAL=2", isAskedAgain: false),
        Writing(weekly + ";BYDAY=MO,WE", then: weekly, isAskedAgain: false),
        Writing(weekly + ";COUNT=2", then: "RDATE:20260112T090000Z", isAskedAgain: false),
        Writing(
            weekly + ";COUNT=3",
            "EXDATE:20260112T090000Z",
            then: weekly + ";INTERVAL=2;COUNT=2",
            isAskedAgain: false
        ),
        Writing(weekly, then: "X-NONE:1", isAskedAgain: false),
        // The new rule has dates that the old one hadn't.
        Writing(weekly + ";COUNT=4", then: weekly + ";COUNT=5", isAskedAgain: true),
        Writing(weekly + ";COUNT=4", then: weekly + ";UNTIL=20260202T090000Z", isAskedAgain: true),
        Writing(weekly + ";COUNT=4", then: weekly, isAskedAgain: true),
        Writing(weekly + ";COUNT=9000", then: weekly + ";COUNT=9001", isAskedAgain: true),
        Writing(weekly + ";COUNT=9001", then: weekly + ";COUNT=9000", isAskedAgain: false),
        Writing(weekly, then: weekly + ";BYDAY=MO,TU", isAskedAgain: true),
        Writing(weekly + ";INTERVAL=2", then: weekly, isAskedAgain: true),
        Writing(weekly, then: weekly, "RDATE:20260106T090000Z", isAskedAgain: true),
        Writing("X-NONE:1", then: weekly, isAskedAgain: true),
        Writing(
            weekly + ";INTERVAL=2;BYDAY=MO,SU",
            then: weekly + ";INTERVAL=2;BYDAY=MO,SU;WKST=SU",
            isAskedAgain: true
        ),
        Writing("RRULE:FREQ=SECONDLY", then: "RRULE:FREQ=SECONDLY;BYMONTH=1", isAskedAgain: true),
    ]

    @Test("Only the dates matter, not how they are written", arguments: writings)
    func writing(row: Writing) throws {
        func text(_ lines: [String]) -> [String] {
            let event = Self.series("SUMMARY:Tea")
            return event.dropLast() + lines + ["END:VEVENT"]
        }
        let stored = try stored(text(row.before), text(row.after))
        #expect(answers(stored) == ["all": row.isAskedAgain ? "NEEDS-ACTION" : "ACCEPTED"])
        #expect(stored.lines("SEQUENCE") == (row.isAskedAgain ? ["SEQUENCE:1"] : []))
    }

    @Test(
        "Another zone moves dates unless its clock goes the same",
        arguments: [("Here", "There", false), ("Here", "", true), ("", "Here", true)]
    )
    func zones(before: String, after: String, isAskedAgain: Bool) throws {
        func text(_ name: String) throws -> SchedulingObject {
            let start =
                name.isEmpty ? "DTSTART:20260105T080000Z" : "DTSTART;TZID=\(name):20260105T090000"
            let zones = ["Here", "There"].flatMap { name in
                Self.zone.map { $0 == "TZID:Here" ? "TZID:\(name)" : $0 }
            }
            return try object(zones + Self.series("RRULE:FREQ=WEEKLY;COUNT=30", start: start))
        }
        let change = try OrganizerChange(
            from: text(before),
            to: text(after),
            by: Person.organizer,
            now: now
        )
        let stored = try #require(change.stored([:]))
        #expect(answers(stored) == ["all": isAskedAgain ? "NEEDS-ACTION" : "ACCEPTED"])
    }

    // MARK: Dates that were answered alone

    /// A row: a series with exceptions, what the organizer writes, and Bernd's answers then.
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let before: [String]
        let after: [String]
        let answers: [String: String]
        var testDescription: String { name }
    }

    static let daily = "RRULE:FREQ=DAILY;COUNT=10"
    static let tenOClock = "DTSTART:20260105T100000Z"

    static let rows = [
        Row(
            name: "A declined date that moves with the series asks again",
            before: series(daily) + exception(7, answer: "DECLINED"),
            after: series(daily, start: tenOClock) + exception(7, "10", answer: "DECLINED"),
            answers: ["all": "NEEDS-ACTION", "07T100000Z": "NEEDS-ACTION"]
        ),
        Row(
            name: "So does one that the program thinks was accepted",
            before: series(daily) + exception(7, answer: "DECLINED"),
            after: series(daily, start: tenOClock) + exception(7, "10", answer: "ACCEPTED"),
            answers: ["all": "NEEDS-ACTION", "07T100000Z": "NEEDS-ACTION"]
        ),
        Row(
            name: "A date that had been moved, and stays where it is, keeps its answer",
            before: series(daily) + exception(7, at: "20260107T150000Z", answer: "DECLINED"),
            after: series(daily, start: tenOClock)
                + exception(7, "10", at: "20260107T150000Z", answer: "DECLINED"),
            answers: ["all": "NEEDS-ACTION", "07T100000Z": "DECLINED"]
        ),
        Row(
            name: "Also if the program hasn't seen it",
            before: series(daily) + exception(7, at: "20260107T150000Z", answer: "DECLINED"),
            after: series(daily, start: tenOClock)
                + exception(7, "10", at: "20260107T150000Z", answer: "NEEDS-ACTION"),
            answers: ["all": "NEEDS-ACTION", "07T100000Z": "DECLINED"]
        ),
        Row(
            name: "A date that had been moved, and moves with the series, asks again",
            before: series(daily) + exception(7, at: "20260107T150000Z", answer: "DECLINED"),
            after: series(daily, start: tenOClock)
                + exception(7, "10", at: "20260107T160000Z", answer: "DECLINED"),
            answers: ["all": "NEEDS-ACTION", "07T100000Z": "NEEDS-ACTION"]
        ),
        Row(
            name: "A date that alone stays where the series was keeps its answer",
            before: series(daily),
            after: series(daily, start: tenOClock)
                + exception(7, "10", at: "20260107T090000Z", answer: "NEEDS-ACTION"),
            answers: ["all": "NEEDS-ACTION", "07T100000Z": "ACCEPTED"]
        ),
        Row(
            name: "A series that moves by a day makes no answer one to another day",
            before: series(daily) + exception(7, answer: "DECLINED"),
            after: series(daily, start: "DTSTART:20260106T090000Z")
                + exception(8, answer: "DECLINED"),
            answers: [
                "all": "NEEDS-ACTION", "08T090000Z": "NEEDS-ACTION", "07T090000Z": "DECLINED",
            ]
        ),
        Row(
            name: "A longer series asks again, and a date that was answered alone doesn't",
            before: series(daily) + exception(7, answer: "DECLINED"),
            after: series("RRULE:FREQ=DAILY;COUNT=11") + exception(7, answer: "DECLINED"),
            answers: ["all": "NEEDS-ACTION", "07T090000Z": "DECLINED"]
        ),
        Row(
            name: "Only the date that moves asks again",
            before: series(daily) + exception(7, answer: "DECLINED"),
            after: series(daily) + exception(7, at: "20260107T110000Z", answer: "DECLINED"),
            answers: ["all": "ACCEPTED", "07T090000Z": "NEEDS-ACTION"]
        ),
        Row(
            name: "A date that is moved away from the series asks again",
            before: series(daily),
            after: series(daily) + exception(7, at: "20260107T110000Z", answer: "ACCEPTED"),
            answers: ["all": "ACCEPTED", "07T090000Z": "NEEDS-ACTION"]
        ),
        Row(
            name: "A date that is with the series again asks again",
            before: series(daily) + exception(7, at: "20260107T110000Z", answer: "DECLINED"),
            after: series(daily),
            answers: ["all": "ACCEPTED", "07T090000Z": "NEEDS-ACTION"]
        ),
        Row(
            name: "An exception for a date that the series never had asks",
            before: series(daily),
            after: series(daily, "RDATE:20260120T090000Z") + exception(20, answer: "ACCEPTED"),
            answers: ["all": "NEEDS-ACTION", "20T090000Z": "NEEDS-ACTION"]
        ),
        // The program has read an older version of the event (RFC 6638, 3.2.10).
        Row(
            name: "An answer to one date that the program hasn't seen is kept",
            before: series(daily) + exception(7, answer: "DECLINED"),
            after: series(daily, "LOCATION:Attic"),
            answers: ["all": "ACCEPTED", "07T090000Z": "DECLINED"]
        ),
        Row(
            name: "Also as the series gets shorter",
            before: series(daily) + exception(7, answer: "TENTATIVE"),
            after: series("RRULE:FREQ=DAILY;UNTIL=20260109T090000Z"),
            answers: ["all": "ACCEPTED", "07T090000Z": "TENTATIVE"]
        ),
        Row(
            name: "But not if the date is no more",
            before: series(daily) + exception(7, answer: "DECLINED"),
            after: series("RRULE:FREQ=DAILY;COUNT=2"),
            answers: ["all": "ACCEPTED"]
        ),
        Row(
            name: "Nor if the organizer takes it out",
            before: series(daily) + exception(7, answer: "DECLINED"),
            after: series(daily, "EXDATE:20260107T090000Z"),
            answers: ["all": "ACCEPTED"]
        ),
        Row(
            name: "An exception with nothing else in it is none",
            before: series(daily) + exception(7, answer: "ACCEPTED"),
            after: series(daily),
            answers: ["all": "ACCEPTED"]
        ),
        Row(
            name: "The answer to the series is kept too",
            before: series(daily, answer: "TENTATIVE") + exception(7, answer: "DECLINED"),
            after: series(daily, answer: "NEEDS-ACTION"),
            answers: ["all": "TENTATIVE", "07T090000Z": "DECLINED"]
        ),
    ]

    @Test("Each date keeps its answer unless it moves", arguments: rows)
    func dates(row: Row) throws {
        #expect(try answers(stored(row.before, row.after)) == row.answers)
    }

    @Test("A date that comes back with its answer has the organizer's new content, and the comment")
    func content() throws {
        let note = ";X-MEANTIME-COMMENT=Ill;X-MEANTIME-MADE-OVERRIDE=TRUE"
        let before =
            Self.series(Self.daily)
            + Self.exception(7, answer: "DECLINED").map { line in
                line == Self.bernd("DECLINED") ? Self.bernd("DECLINED", note) : line
            }
        let stored = try stored(before, Self.series(Self.daily, "LOCATION:Attic"))
        let event = try #require(stored.components(named: "VEVENT").last)
        #expect(event.lines("LOCATION") == ["LOCATION:Attic"])
        let line = try #require(event.lines("ATTENDEE").last)
        #expect(line.contains("X-MEANTIME-COMMENT=Ill"))
        #expect(line.contains("X-MEANTIME-MADE-OVERRIDE=TRUE"))
    }

    @Test("A guest's delegates stay, unless the organizer has seen and removed them")
    func delegates() throws {
        let carla =
            "ATTENDEE;DELEGATED-FROM=\"mailto:b@example.com\";SCHEDULE-STATUS=1.2:mailto:c@example.com"
        let to = ";DELEGATED-TO=\"mailto:c@example.com\""
        let before = event(
            "DTSTART:20260105T090000Z",
            organizedByAnna,
            Self.bernd("DELEGATED", to),
            carla
        )
        let unseen = event(
            "DTSTART:20260105T090000Z",
            "SUMMARY:A",
            organizedByAnna,
            Self.bernd("ACCEPTED")
        )
        let kept = try stored(before, unseen).lines("ATTENDEE")
        #expect(kept.count == 2 && kept[0].contains("DELEGATED-TO") && kept[1] == carla, "\(kept)")
        let seen = event(
            "DTSTART:20260105T090000Z",
            organizedByAnna,
            Self.bernd("DELEGATED", to)
        )
        #expect(try stored(before, seen).lines("ATTENDEE").count == 1)
    }
}
