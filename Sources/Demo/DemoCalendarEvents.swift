import CivilTime
import ICalendar

extension DemoPerson.Shelf {
    /// The events of the calendar over the years.
    ///
    /// - Parameters:
    ///   - prefix: Starts the identifiers and seeds the random numbers, so that people differ.
    ///   - zone: The person's time zone.
    ///   - firstYear: The first of ``DemoCalendars/yearCount`` years.
    /// - Returns: One object for each habit and one for each occasional event.
    func objects(prefix: String, zone: String, firstYear: Int) -> [CalendarObject] {
        var writer = DemoWriter(prefix: prefix)
        let seed = prefix.utf8.reduce(UInt64(17)) { $0 &* 31 &+ UInt64($1) }
        var dice = Dice(seed: seed)
        let start = CivilDate(year: firstYear, month: 1, day: 1) ?? .min
        for habit in habits {
            writer.add(habit, from: start, zone: zone)
        }
        for year in 0..<DemoCalendars.yearCount {
            for _ in 0..<timesAYear {
                var day = start.adding(years: year).adding(days: dice.roll(365))
                if isWork, day.weekday.rawValue > Weekday.friday.rawValue {
                    day = day.adding(days: -2)
                }
                writer.add(
                    dice.pick(now),
                    at: day,
                    hour: hours.lowerBound + dice.roll(hours.count),
                    minute: dice.roll(2) * 30,
                    minutes: 30 + dice.roll(4) * 30,
                    zone: zone
                )
            }
        }
        return writer.objects
    }
}

extension DemoWriter {
    /// Adds a weekly habit that begins on its first weekday on or after `start`.
    fileprivate mutating func add(_ habit: DemoPerson.Habit, from start: CivilDate, zone: String) {
        let week = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
        let days = habit.days.split(separator: ",").compactMap { week.firstIndex(of: String($0)) }
        let monday = start.adding(days: Weekday.monday.days(after: start.weekday))
        add(
            habit.title,
            at: monday.adding(days: days.min() ?? 0),
            hour: habit.hour,
            minute: habit.minute,
            minutes: habit.minutes,
            rule: "FREQ=WEEKLY;INTERVAL=\(habit.interval);BYDAY=\(habit.days)",
            zone: zone
        )
    }
}
