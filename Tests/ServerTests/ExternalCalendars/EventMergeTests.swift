import ICalendar
import Testing

@testable import Server

@Suite("Merging two changes of one event")
struct EventMergeTests {
    private static func calendar(_ events: [[String]], zone: String? = nil) -> String {
        var lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN"]
        if let zone {
            lines += [
                "BEGIN:VTIMEZONE", "TZID:\(zone)", "BEGIN:STANDARD", "DTSTART:19700101T000000",
                "TZOFFSETFROM:+0100", "TZOFFSETTO:+0100", "END:STANDARD", "END:VTIMEZONE",
            ]
        }
        for event in events {
            lines += ["BEGIN:VEVENT", "UID:one", "DTSTAMP:20260101T000000Z"] + event
            lines.append("END:VEVENT")
        }
        return (lines + ["END:VCALENDAR", ""]).joined(separator: "\r\n")
    }

    private static let times = ["DTSTART:20260102T090000Z", "DTEND:20260102T100000Z"]

    private static func event(_ lines: String...) -> String { calendar([times + lines]) }

    /// The lines of the events of what comes of two changes.
    private static func merged(
        _ base: String?,
        _ ours: String,
        _ theirs: String
    ) throws -> [String] {
        let draft = try #require(EventMerge.draft(base: base, ours: ours, theirs: theirs))
        return draft.ical.split(separator: "\r\n").map(String.init)
            .filter { !["VERSION:2.0", "PRODID:-//Test//EN"].contains($0) }
    }

    private static func has(_ lines: [String], _ wanted: String...) -> Bool {
        wanted.allSatisfy(lines.contains)
    }

    @Test("Each side's change of a field of its own counts")
    func fields() throws {
        let lines = try Self.merged(
            Self.event("SUMMARY:a", "LOCATION:x"),
            Self.event("SUMMARY:b", "LOCATION:x"),
            Self.event("SUMMARY:a", "LOCATION:y", "URL:https://example.org")
        )
        #expect(Self.has(lines, "SUMMARY:b", "LOCATION:y", "URL:https://example.org"))
    }

    @Test("A field that one side removed is gone, unless the other changed it")
    func removedFields() throws {
        let base = Self.event("LOCATION:x", "URL:https://example.org")
        let lines = try Self.merged(
            base,
            Self.event("SUMMARY:new"),
            Self.event("LOCATION:y", "URL:https://example.org")
        )
        #expect(Self.has(lines, "SUMMARY:new", "LOCATION:y"))
        #expect(!lines.contains("URL:https://example.org"))
    }

    @Test("Where both changed the same field, theirs counts")
    func sameField() throws {
        let lines = try Self.merged(
            Self.event("SUMMARY:a"),
            Self.event("SUMMARY:b"),
            Self.event("SUMMARY:c")
        )
        #expect(lines.count { $0.hasPrefix("SUMMARY") } == 1)
        #expect(lines.contains("SUMMARY:c"))
    }

    @Test("Start and end change together")
    func times() throws {
        let lines = try Self.merged(
            Self.event(),
            Self.calendar([["DTSTART:20260102T090000Z", "DTEND:20260102T110000Z"]]),
            Self.calendar([["DTSTART:20260103T090000Z", "DURATION:PT1H"]])
        )
        #expect(Self.has(lines, "DTSTART:20260103T090000Z", "DURATION:PT1H"))
        #expect(!lines.contains { $0.hasPrefix("DTEND") })
    }

    @Test("Lists take what both sides added, and lose what either removed")
    func lists() throws {
        let rule = "RRULE:FREQ=DAILY"
        let lines = try Self.merged(
            Self.event(rule, "EXDATE:20260103T090000Z", "EXDATE:20260104T090000Z"),
            Self.event(rule, "EXDATE:20260103T090000Z", "EXDATE:20260105T090000Z"),
            Self.event(
                rule,
                "EXDATE:20260103T090000Z",
                "EXDATE:20260104T090000Z",
                "EXDATE:20260106T090000Z"
            )
        )
        let dates = lines.filter { $0.hasPrefix("EXDATE") }.map { $0.dropFirst(7).prefix(8) }
        #expect(Set(dates) == ["20260103", "20260105", "20260106"])
        #expect(dates.count == 3)
    }

    @Test("Two attendees' answers don't undo each other")
    func attendees() throws {
        func attendee(_ name: String, _ answer: String) -> String {
            "ATTENDEE;PARTSTAT=\(answer):mailto:\(name)@example.org"
        }
        let lines = try Self.merged(
            Self.event(attendee("anna", "NEEDS-ACTION"), attendee("bob", "NEEDS-ACTION")),
            Self.event(attendee("anna", "ACCEPTED"), attendee("bob", "NEEDS-ACTION")),
            Self.event(attendee("ANNA", "NEEDS-ACTION"), attendee("bob", "DECLINED"))
        )
        let answers = lines.filter { $0.hasPrefix("ATTENDEE") }
        #expect(answers.count == 2)
        #expect(answers.contains(attendee("bob", "DECLINED")))
    }

    @Test("Changes of different dates of a series are both kept")
    func overrides() throws {
        func override(_ day: Int, _ title: String) -> [String] {
            [
                "RECURRENCE-ID:2026010\(day)T090000Z", "DTSTART:2026010\(day)T120000Z",
                "DTEND:2026010\(day)T130000Z", "SUMMARY:\(title)",
            ]
        }
        let master = Self.times + ["RRULE:FREQ=DAILY", "SUMMARY:a"]
        let lines = try Self.merged(
            Self.calendar([master, override(5, "old")]),
            Self.calendar([master, override(3, "ours")]),
            Self.calendar([master, override(4, "theirs"), override(5, "old")])
        )
        #expect(Self.has(lines, "SUMMARY:a", "SUMMARY:ours", "SUMMARY:theirs"))
        #expect(!lines.contains("SUMMARY:old"))
    }

    @Test("Reminders count as one field, and the greater sequence counts")
    func reminders() throws {
        func alarm(_ minutes: Int) -> [String] {
            [
                "BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:x", "TRIGGER:-PT\(minutes)M",
                "END:VALARM",
            ]
        }
        let lines = try Self.merged(
            Self.calendar([Self.times + ["SEQUENCE:1"] + alarm(5)]),
            Self.calendar([Self.times + ["SEQUENCE:10"] + alarm(15)]),
            Self.calendar([Self.times + ["SEQUENCE:9", "SUMMARY:b"] + alarm(5)])
        )
        #expect(Self.has(lines, "SEQUENCE:10", "SUMMARY:b", "TRIGGER:-PT15M"))
        #expect(!lines.contains("TRIGGER:-PT5M"))
    }

    @Test("Without anything in common, what only one side has is kept, and theirs counts else")
    func noBase() throws {
        let lines = try Self.merged(
            nil,
            Self.event("SUMMARY:a", "LOCATION:x"),
            Self.event("SUMMARY:b", "X-THEIRS:y")
        )
        #expect(Self.has(lines, "SUMMARY:b", "LOCATION:x", "X-THEIRS:y"))
    }

    @Test("An occurrence that one side took out, and the other changed, takes place")
    func changedAndTakenOut() throws {
        let times = Self.times + ["RRULE:FREQ=DAILY;COUNT=5"]
        let other = ["RECURRENCE-ID:20260103T090000Z", "DTSTART:20260103T110000Z", "SUMMARY:late"]
        let both = "EXDATE:20260103T090000Z,20260104T090000Z"
        let lines = try Self.merged(
            Self.calendar([times]),
            Self.calendar([times + [both]]),
            Self.calendar([times, other])
        )
        #expect(Self.has(lines, "EXDATE:20260104T090000Z", "SUMMARY:late"))
        #expect(!lines.contains(both))
        // What one side has of itself stays as it is.
        let odd = Self.calendar([times + [both], other])
        #expect(Self.has(try Self.merged(Self.calendar([times]), odd, odd), both, "SUMMARY:late"))
    }

    @Test("The time zones that either side names are described")
    func zones() throws {
        let base = Self.calendar([Self.times], zone: "Own/One")
        let ours = Self.calendar(
            [["DTSTART;TZID=Own/Two:20260102T090000", "DURATION:PT1H"]],
            zone: "Own/Two"
        )
        let theirs = Self.calendar([Self.times + ["SUMMARY:b"]], zone: "Own/One")
        let lines = try Self.merged(base, ours, theirs)
        #expect(Self.has(lines, "TZID:Own/Two", "SUMMARY:b"))
        #expect(lines.contains { $0.hasPrefix("DTSTART;TZID=Own/Two") })
    }

    @Test("Thousands of fields on both sides are merged one by one, not each with each")
    func manyFields() throws {
        func lines(_ side: String) -> [String] { (1...19_000).map { "X-\(side)\($0):x" } }
        let merged = try #require(
            EventMerge.draft(
                base: Self.event(),
                ours: Self.calendar([Self.times + lines("A").prefix(9_000)]),
                theirs: Self.calendar([Self.times + lines("B").prefix(9_000)])
            )
        )
        #expect(merged.ical.contains("X-A9000:x"))
        #expect(merged.ical.contains("X-B9000:x"))
    }

    @Test("The side that moved a series decides, and the other's changes of single days give way")
    func movedSeries() throws {
        let rule = "RRULE:FREQ=DAILY"
        let (still, moved) = (
            Self.times + [rule],
            ["DTSTART:20260102T080000Z", "DTEND:20260102T090000Z", rule]
        )
        let late = ["RECURRENCE-ID:20260103T090000Z", "DTSTART:20260103T110000Z", "SUMMARY:late"]
        let changed = Self.calendar([still + ["LOCATION:x", "EXDATE:20260104T090000Z"], late])
        for lines in [
            try Self.merged(Self.calendar([still]), changed, Self.calendar([moved])),
            try Self.merged(Self.calendar([still]), Self.calendar([moved]), changed),
        ] {
            #expect(Self.has(lines, "DTSTART:20260102T080000Z", rule, "LOCATION:x"))
            #expect(!lines.contains { $0.hasPrefix("EXDATE") || $0.hasPrefix("RECURRENCE-ID") })
        }
    }

    @Test("A series that both sides moved happens when theirs does, by their rule")
    func movedTwice() throws {
        let ours = [
            "DTSTART:20260102T080000Z", "DTEND:20260102T090000Z", "RRULE:FREQ=WEEKLY", "LOCATION:x",
        ]
        let theirs = ["DTSTART:20260102T100000Z", "DTEND:20260102T110000Z", "RRULE:FREQ=DAILY"]
        let lines = try Self.merged(
            Self.event("RRULE:FREQ=DAILY"),
            Self.calendar([ours]),
            Self.calendar([theirs])
        )
        #expect(Self.has(lines, "DTSTART:20260102T100000Z", "RRULE:FREQ=DAILY", "LOCATION:x"))
    }

    @Test("What isn't a calendar is taken as theirs")
    func notCalendar() {
        #expect(EventMerge.draft(base: nil, ours: "x", theirs: Self.event()) == nil)
    }
}
