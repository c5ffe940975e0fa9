import CivilTime
import Recurrence
import Testing

@Suite("Sets of rules, dates and exceptions")
struct RecurrenceSetTests {
    /// A series in Berlin and its first five times.
    struct Row: Sendable, CustomTestStringConvertible {
        let note: String
        let start: String
        var rules: [String] = []
        var dates: [String] = []
        var exceptions: [String] = []
        let expected: [String]

        var testDescription: String { note }
    }

    @Test(
        "A series has what its rules and dates add, minus its exceptions",
        arguments: [
            Row(
                note: "An event without rules happens once",
                start: "20260105T090000",
                expected: ["20260105T090000"]
            ),
            Row(
                note: "An event happens at its start even if no rule matches it",
                start: "20260105T090000",
                rules: ["FREQ=WEEKLY;BYDAY=TU;UNTIL=20260114T000000Z"],
                expected: ["20260105T090000", "20260106T090000", "20260113T090000"]
            ),
            Row(
                note: "COUNT counts a start that no rule matches as the first",
                start: "20260105T090000",
                rules: ["FREQ=WEEKLY;BYDAY=TU;COUNT=3"],
                expected: ["20260105T090000", "20260106T090000", "20260113T090000"]
            ),
            Row(
                note: "COUNT=1 gives only the start, even if no rule matches it",
                start: "20260105T090000",
                rules: ["FREQ=WEEKLY;BYDAY=TU;COUNT=1"],
                expected: ["20260105T090000"]
            ),
            Row(
                note: "COUNT counts a start that no rule matches even if an exception removes it",
                start: "20260105T090000",
                rules: ["FREQ=WEEKLY;BYDAY=TU;COUNT=2"],
                exceptions: ["20260105T090000"],
                expected: ["20260106T090000"]
            ),
            Row(
                note: "A start that one rule matches doesn't count in another rule's COUNT",
                start: "20260105T090000",
                rules: ["FREQ=WEEKLY;COUNT=1", "FREQ=WEEKLY;BYDAY=TU;COUNT=2"],
                expected: ["20260105T090000", "20260106T090000", "20260113T090000"]
            ),
            Row(
                note: "COUNT counts occurrences that exceptions remove",
                start: "20260105T090000",
                rules: ["FREQ=DAILY;COUNT=4"],
                exceptions: ["20260106T090000"],
                expected: ["20260105T090000", "20260107T090000", "20260108T090000"]
            ),
            Row(
                note: "UNTIL in UTC at the start's instant gives the start, once",
                start: "20260105T090000",
                rules: ["FREQ=DAILY;UNTIL=20260105T080000Z"],
                expected: ["20260105T090000"]
            ),
            Row(
                note: "UNTIL in UTC before the start gives only the event's own start",
                start: "20260105T090000",
                rules: ["FREQ=DAILY;UNTIL=20260105T075959Z"],
                expected: ["20260105T090000"]
            ),
            Row(
                note: "UNTIL in UTC leaves out a time that is one second later",
                start: "20260105T090000",
                rules: ["FREQ=DAILY;UNTIL=20260107T075959Z"],
                expected: ["20260105T090000", "20260106T090000"]
            ),
            Row(
                note: "A rule gives a start that the clock skips if UNTIL is at its instant",
                start: "20260329T023000",
                rules: ["FREQ=DAILY;UNTIL=20260329T013000Z"],
                expected: ["20260329T023000"]
            ),
            Row(
                note: "An exception in UTC removes the occurrence at the same instant",
                start: "20260105T090000",
                rules: ["FREQ=DAILY;COUNT=3"],
                exceptions: ["20260106T080000Z"],
                expected: ["20260105T090000", "20260107T090000"]
            ),
            Row(
                note: "An exception at another time removes nothing",
                start: "20260105T090000",
                rules: ["FREQ=DAILY;COUNT=2"],
                exceptions: ["20260106T090001"],
                expected: ["20260105T090000", "20260106T090000"]
            ),
            Row(
                note: "A date as exception removes the local day",
                start: "20260105T003000",
                rules: ["FREQ=DAILY;COUNT=3"],
                exceptions: ["20260106"],
                expected: ["20260105T003000", "20260107T003000"]
            ),
            Row(
                note: "In an all-day series, a time as exception removes its date",
                start: "20260105",
                rules: ["FREQ=DAILY;COUNT=3"],
                exceptions: ["20260106T000000"],
                expected: ["20260105", "20260107"]
            ),
            Row(
                note: "An exception can remove the start",
                start: "20260105",
                rules: ["FREQ=DAILY;COUNT=2"],
                exceptions: ["20260105"],
                expected: ["20260106"]
            ),
            Row(
                note: "Added dates are sorted in, and no instant comes twice",
                start: "20260105T090000",
                rules: ["FREQ=WEEKLY;COUNT=2"],
                dates: ["20260107T120000", "20260112T080000Z", "20260101T100000"],
                expected: [
                    "20260101T100000", "20260105T090000", "20260107T120000", "20260112T090000",
                ]
            ),
            Row(
                note: "An added date takes the start's time of day",
                start: "20260105T090000",
                dates: ["20260108"],
                expected: ["20260105T090000", "20260108T090000"]
            ),
            Row(
                note: "Exceptions remove added dates too",
                start: "20260105T090000",
                dates: ["20260108T090000", "20260109T090000"],
                exceptions: ["20260108T090000"],
                expected: ["20260105T090000", "20260109T090000"]
            ),
            Row(
                note: "Two rules add their occurrences",
                start: "20260105",
                rules: ["FREQ=WEEKLY;COUNT=2", "FREQ=DAILY;INTERVAL=5;COUNT=3"],
                expected: ["20260105", "20260110", "20260112", "20260115"]
            ),
            Row(
                note: "An hourly rule gives nothing in an all-day series",
                start: "20260105",
                rules: ["FREQ=HOURLY"],
                expected: ["20260105"]
            ),
            Row(
                note: "A series can lose all its occurrences to exceptions",
                start: "20260105",
                rules: ["FREQ=DAILY;COUNT=2"],
                exceptions: ["20260105", "20260106"],
                expected: []
            ),
        ]
    )
    func sets(row: Row) throws {
        let set = try Self.set(row)
        let found = set.occurrences().prefix(5)
        #expect(found.map { TestTime.text(set.time(of: $0)) } == row.expected)
        #expect(set.last.map { TestTime.text(set.time(of: $0)) } == row.expected.last)
        for occurrence in found { #expect(set.contains(set.time(of: occurrence))) }
        for (before, after) in zip(found, found.dropFirst()) {
            #expect(set.last(before: after.instant) == before)
        }
    }

    private static func set(_ row: Row) throws -> RecurrenceSet {
        func times(_ texts: [String]) throws -> [CalendarTime] {
            try texts.map { try TestTime.time($0, zoneName: "Europe/Berlin") }
        }
        return RecurrenceSet(
            start: try TestTime.time(row.start, zoneName: "Europe/Berlin"),
            rules: try row.rules.map { try RecurrenceRule(parsing: $0) },
            dates: try times(row.dates),
            exceptions: try times(row.exceptions),
            zone: try TestTime.zone("Europe/Berlin")
        )
    }

    @Test("Times in other zones are read with the catalogue's zones")
    func otherZones() throws {
        var zones = ZoneCatalogue()
        zones.add(try TestTime.zone("America/New_York"))
        let set = RecurrenceSet(
            start: try TestTime.time("20260105T090000", zoneName: "Europe/Berlin"),
            rules: [try RecurrenceRule(parsing: "FREQ=DAILY;COUNT=3")],
            dates: [try TestTime.time("20260106T120000", zoneName: "America/New_York")],
            exceptions: [try TestTime.time("20260106T030000", zoneName: "America/New_York")],
            zone: try TestTime.zone("Europe/Berlin"),
            zones: zones
        )
        let found = set.occurrences().map(\.instant.basicText)
        #expect(found == ["20260105T080000Z", "20260106T170000Z", "20260107T080000Z"])
    }

    @Test(
        "A set contains a time by its instant, whatever zone the time is written in",
        arguments: [
            ("20260106T090000", "Europe/Berlin", true),
            ("20260106T030000", "America/New_York", true),
            ("20260106T090000", "America/New_York", false), ("20260106T080000Z", "", true),
            ("20260106T090000Z", "", false), ("20260106T090000", "", true), ("20260106", "", true),
            ("20260109", "", false),
        ]
    )
    func containsInOtherZones(time: String, zoneName: String, isIn: Bool) throws {
        var zones = ZoneCatalogue()
        zones.add(try TestTime.zone("America/New_York"))
        let set = RecurrenceSet(
            start: try TestTime.time("20260105T090000", zoneName: "Europe/Berlin"),
            rules: [try RecurrenceRule(parsing: "FREQ=DAILY;COUNT=3")],
            zone: try TestTime.zone("Europe/Berlin"),
            zones: zones
        )
        #expect(set.contains(try TestTime.time(time, zoneName: zoneName)) == isIn)
    }

    @Test("A copy of an iterator is independent")
    func copies() throws {
        let set = RecurrenceSet(
            start: try TestTime.time("20260105"),
            rules: [try RecurrenceRule(parsing: "FREQ=DAILY")],
            zone: .utc
        )
        var iterator = set.occurrences()
        _ = iterator.next()
        var copy = iterator
        #expect(iterator.next() == copy.next())
        _ = iterator.next()
        #expect(copy.next().map { TestTime.text(set.time(of: $0)) } == "20260107")
    }

    @Test(
        "Endless series have no last occurrence",
        arguments: [
            ("FREQ=DAILY", true), ("FREQ=DAILY;COUNT=2", false),
            ("FREQ=DAILY;UNTIL=20270101", false),
            ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", false),
        ]
    )
    func endless(rule: String, isEndless: Bool) throws {
        let set = RecurrenceSet(
            start: try TestTime.time("20260105"),
            rules: [try RecurrenceRule(parsing: rule)],
            zone: .utc
        )
        #expect(set.isEndless == isEndless)
        #expect((set.last == nil) == isEndless)
    }

    @Test("A window far from the start gives the same as walking there")
    func farWindow() throws {
        let low = try #require(Instant("20900301T000000Z"))
        let high = try #require(Instant("20900401T000000Z"))
        for rule in [
            "FREQ=WEEKLY;INTERVAL=3;BYDAY=MO,SA", "FREQ=DAILY;INTERVAL=7;COUNT=7000",
            "FREQ=MONTHLY;BYDAY=-1FR;COUNT=2000", "FREQ=WEEKLY;BYDAY=MO,SA;COUNT=20000",
            "FREQ=HOURLY;INTERVAL=5;COUNT=300000", "FREQ=YEARLY;BYWEEKNO=10;BYDAY=MO,SU",
        ] {
            let set = RecurrenceSet(
                start: try TestTime.time("19700103T023000", zoneName: "Europe/Berlin"),
                rules: [try RecurrenceRule(parsing: rule)],
                zone: try TestTime.zone("Europe/Berlin")
            )
            var expected: [Occurrence] = []
            for occurrence in set.occurrences() {
                if occurrence.instant >= high { break }
                if occurrence.instant >= low { expected.append(occurrence) }
            }
            #expect(Array(set.occurrences(in: low..<high)) == expected, "\(rule)")
            #expect(!expected.isEmpty, "\(rule)")
        }
    }

    @Test("The last of a COUNT is where walking ends")
    func lastOfCounts() throws {
        for rule in [
            "FREQ=DAILY;INTERVAL=7;COUNT=701", "FREQ=WEEKLY;BYDAY=MO,SA;COUNT=333",
            "FREQ=MONTHLY;BYMONTHDAY=31;COUNT=99", "FREQ=MINUTELY;INTERVAL=50;COUNT=5000",
            "FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1,-1;COUNT=77", "FREQ=DAILY;BYHOUR=1,5;COUNT=1",
        ] {
            let set = RecurrenceSet(
                start: try TestTime.time("20240103T023000", zoneName: "Europe/Berlin"),
                rules: [try RecurrenceRule(parsing: rule)],
                zone: try TestTime.zone("Europe/Berlin"),
                includesStart: false
            )
            #expect(set.last == Array(set.occurrences()).last, "\(rule)")
        }
    }
}
