import Agenda
import CivilTime
import Testing

/// The number of series that a window looks at: those outside it are left alone.
@Suite("The window index")
struct WindowIndexTests {
    /// A kind of event, with many around a window and few that touch it.
    struct Row: Sendable, CustomTestStringConvertible {
        let what: String
        /// The lines of the nth event.
        let event: @Sendable (Int) -> String
        /// The most series of 3,000 that a month may look at.
        let seriesMax: Int
        var testDescription: String { what }
    }

    static let rows = [
        Row(
            what: "single events, one a day",
            event: { "DTSTART;VALUE=DATE:\(day($0))\nSUMMARY:\($0)" },
            seriesMax: 31
        ),
        Row(
            what: "events of a hundred days",
            event: { "DTSTART;VALUE=DATE:\(day($0))\nDURATION:P100D\nSUMMARY:\($0)" },
            seriesMax: 130
        ),
        Row(
            what: "series that ended",
            event: { "DTSTART:\(day($0))T090000Z\nRRULE:FREQ=DAILY;COUNT=5\nSUMMARY:\($0)" },
            // Each series has two more days at either end for differences between zones.
            seriesMax: 42
        ),
        Row(
            what: "birthdays",
            event: { "DTSTART;VALUE=DATE:\(day($0))\nRRULE:FREQ=YEARLY\nSUMMARY:\($0)" },
            // Of the 1,096 that have begun, only those of a few weeks of the year.
            seriesMax: 150
        ),
        Row(
            what: "yearly weekdays",
            event: {
                "DTSTART:\(day($0))T090000Z\nRRULE:FREQ=YEARLY;BYMONTH=\(day($0).dropFirst(4).prefix(2));BYDAY=2TU\nSUMMARY:\($0)"
            },
            seriesMax: 250
        ),
        Row(
            what: "yearly rules that don't match their starts",
            event: {
                "DTSTART:\(day($0))T090000Z\nRRULE:FREQ=YEARLY;BYMONTH=\($0 % 12 + 1);BYMONTHDAY=5\nSUMMARY:\($0)"
            },
            // The series of three months of twelve, and the 31 that begin in this month.
            seriesMax: 1_070 / 12 * 3 + 31
        ),
    ]

    /// The nth day from 1 January 2024.
    private static func day(_ number: Int) -> String {
        (CivilDate(year: 2024, month: 1, day: 1) ?? .min).adding(days: number).basicText
    }

    @Test("A month looks at the series in it and few others", arguments: rows)
    func cost(row: Row) throws {
        let agenda = try Sample.agenda((0..<3_000).map { row.event($0) })
        let from = try #require(CivilDate("2026-12-01"))
        let month = from..<from.adding(days: 31)
        let cost = agenda.cost(of: month)
        #expect(!agenda.occurrences(in: month).isEmpty)
        #expect(cost.series <= row.seriesMax, "\(cost.series)")
        #expect(cost.entries <= row.seriesMax * 3 + 6 * 128, "\(cost.entries)")
    }

    @Test(
        "Yearly series are found in every window",
        arguments: [
            "RRULE:FREQ=YEARLY", "RRULE:FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=-1",
            "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", "RRULE:FREQ=YEARLY;BYMONTH=1;BYDAY=1SU",
            "RRULE:FREQ=YEARLY;BYMONTH=12;BYDAY=-1TH", "RRULE:FREQ=YEARLY;BYDAY=20MO",
            "RRULE:FREQ=YEARLY;INTERVAL=3", "RRULE:FREQ=YEARLY;BYMONTH=3,9",
        ]
    )
    func yearly(rule: String) throws {
        let starts = ["20200101", "20200229", "20201231", "20200615"]
        let agenda = try Sample.agenda(
            starts.map { "DTSTART;VALUE=DATE:\($0)\nDURATION:P9D\n\(rule)\nSUMMARY:\($0)" }
        )
        let from = try #require(CivilDate("2020-01-01"))
        let whole = agenda.occurrences(in: from..<from.adding(days: 8 * 366))
        #expect(whole.count >= 8)
        for week in 0..<416 {
            let first = from.adding(days: week * 7)
            let last = first.adding(days: 7)
            let keys = agenda.occurrences(in: first..<last).map(\.key)
            let expected = whole.filter { $0.firstDate < last && $0.lastDate >= first }.map(\.key)
            #expect(Set(keys) == Set(expected), "\(first.text)")
            #expect(keys.count == expected.count)
        }
    }

    @Test("After random changes, the index gives the same as a new one")
    func random() throws {
        var agenda = try Sample.agenda([])
        var random = Seed(state: 2_026)
        var texts: [String: String] = [:]
        for step in 0..<1_500 {
            let number = random.next(200)
            let href = "e\(number).ics"
            let id = ObjectID(calendar: Sample.home, href: href)
            if random.next(3) == 0 {
                agenda.removeObject(id)
                texts[href] = nil
            } else {
                let text = Self.event(&random, number)
                agenda.putObject(id, etag: "", text: Sample.object(text, uid: "e\(number)"))
                texts[href] = text
            }
            guard step % 50 == 49 else { continue }
            var fresh = try Sample.agenda([])
            for (href, text) in texts.sorted(by: { $0.key < $1.key }) {
                let id = ObjectID(calendar: Sample.home, href: href)
                fresh.putObject(
                    id,
                    etag: "",
                    text: Sample.object(text, uid: String(href.dropLast(4)))
                )
            }
            let from = "20\(20 + random.next(10))-0\(1 + random.next(9))-01"
            let to = try #require(CivilDate(from)).adding(days: 1 + random.next(500)).text
            #expect(try Sample.list(agenda, from, to) == Sample.list(fresh, from, to))
        }
        #expect(agenda.objectCount == texts.count)
    }

    private static func event(_ random: inout Seed, _ number: Int) -> String {
        let date = (CivilDate(year: 2020, month: 1, day: 1) ?? .min)
            .adding(days: random.next(4_000)).basicText
        let length = [1, 1, 3, 20, 200, 3_000][random.next(6)]
        let rule = [
            "", "", "RRULE:FREQ=WEEKLY\n", "RRULE:FREQ=YEARLY\n", "RRULE:FREQ=DAILY;COUNT=3\n",
        ]
        return
            "DTSTART;VALUE=DATE:\(date)\nDURATION:P\(length)D\n\(rule[random.next(5)])SUMMARY:\(number)"
    }
}

/// Pseudo-random numbers, the same in each run.
struct Seed {
    var state: UInt64

    /// A number from 0 up to, not including, a bound.
    mutating func next(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(bound))
    }
}
