import CivilTime
import ICalendar
import Recurrence
import Testing

@testable import Agenda

/// The most steps that a question may cost, whatever a fellow member has stored.
@Suite("The budget of a question")
struct QuestionBudgetTests {
    /// Events made to keep others waiting.
    struct Row: Sendable, CustomTestStringConvertible {
        let what: String
        /// The lines of the nth event, and the number of events.
        let event: @Sendable (Int) -> String
        var count = 1
        var testDescription: String { what }
    }

    private static let daily = "DTSTART:20260101T000000Z\nDURATION:PT30M\nSUMMARY:x\n"

    private static func lines(_ count: Int, _ line: (Int) -> String) -> String {
        (0..<count).map(line).joined(separator: "\n")
    }

    private static func time(_ second: Int) -> String {
        Instant(secondsSinceEpoch: 1_772_300_000 + Int64(second)).basicText
    }

    static let rows = [
        Row(what: "every second", event: { _ in daily + "RRULE:FREQ=SECONDLY" }),
        Row(what: "every minute", event: { _ in daily + "RRULE:FREQ=MINUTELY" }),
        Row(
            what: "10,000 rules",
            event: { _ in daily + lines(10_000) { "RRULE:FREQ=MINUTELY;INTERVAL=\($0 + 1)" } }
        ),
        Row(
            what: "exception rules for every second",
            event: { _ in
                daily + "RRULE:FREQ=SECONDLY\n"
                    + lines(60) { "EXRULE:FREQ=MINUTELY;BYSECOND=\($0)" }
            }
        ),
        Row(
            what: "40,000 dates",
            event: { _ in daily + "RDATE:" + (0..<40_000).map(time).joined(separator: ",") }
        ),
        Row(
            what: "40,000 exceptions",
            event: { _ in
                daily + "RRULE:FREQ=SECONDLY\nEXDATE:"
                    + (0..<40_000).map(time).joined(separator: ",")
            }
        ),
        Row(
            what: "a century, every hour",
            event: { _ in
                "DTSTART:19000101T000000Z\nDURATION:P36500D\nRRULE:FREQ=HOURLY\nSUMMARY:x"
            }
        ),
        Row(
            what: "2,000 overrides with THISANDFUTURE",
            event: { _ in
                daily + "RRULE:FREQ=HOURLY\n"
                    + lines(2_000) {
                        let at = time($0 * 3_600)
                        return "--RECURRENCE-ID;RANGE=THISANDFUTURE:\(at)\nDTSTART:\(at)\nSUMMARY:y"
                    }
            }
        ),
        Row(
            what: "3,000 every second",
            event: { _ in daily + "RRULE:FREQ=SECONDLY" },
            count: 3_000
        ),
        Row(what: "3,000 every day", event: { _ in daily + "RRULE:FREQ=DAILY" }, count: 3_000),
        Row(
            what: "3,000 that hardly ever happen",
            event: {
                "DTSTART:20000229T\(100_000 + $0)Z\nRRULE:FREQ=HOURLY;INTERVAL=23;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO;BYHOUR=5"
            },
            count: 3_000
        ),
        Row(
            what: "25,000 at once",
            event: { _ in "DTSTART:20260311T100000Z\nSUMMARY:x" },
            count: 25_000
        ),
    ]

    private static let group = CalendarID("group")

    /// A weekly event of the viewer's, next to the events that somebody has put into a group's
    /// calendar.
    private static func agenda(_ row: Row) throws -> Agenda {
        var agenda = try Sample.agenda([
            "DTSTART;TZID=Europe/Berlin:20260107T090000\nRRULE:FREQ=WEEKLY\nSUMMARY:Own"
        ])
        var group = CalendarCollection(id: Self.group, name: "Group", color: .red)
        group.level = .group
        agenda.putCalendar(group)
        for number in 0..<row.count {
            let id = ObjectID(calendar: Self.group, href: "\(number).ics")
            let text = Sample.object(row.event(number), uid: "x\(number)")
            agenda.putObject(id, etag: "", text: text)
        }
        return agenda
    }

    @Test("The budget holds, and the viewer's own events are all found", arguments: rows)
    func worst(row: Row) throws {
        let agenda = try Self.agenda(row)
        let from = try #require(CivilDate("2026-03-09"))
        for (count, own) in [(1, 0), (7, 1), (84, 12), (366, 52)] {
            let days = from..<from.adding(days: count)
            var budget = QuestionBudget.view
            let found = agenda.occurrences(in: days, within: &budget)
            #expect(found.count <= Limits.occurrencesMax)
            #expect(found.filter { $0.event.title == "Own" }.count == own)
            let cost = agenda.cost(of: days)
            // The steps of the last series may go beyond the budget.
            #expect(cost.steps <= Limits.stepsMax + Limits.stepsOfSeriesMax, "\(cost.steps)")
            #expect(cost.starts <= Limits.stepsMax)
        }
        let now = Sample.now
        #expect(
            agenda.search(SearchQuery("x", includesPast: true), now: now).occurrences.count <= 50
        )
        let due = agenda.reminders(after: now, through: now.adding(seconds: 86_400))
        #expect(due.isEmpty)
    }

    @Test("A day shows the same starts of a series, up to 32, whatever the window")
    func startsOfDay() throws {
        for (minutes, count) in [(45, 32), (44, 32), (60, 24), (1, 32)] {
            let agenda = try Sample.agenda(
                ["DTSTART:20260101T000000Z\nRRULE:FREQ=MINUTELY;INTERVAL=\(minutes)\nSUMMARY:x"],
                zone: "UTC"
            )
            let from = try #require(CivilDate("2026-01-01"))
            let whole = agenda.occurrences(in: from..<from.adding(days: 90))
            for offset in 0..<30 {
                let date = from.adding(days: offset)
                let day = agenda.occurrences(in: date..<date.adding(days: 1))
                #expect(day.map(\.key) == whole.filter { $0.firstDate == date }.map(\.key))
                if minutes != 44 { #expect(day.count == count) }
                let isTruncated = agenda.isTruncated(try #require(day.first))
                let days = date..<date.adding(days: 1)
                let all = try #require(agenda.allOccurrences(in: days, limit: 2_000))
                #expect(isTruncated == (all.count > 32))
            }
        }
    }

    @Test("If one calendar has too much, those with less are complete")
    func fairness() throws {
        var agenda = try Self.agenda(Self.rows[9])
        var other = CalendarCollection(id: CalendarID("other"), name: "Other", color: .red)
        other.level = .full
        agenda.putCalendar(other)
        for number in 0..<30 {
            let id = ObjectID(calendar: other.id, href: "\(number).ics")
            let text = "DTSTART:20260301T\(100_000 + number)Z\nRRULE:FREQ=DAILY\nSUMMARY:Other"
            agenda.putObject(id, etag: "", text: Sample.object(text, uid: "o\(number)"))
        }
        let from = try #require(CivilDate("2026-03-09"))
        var budget = QuestionBudget.list
        let found = agenda.occurrences(in: from..<from.adding(days: 7), within: &budget)
        #expect(found.filter { $0.event.title == "Other" }.count == 210)
        #expect(found.filter { $0.event.title == "Own" }.count == 1)
        #expect(budget.isCut)
        #expect(found.count == Limits.occurrencesShownMax)
    }

    @Test(
        "Rules and dates are read up to a limit, and one more counts as truncated",
        arguments: [
            ("RRULE", Limits.rulesMax), ("EXRULE", Limits.rulesMax), ("RDATE", Limits.datesMax),
            ("EXDATE", Limits.datesMax), ("RANGE", Limits.rangesMax),
            ("VTIMEZONE", Limits.ownZonesOfEventMax),
        ]
    )
    func limits(name: String, max: Int) throws {
        for excess in [0, 1] {
            var agenda = try Sample.agenda([])
            let id = ObjectID(calendar: Sample.home, href: "e1.ics")
            agenda.putObject(id, etag: "", text: Self.object(with: max + excess, name))
            let key = try Sample.key(agenda, "2026-01-01", "2026-02-01")
            let occurrence = try #require(agenda.occurrence(key))
            #expect(agenda.isTruncated(occurrence) == (excess == 1))
            var budget = QuestionBudget.view
            let from = try #require(CivilDate("2030-01-01"))
            _ = agenda.occurrences(in: from..<from.adding(days: 7), within: &budget)
            #expect(budget.isCut == (excess == 1))
            #expect(try Self.freeTime(agenda, from).isCut == (excess == 1))
            // Duplicate rules count once.
            guard name == "RRULE" else { continue }
            let same = try Sample.agenda([Self.daily + Self.lines(100) { _ in "RRULE:FREQ=DAILY" }])
            let first = try #require(same.occurrence(key))
            #expect(!same.isTruncated(first))
        }
    }

    /// An event with a number of parts of one kind; all but the one with RDATE repeat every day.
    private static func object(with count: Int, _ name: String) -> [UInt8] {
        var event = daily
        var zones = ""
        if name != "RDATE", name != "RRULE" { event += "RRULE:FREQ=DAILY\n" }
        switch name {
        case "RANGE":
            event += lines(count) { number in
                let at = time(number * 86_400)
                return "--RECURRENCE-ID;RANGE=THISANDFUTURE:\(at)\nDTSTART:\(at)\nSUMMARY:y"
            }
        case "VTIMEZONE":
            event += lines(count) { "EXDATE;TZID=Own \($0):20260105T000000" }
            zones = lines(count) {
                "BEGIN:VTIMEZONE\nTZID:Own \($0)\nBEGIN:STANDARD\nDTSTART:19700101T000000\n"
                    + "TZOFFSETFROM:+0100\nTZOFFSETTO:+0100\nEND:STANDARD\nEND:VTIMEZONE"
            }
        case "RRULE", "EXRULE": event += lines(count) { "\(name):FREQ=DAILY;INTERVAL=\($0 + 2)" }
        default: event += lines(count) { "\(name):\(time($0))" }
        }
        let object = String(decoding: Sample.object(event, uid: "e"), as: UTF8.self)
        return Array(object.replacing("VERSION:2.0", with: "VERSION:2.0\n" + zones).utf8)
    }

    private static func freeTime(_ agenda: Agenda, _ day: CivilDate) throws -> FreeTime {
        let me = FreeTimeMember(
            account: agenda.account,
            zone: ZoneID("Europe/Berlin"),
            workFrom: 0,
            workTo: 0
        )
        return try agenda.freeTime(
            FreeTimeQuery(members: [me], days: [day], hours: 0..<1_440, lengthMinutes: 60)
        )
    }

    @Test("A search leaves out what it can't check, and says so")
    func searchIsCut() throws {
        for (count, isCut) in [(10, false), (3_000, true)] {
            let hardlyEver = Self.rows[10].event
            let row = Row(what: "", event: { hardlyEver($0) + "\nSUMMARY:x" }, count: count)
            let agenda = try Self.agenda(row)
            let query = SearchQuery("x", includesPast: true, limit: 1_000)
            let result = agenda.search(query, now: Sample.now)
            #expect(result.isCut == isCut)
            #expect(result.occurrences.allSatisfy { agenda.occurrence($0.key) != nil })
        }
    }

    @Test(
        "Long texts count as several occurrences, and events without room are reported as left out"
    )
    func textsCount() throws {
        for (length, count) in [(80, 3_600), (1_000, 500)] {
            let text = String(repeating: "x", count: length)
            let event =
                "DTSTART:20260301T000000Z\nRRULE:FREQ=HOURLY\nSUMMARY:\(text)\nLOCATION:\(text)"
            let agenda = try Sample.agenda(Array(repeating: event, count: 30))
            let from = try #require(CivilDate("2026-03-09"))
            var budget = QuestionBudget.list
            let found = agenda.occurrences(in: from..<from.adding(days: 5), within: &budget)
            let octets = found.reduce(0) { $0 + $1.textOctets }
            #expect(budget.isCut == (length == 1_000))
            #expect(found.count == count)
            #expect(octets <= Limits.occurrencesShownMax * Limits.textOctetsFree * 2)
        }
    }

    @Test("Drafts and proposals refuse a rule that repeats every minute")
    func refused() throws {
        for (rule, isRefused) in [("FREQ=HOURLY", false), ("FREQ=MINUTELY", true)] {
            let time = Result {
                try ProposedTime(
                    start: "2026-03-11T19:00:00",
                    end: "2026-03-11T20:00:00",
                    zone: "Europe/Berlin",
                    rule: rule
                )
            }
            var draft = EventDraft()
            draft.title = "x"
            draft.start = CivilDateTime("2026-03-11T19:00:00")
            draft.rule = rule
            draft.calendar = Sample.home
            var agenda = try Sample.agenda([])
            let edit = Result {
                try agenda.create(draft, uid: "u", now: Sample.now)
            }
            #expect(((try? time.get()) == nil) == isRefused)
            #expect(((try? edit.get()) == nil) == isRefused)
        }
    }

    @Test("A long title is shortened for views and stored in full")
    func titles() throws {
        for (excess, expected) in [(0, 1_000), (1, 1_000), (1_000_000, 1_000)] {
            let title = String(repeating: "x", count: 1_000 + excess)
            let agenda = try Sample.agenda(["DTSTART:20260311T100000Z\nSUMMARY:\(title)"])
            let key = try Sample.key(agenda, "2026-03-11", "2026-03-12")
            #expect(agenda.occurrence(key)?.event.title.utf8.count == expected)
            #expect(Sample.lines(agenda, "e1.ics").contains("SUMMARY:" + title))
        }
    }
}
