import CivilTime
import Testing

@Suite("Weeks")
struct WeekTests {
    @Test("Weeks have 7 days, and week 1 has at least 4 in its year", arguments: Weekday.allCases)
    func definition(first: Weekday) throws {
        for years in [1...8, 1_990...2_036, 9_990...9_999] {
            var days: [Int: [Int: Int]] = [:]
            var date = try #require(CivilDate(year: years.lowerBound, month: 1, day: 1))
            while date.year <= years.upperBound {
                let (year, week) = date.week(startingOn: first)
                // Count the days of each week that fall in the week's own year.
                if date.year == year { days[year, default: [:]][week, default: 0] += 1 }
                if first == .monday { #expect((year, week) == date.isoWeek) }
                let again = CivilDate(
                    weekYear: year,
                    week: week,
                    weekday: date.weekday,
                    weekStart: first
                )
                #expect(again == date)
                guard date < .max else { break }
                date = date.adding(days: 1)
            }
            for (year, weeks) in days {
                #expect(weeks.values.allSatisfy { (4...7).contains($0) }, "\(year)")
                let count = CivilDate.weekCount(weekYear: year, weekStart: first)
                #expect(Set(weeks.keys) == Set(1...count), "\(year)")
            }
        }
    }

    @Test(
        "Weeks at the bounds belong to years outside 1 to 9999",
        arguments: [
            (CivilDate.min, Weekday.tuesday, 0, 52), (.min, .monday, 1, 1), (.min, .friday, 1, 1),
            (.min, .saturday, 1, 1), (.max, .saturday, 9_999, 52), (.max, .friday, 10_000, 1),
            (.max, .tuesday, 9_999, 53), (.max, .wednesday, 10_000, 1),
        ]
    )
    func bounds(date: CivilDate, first: Weekday, year: Int, week: Int) {
        #expect(date.week(startingOn: first) == (year, week))
    }

    @Test(
        "Weeks and days that do not exist are rejected",
        arguments: [
            (2_026, 54, Weekday.monday), (2_025, 53, .monday), (2_026, 0, .monday),
            (-1, 1, .monday),
            (10_001, 1, .monday), (10_000, 1, .saturday), (0, 1, .monday), (Int.max, 1, .monday),
        ]
    )
    func refused(year: Int, week: Int, weekday: Weekday) {
        #expect(CivilDate(weekYear: year, week: week, weekday: weekday) == nil)
    }

    @Test(
        "Adding years keeps the day, except for 29 February",
        arguments: [
            ("2024-02-29", 1, "2025-02-28"), ("2024-02-29", -4, "2020-02-29"),
            ("2024-02-29", 76, "2100-02-28"), ("2026-11-21", 10, "2036-11-21"),
            ("2026-11-21", 8_000, "9999-12-31"), ("2026-11-21", .min, "0001-01-01"),
        ]
    )
    func years(from: String, years: Int, expected: String) {
        #expect(CivilDate(from)?.adding(years: years).text == expected)
    }
}
