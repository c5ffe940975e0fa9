import CivilTime
import Testing

@Suite("Civil dates")
struct CivilDateTests {
    @Test("Every day from 0001 to 9999 round-trips through its parts, in order")
    func everyDay() {
        var expected = (year: 1, month: 1, day: 1)
        var weekday: UInt8 = 1
        var failures = 0
        for number in CivilDate.min.daysSinceEpoch...CivilDate.max.daysSinceEpoch {
            guard let date = CivilDate(daysSinceEpoch: number) else {
                failures += 1
                continue
            }
            let again = CivilDate(year: expected.year, month: expected.month, day: expected.day)
            if date.parts != expected || again != date || date.weekday.rawValue != weekday {
                failures += 1
            }
            weekday = weekday == 7 ? 1 : weekday + 1
            expected.day += 1
            guard expected.day > Self.length(expected.year, expected.month) else { continue }
            expected.day = 1
            expected.month += 1
            guard expected.month > 12 else { continue }
            expected.month = 1
            expected.year += 1
        }
        #expect(failures == 0)
        #expect(expected.year == 10_000)
    }

    /// Deliberately written differently from the code under test.
    private static func length(_ year: Int, _ month: Int) -> Int {
        let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        let isLeap = year % 400 == 0 || (year % 4 == 0 && year % 100 != 0)
        return lengths[month - 1] + (month == 2 && isLeap ? 1 : 0)
    }

    @Test("The epoch is a Thursday, and the bounds are right")
    func landmarks() {
        #expect(CivilDate("1970-01-01")?.daysSinceEpoch == 0)
        #expect(CivilDate("1970-01-01")?.weekday == .thursday)
        #expect(CivilDate.min.text == "0001-01-01")
        #expect(CivilDate.max.text == "9999-12-31")
        #expect(CivilDate.min.weekday == .monday)
        #expect(CivilDate.max.weekday == .friday)
        #expect(CivilDate(daysSinceEpoch: CivilDate.min.daysSinceEpoch - 1) == nil)
        #expect(CivilDate(daysSinceEpoch: CivilDate.max.daysSinceEpoch + 1) == nil)
    }

    @Test(
        "Days that do not exist are rejected",
        arguments: [
            (2023, 2, 29), (1900, 2, 29), (2024, 4, 31), (2024, 0, 1), (2024, 13, 1),
            (2024, 1, 0), (2024, 1, 32), (0, 1, 1), (10_000, 1, 1),
        ]
    )
    func invalid(year: Int, month: Int, day: Int) {
        #expect(CivilDate(year: year, month: month, day: day) == nil)
    }

    @Test(
        "Adding months keeps the day, or takes the last day of the month",
        arguments: [
            ("2024-01-31", 1, "2024-02-29"), ("2023-01-31", 1, "2023-02-28"),
            ("2024-03-31", -1, "2024-02-29"), ("2024-12-15", 1, "2025-01-15"),
            ("2024-01-15", -1, "2023-12-15"), ("2024-02-29", 48, "2028-02-29"),
            ("2024-02-29", 12, "2025-02-28"), ("0001-02-10", -2, "0001-01-01"),
            ("9999-12-01", 1, "9999-12-31"), ("2024-01-01", Int.max, "9999-12-31"),
            ("2024-01-01", Int.min, "0001-01-01"),
        ]
    )
    func addingMonths(from: String, months: Int, expected: String) {
        #expect(CivilDate(from)?.adding(months: months).text == expected)
    }

    @Test(
        "Adding days stops at the bounds",
        arguments: [
            ("2024-02-28", 1, "2024-02-29"), ("2024-02-28", 366, "2025-02-28"),
            ("9999-12-30", 5, "9999-12-31"), ("0001-01-02", -5, "0001-01-01"),
            ("2024-01-01", Int.max, "9999-12-31"), ("2024-01-01", Int.min, "0001-01-01"),
        ]
    )
    func addingDays(from: String, days: Int, expected: String) {
        #expect(CivilDate(from)?.adding(days: days).text == expected)
    }

    // Expected values from Python's datetime.date(…).isocalendar().
    @Test(
        "ISO weeks belong to the year of their Thursday",
        arguments: [
            ("2024-12-29", 2024, 52), ("2024-12-30", 2025, 1), ("2021-01-03", 2020, 53),
            ("2021-01-04", 2021, 1), ("2026-11-21", 2026, 47), ("0001-01-01", 1, 1),
            ("9999-12-31", 9999, 52), ("2015-12-31", 2015, 53), ("2000-01-02", 1999, 52),
        ]
    )
    func isoWeeks(date: String, year: Int, week: Int) throws {
        let found = try #require(CivilDate(date)).isoWeek
        #expect(found == (year, week))
    }

    @Test("A week starts on the latest day that is its first weekday", arguments: Weekday.allCases)
    func startOfWeek(first: Weekday) throws {
        let date = try #require(CivilDate("2026-11-21"))
        let start = date.startOfWeek(first)
        #expect(start.weekday == first)
        #expect((0...6).contains(date.days(since: start)))
    }

    @Test(
        "Adding days to weekdays wraps around the week, in both directions",
        arguments: [
            (Weekday.sunday, 1, Weekday.monday), (.monday, -1, .sunday),
            (.wednesday, 15, .thursday), (.wednesday, -15, .tuesday), (.friday, 0, .friday),
        ]
    )
    func weekdays(from: Weekday, days: Int, expected: Weekday) {
        #expect(from.adding(days: days) == expected)
        #expect(expected.days(after: from) == (days % 7 + 7) % 7)
    }

    @Test(
        "The day of the year counts from 1",
        arguments: [("2024-12-31", 366), ("2023-03-01", 60)]
    )
    func dayOfYear(date: String, expected: Int) {
        #expect(CivilDate(date)?.dayOfYear == expected)
    }
}
