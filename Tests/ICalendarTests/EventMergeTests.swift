import Testing

@testable import ICalendar

@Suite("Whether two changes of an event contest a field")
struct EventMergeTests {
    private static func calendar(_ lines: [String], override: [String] = []) -> Component {
        let text =
            ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN"]
            + event(lines)
            + (override.isEmpty ? [] : event(["RECURRENCE-ID:20260103T090000Z"] + override))
            + ["END:VCALENDAR", ""]
        return CalendarText.parse(text.joined(separator: "\r\n")).components[0]
    }

    private static func event(_ lines: [String]) -> [String] {
        ["BEGIN:VEVENT", "UID:one"] + lines + ["END:VEVENT"]
    }

    private static let base = [
        "DTSTAMP:20260101T000000Z", "DTSTART:20260102T090000Z", "DTEND:20260102T100000Z",
        "SUMMARY:Lunch", "ATTENDEE:mailto:anna@example.org",
    ]

    private static func changed(_ old: String, to new: String...) -> [String] {
        base.flatMap { $0 == old ? new : [$0] }
    }

    @Test(
        "One side's field gives way only if both changed it, and not to the same",
        arguments: [
            (changed("SUMMARY:Lunch", to: "SUMMARY:Brunch"), true),
            (changed("SUMMARY:Lunch"), true),
            (changed("SUMMARY:Lunch", to: "SUMMARY:Late lunch"), false),
            (changed("DTEND:20260102T100000Z", to: "DTEND:20260102T110000Z"), false),
            (changed("SUMMARY:Lunch", to: "SUMMARY:Lunch", "LOCATION:Here"), false),
            (base, false),
        ]
    )
    func titles(theirs: [String], isContested: Bool) {
        let ours = Self.changed("SUMMARY:Lunch", to: "SUMMARY:Late lunch")
        #expect(Self.isContested(ours, theirs) == isContested)
    }

    @Test("When it begins and ends is one field")
    func times() {
        let earlier = Self.changed("DTSTART:20260102T090000Z", to: "DTSTART:20260102T080000Z")
        let longer = Self.changed("DTEND:20260102T100000Z", to: "DTEND:20260102T110000Z")
        #expect(Self.isContested(earlier, longer))
    }

    @Test("Lists and the time of a change are nobody's alone")
    func shared() {
        let stamped = Self.changed("DTSTAMP:20260101T000000Z", to: "DTSTAMP:20260105T000000Z")
        let later = Self.changed("DTSTAMP:20260101T000000Z", to: "DTSTAMP:20260106T000000Z")
        #expect(!Self.isContested(stamped, later))
        let attendee = "ATTENDEE:mailto:anna@example.org"
        let ben = Self.changed(attendee, to: attendee, "ATTENDEE:mailto:ben@example.org")
        let eve = Self.changed(attendee, to: attendee, "ATTENDEE:mailto:eve@example.org")
        #expect(!Self.isContested(ben, eve))
    }

    @Test("Each changed occurrence is compared with itself")
    func overrides() {
        func calendar(_ title: String) -> Component {
            Self.calendar(Self.base, override: ["SUMMARY:\(title)"])
        }
        let series = Self.calendar(
            Self.changed("SUMMARY:Lunch", to: "SUMMARY:Tea"),
            override: ["SUMMARY:Once"]
        )
        #expect(
            EventMerge.contested(
                calendar: calendar("Once"),
                ours: calendar("Here"),
                theirs: calendar("There")
            ).map { [$0.name, $0.ours, $0.theirs] } == [["SUMMARY", "Here", "There"]]
        )
        #expect(
            EventMerge.contested(
                calendar: calendar("Once"),
                ours: calendar("Here"),
                theirs: series
            ).isEmpty
        )
    }

    /// The series of every day, with lines of its own and the changed lines of its occurrence on 3 January.
    private static func daily(_ lines: String..., on third: [String]? = nil) -> Component {
        let series = calendar(base + ["RRULE:FREQ=DAILY"] + lines)
        guard let third else { return series }
        let kept = base.filter { line in
            !third.contains { $0.prefix { $0 != ":" } == line.prefix { $0 != ":" } }
        }
        let day = kept.map { $0.replacing("20260102T", with: "20260103T") } + third
        return calendar(
            base + ["RRULE:FREQ=DAILY"] + lines,
            override: day
        )
    }

    @Test("A moved series isn't merged with another version of a day that was changed before")
    func movedWithDay() {
        let base = Self.daily(on: ["SUMMARY:Tea"])
        let moved = Self.calendar(
            Self.changed("DTSTART:20260102T090000Z", to: "DTSTART:20260102T080000Z")
                + ["RRULE:FREQ=DAILY"],
            override: ["SUMMARY:Tea"]
        )
        let theirs = Self.daily(on: ["SUMMARY:Coffee"])
        #expect(!EventMerge.canMerge(calendar: base, ours: moved, theirs: theirs))
        #expect(EventMerge.canMerge(calendar: base, ours: moved, theirs: base))
    }

    @Test("A day that both sides change has the fields that either of them changed")
    func sameDay() throws {
        let merged = EventMerge.merged(
            calendar: Self.daily(),
            ours: Self.daily(on: ["SUMMARY:Tea"]),
            theirs: Self.daily(on: ["LOCATION:There"])
        )
        let day = try #require(merged.components.first { $0.first("RECURRENCE-ID") != nil })
        #expect(day.first("SUMMARY")?.rawValue == "Tea")
        #expect(day.first("LOCATION")?.rawValue == "There")
    }

    @Test(
        "Of a day that both sides change, what differs from the series on both sides is contested",
        arguments: [
            (["SUMMARY:Tea"], ["SUMMARY:Coffee"], ["SUMMARY"]),
            (["SUMMARY:Tea"], ["SUMMARY:Tea"], []),
            (["SUMMARY:Tea"], ["LOCATION:There"], []),
            (["DTSTART:20260103T080000Z"], ["DTEND:20260103T110000Z"], ["DTSTART"]),
            (["DTSTART:20260103T080000Z"], ["LOCATION:There"], []),
        ]
    )
    func contestedDay(ours: [String], theirs: [String], names: [String]) {
        let contested = EventMerge.contested(
            calendar: Self.daily(),
            ours: Self.daily(on: ours),
            theirs: Self.daily(on: theirs)
        )
        #expect(contested.map { $0.name } == names)
        #expect(contested.allSatisfy { $0.occurrence == "20260103T090000Z" })
    }

    @Test("A day that was removed here and changed there stays, and the removal is contested")
    func removedDay() {
        let base = Self.daily()
        let ours = Self.daily("EXDATE:20260103T090000Z")
        let theirs = Self.daily(on: ["SUMMARY:Tea"])
        func merged(_ removesDays: Bool) -> Component {
            EventMerge.merged(
                calendar: base,
                ours: removesDays ? theirs : ours,
                theirs: removesDays ? ours : theirs,
                removesDays: removesDays
            )
        }
        #expect(merged(false) == theirs)
        #expect(merged(true) == ours)
        let contested = EventMerge.contested(calendar: base, ours: ours, theirs: theirs)
        #expect(contested.map { $0.name } == ["EXDATE"])
        #expect(EventMerge.contested(calendar: base, ours: theirs, theirs: ours).isEmpty)
    }

    @Test(
        "A series that one side moved isn't merged with what the other did to single days",
        arguments: [
            ("DTSTART:20260102T080000Z", "EXDATE:20260104T090000Z", false),
            ("EXDATE:20260104T090000Z", "DTSTART:20260102T080000Z", false),
            ("RRULE:FREQ=WEEKLY", "DTSTART:20260102T080000Z", false),
            ("DTSTART:20260102T080000Z", "DTSTART:20260102T080000Z", true),
            ("DTSTART:20260102T080000Z", "LOCATION:Here", true),
            ("EXDATE:20260104T090000Z", "EXDATE:20260105T090000Z", true),
            ("EXDATE:20260104T090000Z", "LOCATION:Here", true),
        ]
    )
    func series(ours: String, theirs: String, isMerged: Bool) {
        func calendar(_ line: String) -> Component {
            let series = Self.base + ["RRULE:FREQ=DAILY"]
            let name = line.split(separator: ":")[0]
            return Self.calendar(series.filter { !$0.hasPrefix(name) } + [line])
        }
        let base = Self.calendar(Self.base + ["RRULE:FREQ=DAILY"])
        let isIt = EventMerge.canMerge(
            calendar: base,
            ours: calendar(ours),
            theirs: calendar(theirs)
        )
        #expect(isIt == isMerged)
    }

    private static func isContested(_ ours: [String], _ theirs: [String]) -> Bool {
        !EventMerge.contested(
            calendar: calendar(base),
            ours: calendar(ours),
            theirs: calendar(theirs)
        ).isEmpty
    }
}
