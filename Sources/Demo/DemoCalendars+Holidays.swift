import CivilTime
import ICalendar

extension DemoCalendars {
    func holidays() -> [CalendarObject] {
        var writer = DemoWriter(prefix: "holiday")
        let fixed = [
            ("New Year’s Day", 1, 1), ("Labour Day", 5, 1), ("Day of Unity", 10, 3),
            ("Christmas Day", 12, 25), ("Second Day of Christmas", 12, 26),
        ]
        for (name, month, day) in fixed {
            writer.add(name, on: date(firstYear, month, day), rule: "FREQ=YEARLY")
        }
        for year in years {
            let easter = Self.easter(year)
            writer.add("Good Friday", on: easter.adding(days: -2))
            writer.add("Easter Sunday", on: easter)
            writer.add("Easter Monday", on: easter.adding(days: 1))
            writer.add("Ascension Day", on: easter.adding(days: 39))
            writer.add("Whit Monday", on: easter.adding(days: 50))
        }
        return writer.objects
    }

    /// Easter Sunday in the Gregorian calendar: the Sunday after the full moon that falls on or
    /// after 21 March, both according to the church's tables.
    static func easter(_ year: Int) -> CivilDate {
        let golden = year % 19
        let century = year / 100
        let skipped = century - century / 4 - (8 * century + 13) / 25
        let moon = (19 * golden + skipped + 15) % 30
        let fullMoonDay = moon - (moon / 28) * (1 - (29 / (moon + 1)) * ((21 - golden) / 11))
        let march21 = CivilDate(year: year, month: 3, day: 21) ?? .min
        let fullMoon = march21.adding(days: fullMoonDay)
        let ahead = Weekday.sunday.days(after: fullMoon.weekday)
        return fullMoon.adding(days: ahead == 0 ? 7 : ahead)
    }
}
