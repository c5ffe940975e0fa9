import CivilTime
import Testing

@testable import Agenda

/// Every way in which an alarm may say when it rings (RFC 5545, 3.8.6.3), on days when clocks change
/// too.
@Suite("When reminders ring")
struct ReminderTriggerTests {
    /// An event with alarms, and when they ring by the viewer's clock.
    struct Row: Sendable, CustomTestStringConvertible {
        /// The lines of the event without its alarms.
        let event: String
        /// The lines of each alarm.
        let alarms: [String]
        var zone = "Europe/Berlin"
        /// The first of the two days looked at, by the viewer's clock.
        let day: String
        let expected: [String]

        var testDescription: String {
            "\(event) \(alarms.joined(separator: " + ")) in \(zone)"
                .split(separator: "\n").joined(separator: " ")
        }
    }

    /// When a row's alarms ring in two days, as day, time and title.
    static func rings(_ row: Row) throws -> [String] {
        let alarms = row.alarms.map { "BEGIN:VALARM\n\($0)\nEND:VALARM" }
        var agenda = try Sample.agenda([])
        agenda.addZone(try Sample.zone(row.zone))
        agenda.setZone(try #require(agenda.zones.zone(ZoneID(row.zone))))
        let text = ([row.event, "SUMMARY:E"] + alarms).joined(separator: "\n")
        agenda.putObject(
            ObjectID(calendar: Sample.home, href: "e.ics"),
            etag: "",
            text: Sample.object(text, uid: "e")
        )
        let day = try #require(CivilDate(row.day))
        let start = agenda.zone.instant(of: CivilDateTime(date: day, time: .midnight))
        let from = start.adding(seconds: -1)
        return agenda.reminders(after: from, through: from.adding(seconds: 172_800)).map {
            let time = agenda.zone.civil(at: $0.instant).text
            return time.hasSuffix(":00") ? String(time.dropLast(3)) : time
        }
    }

    private static func trigger(_ value: String) -> String { "ACTION:DISPLAY\nTRIGGER\(value)" }

    @Test(
        "A time of a whole day is the same on the clock when it changes",
        arguments: [
            ("Europe/Berlin", "20260329"), ("Europe/Berlin", "20261025"),
            ("Europe/Berlin", "20260628"), ("America/New_York", "20260308"),
            ("America/New_York", "20261101"), ("Asia/Tokyo", "20260329"),
            // The clock skips midnight there, or shows it twice.
            ("Africa/Cairo", "20260424"), ("Africa/Cairo", "20261030"),
            ("America/Santiago", "20260906"), ("Asia/Beirut", "20260329"),
        ]
    )
    func wholeDays(zone: String, day: String) throws {
        let date = try #require(CivilDate(basic: day))
        let times: [(String, String, Int)] = [
            (":PT9H", "09:00", 0), (":PT540M", "09:00", 0), (":PT0S", "00:00", 0),
            (":P0DT9H0M0S", "09:00", 0), (":-PT7H", "17:00", -1), (":-PT420M", "17:00", -1),
            (":-PT15H", "09:00", -1), (":-P1DT15H", "09:00", -2), (":P1DT9H", "09:00", 1),
            (";RELATED=END:-PT15H", "09:00", 1), (";RELATED=END:-P1DT15H", "09:00", 0),
        ]
        for (value, time, days) in times {
            let expected = date.adding(days: days)
            let row = Row(
                event: "DTSTART;VALUE=DATE:\(day)\n"
                    + "DTEND;VALUE=DATE:\(date.adding(days: 2).basicText)",
                alarms: [Self.trigger(value)],
                zone: zone,
                day: expected.text,
                expected: []
            )
            let skipped = try Self.firstMinute(of: expected, in: zone)
            let rings = "\(expected.text)T\(max(time, skipped))"
            #expect(try Self.rings(row) == [rings], "\(value)")
        }
    }

    /// The first minute of a day that a zone's clock shows.
    private static func firstMinute(of date: CivilDate, in zone: String) throws -> String {
        let zone = try Sample.zone(zone)
        let instant = zone.instant(of: CivilDateTime(date: date, time: .midnight))
        return String(zone.civil(at: instant).text.dropFirst(11).prefix(5))
    }

    @Test("Days before a time are counted by the clock, and hours exactly", arguments: nominal)
    func nominalDays(row: Row) throws {
        #expect(try Self.rings(row) == row.expected)
    }

    static let nominal: [Row] = {
        let spring = "DTSTART;TZID=Europe/Berlin:20260329T100000\nDURATION:PT1H"
        let autumn = "DTSTART;TZID=Europe/Berlin:20261025T100000\nDURATION:PT1H"
        let american = "DTSTART;TZID=America/New_York:20260308T100000\nDURATION:PT1H"
        let rows: [(String, String, String, String, String)] = [
            (spring, ":-P1D", "Europe/Berlin", "2026-03-28", "2026-03-28T10:00"),
            (spring, ":-PT24H", "Europe/Berlin", "2026-03-28", "2026-03-28T09:00"),
            (spring, ":-P1DT2H", "Europe/Berlin", "2026-03-28", "2026-03-28T08:00"),
            (spring, ":-P1W", "Europe/Berlin", "2026-03-22", "2026-03-22T10:00"),
            (spring, ":-P8W", "Europe/Berlin", "2026-02-01", "2026-02-01T10:00"),
            (spring, ":P1D", "Europe/Berlin", "2026-03-30", "2026-03-30T10:00"),
            (spring, ";RELATED=END:-P1D", "Europe/Berlin", "2026-03-28", "2026-03-28T11:00"),
            (autumn, ":-P1D", "Europe/Berlin", "2026-10-24", "2026-10-24T10:00"),
            (autumn, ":-PT24H", "Europe/Berlin", "2026-10-24", "2026-10-24T11:00"),
            (autumn, ":-P1DT30M", "Europe/Berlin", "2026-10-24", "2026-10-24T09:30"),
            (american, ":-P1D", "America/New_York", "2026-03-07", "2026-03-07T10:00"),
            (american, ":-PT1440M", "America/New_York", "2026-03-07", "2026-03-07T09:00"),
            // By the clock of the event, whatever the viewer's: 10:00 in Berlin is 18:00 in Tokyo
            // before the change, and 17:00 after it.
            (spring, ":-P1D", "Asia/Tokyo", "2026-03-28", "2026-03-28T18:00"),
            (spring, ":PT0S", "Asia/Tokyo", "2026-03-29", "2026-03-29T17:00"),
            // Without a zone, by the viewer's.
            (
                "DTSTART:20260329T100000", ":-P1D", "Europe/Berlin", "2026-03-28",
                "2026-03-28T10:00"
            ),
            (
                "DTSTART:20260308T100000", ":-P1D", "America/New_York", "2026-03-07",
                "2026-03-07T10:00"
            ),
            // UTC has no changes.
            (
                "DTSTART:20260329T080000Z", ":-P1D", "Europe/Berlin", "2026-03-28",
                "2026-03-28T09:00"
            ),
        ]
        return rows.map { event, value, zone, day, expected in
            Row(event: event, alarms: [trigger(value)], zone: zone, day: day, expected: [expected])
        }
    }()

    @Test("Every spelling of a trigger rings, and every alarm that reminds", arguments: spellings)
    func spelling(row: Row) throws {
        #expect(try Self.rings(row) == row.expected)
    }

    static let spellings: [Row] = {
        let event = "DTSTART;TZID=Europe/Berlin:20260312T100000\nDURATION:PT90M"
        let rows: [(String, [String])] = [
            ("ACTION:DISPLAY\nTRIGGER:-PT10M", ["2026-03-12T09:50"]),
            ("ACTION:DISPLAY\nTRIGGER:-P0DT0H10M0S", ["2026-03-12T09:50"]),
            ("ACTION:DISPLAY\nTRIGGER;RELATED=START:-PT600S", ["2026-03-12T09:50"]),
            ("action:display\ntrigger;related=start:-pt10m", ["2026-03-12T09:50"]),
            ("ACTION:DISPLAY\nTRIGGER;VALUE=DURATION:-PT10M", ["2026-03-12T09:50"]),
            ("ACTION:DISPLAY\nTRIGGER:-PT90S", ["2026-03-12T09:58:30"]),
            ("ACTION:DISPLAY\nTRIGGER:-PT1H0M1S", ["2026-03-12T08:59:59"]),
            ("ACTION:DISPLAY\nTRIGGER:PT0S", ["2026-03-12T10:00"]),
            ("ACTION:DISPLAY\nTRIGGER:-PT0S", ["2026-03-12T10:00"]),
            ("ACTION:DISPLAY\nTRIGGER:P0D", ["2026-03-12T10:00"]),
            ("ACTION:DISPLAY\nTRIGGER:PT15M", ["2026-03-12T10:15"]),
            ("ACTION:DISPLAY\nTRIGGER:+PT15M", ["2026-03-12T10:15"]),
            ("ACTION:DISPLAY\nTRIGGER:P1DT1H", ["2026-03-13T11:00"]),
            ("ACTION:DISPLAY\nTRIGGER;RELATED=END:PT0S", ["2026-03-12T11:30"]),
            ("ACTION:DISPLAY\nTRIGGER;RELATED=END:-PT5M", ["2026-03-12T11:25"]),
            ("ACTION:DISPLAY\nTRIGGER;RELATED=\"END\":PT5M", ["2026-03-12T11:35"]),
            ("ACTION:DISPLAY\nTRIGGER;VALUE=DATE-TIME:20260312T073000Z", ["2026-03-12T08:30"]),
            ("ACTION:DISPLAY\nTRIGGER:20260312T073001Z", ["2026-03-12T08:30:01"]),
            ("ACTION:AUDIO\nTRIGGER:-PT10M", ["2026-03-12T09:50"]),
            ("TRIGGER:-PT10M", ["2026-03-12T09:50"]),
            ("ACTION:\nTRIGGER:-PT10M", ["2026-03-12T09:50"]),
            ("ACTION:EMAIL\nTRIGGER:-PT10M", []),
            ("ACTION:PROCEDURE\nTRIGGER:-PT10M", []),
            ("ACTION:NONE\nTRIGGER;VALUE=DATE-TIME:20260312T073000Z", []),
            ("ACTION:DISPLAY", []),
            (
                "ACTION:DISPLAY\nTRIGGER:-PT10M\nREPEAT:2\nDURATION:PT5M",
                ["2026-03-12T09:50", "2026-03-12T09:55", "2026-03-12T10:00"]
            ),
            (
                "ACTION:DISPLAY\nTRIGGER;RELATED=END:PT0S\nDURATION:P1D\nREPEAT:1",
                ["2026-03-12T11:30", "2026-03-13T11:30"]
            ),
            // Neither means anything without the other (RFC 5545, 3.6.6).
            ("ACTION:DISPLAY\nTRIGGER:-PT10M\nREPEAT:2", ["2026-03-12T09:50"]),
            ("ACTION:DISPLAY\nTRIGGER:-PT10M\nREPEAT:2\nDURATION:PT0S", ["2026-03-12T09:50"]),
        ]
        return rows.map {
            Row(event: event, alarms: [$0.0], day: "2026-03-12", expected: $0.1)
        }
    }()

    @Test("Series ring for each occurrence, as the event that describes it says", arguments: series)
    func repeating(row: Row) throws {
        #expect(try Self.rings(row) == row.expected)
    }

    static let series: [Row] = {
        let weekly = "DTSTART;TZID=Europe/Berlin:20260308T100000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY"
        let moved =
            "\nEND:VEVENT\nBEGIN:VEVENT\nUID:e\nSUMMARY:E\nDURATION:PT1H\n"
            + "DTSTART;TZID=Europe/Berlin:"
        let id = "\nRECURRENCE-ID;TZID=Europe/Berlin:20260329T100000"
        let ranged = "\nRECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20260322T100000"
        // The last alarm of a row is closed behind it.
        let inTheEnd =
            "\nBEGIN:VALARM\nTRIGGER:-PT30M\nEND:VALARM\nBEGIN:VALARM\nACTION:NONE"
        let override = "TRIGGER:-PT10M\nEND:VALARM\(moved)20260329T150000\(id)\(inTheEnd)"
        let range = "TRIGGER:-PT10M\nEND:VALARM\(moved)20260322T150000\(ranged)\(inTheEnd)"
        return [
            Row(
                event: weekly,
                alarms: ["TRIGGER:-P1D"],
                day: "2026-03-28",
                expected: ["2026-03-28T10:00"]
            ),
            Row(
                event: weekly,
                alarms: ["TRIGGER:-P1D"],
                day: "2026-04-04",
                expected: ["2026-04-04T10:00"]
            ),
            Row(
                event: weekly,
                alarms: ["TRIGGER:-P3W", "TRIGGER:P2W"],
                day: "2026-04-05",
                expected: ["2026-04-05T10:00", "2026-04-05T10:00"]
            ),
            Row(
                event: weekly + "\nEXDATE;TZID=Europe/Berlin:20260329T100000",
                alarms: ["TRIGGER:-P1D"],
                day: "2026-03-28",
                expected: []
            ),
            // An override has its own alarms, or none.
            Row(
                event: weekly,
                alarms: [override],
                day: "2026-03-29",
                expected: ["2026-03-29T14:30"]
            ),
            Row(
                event: weekly,
                alarms: [range],
                day: "2026-04-05",
                expected: ["2026-04-05T14:30"]
            ),
            Row(
                event: weekly,
                alarms: [range],
                day: "2026-03-15",
                expected: ["2026-03-15T09:50"]
            ),
            // An extra date with an end of its own.
            Row(
                event:
                    "DTSTART:20260301T090000Z\nDURATION:PT1H\n"
                    + "RDATE;VALUE=PERIOD:20260310T090000Z/PT5H",
                alarms: ["TRIGGER;RELATED=END:-PT1H"],
                zone: "Asia/Tokyo",
                day: "2026-03-10",
                expected: ["2026-03-10T22:00"]
            ),
            // A fixed time rings once.
            Row(
                event: weekly,
                alarms: ["TRIGGER;VALUE=DATE-TIME:20260401T080000Z"],
                day: "2026-04-01",
                expected: ["2026-04-01T10:00"]
            ),
            Row(
                event: "DTSTART;VALUE=DATE:20260301\nRRULE:FREQ=DAILY;COUNT=60",
                alarms: ["TRIGGER:PT9H"],
                day: "2026-03-28",
                expected: ["2026-03-28T09:00", "2026-03-29T09:00"]
            ),
            Row(
                event: "DTSTART;VALUE=DATE:20260301\nRRULE:FREQ=DAILY;COUNT=300",
                alarms: ["TRIGGER:-PT7H"],
                day: "2026-10-24",
                expected: ["2026-10-24T17:00", "2026-10-25T17:00"]
            ),
        ]
    }()

    @Test(
        "An alarm at a fixed time reminds of the next occurrence, or of the first if all are over"
    )
    func fixedTime() throws {
        let rows = [
            ("RRULE:FREQ=WEEKLY", "20260401T080000Z", "2026-04-05"),
            ("RRULE:FREQ=WEEKLY;COUNT=3", "20260401T080000Z", "2026-03-08"),
            ("RRULE:FREQ=WEEKLY", "20200401T080000Z", "2026-03-08"),
        ]
        for (rule, trigger, expected) in rows {
            let agenda = try Sample.agenda([
                "DTSTART:20260308T100000Z\nSUMMARY:E\n\(rule)\nBEGIN:VALARM\n"
                    + "TRIGGER;VALUE=DATE-TIME:\(trigger)\nEND:VALARM"
            ])
            let time = try #require(CivilDateTime(basic: trigger))
            let due = agenda.reminders(
                after: Zone.utc.instant(of: time).adding(seconds: -1),
                through: Zone.utc.instant(of: time)
            )
            #expect(due.map { $0.occurrence.start.date.text } == [expected])
        }
    }
}

extension CivilDate {
    fileprivate init?(basic text: String) {
        let digits = Array(text)
        self.init("\(String(digits[0..<4]))-\(String(digits[4..<6]))-\(String(digits[6..<8]))")
    }
}

extension CivilDateTime {
    fileprivate init?(basic text: String) {
        let digits = Array(text)
        guard let date = CivilDate(basic: String(digits[0..<8])) else { return nil }
        let time = "\(String(digits[9..<11])):\(String(digits[11..<13])):\(String(digits[13..<15]))"
        self.init("\(date.text)T\(time)")
    }
}
