import CivilTime

/// A day that has a name, such as Christmas.
struct QuickHoliday: Sendable {
    /// When it is.
    enum Day: Sendable {
        /// A month and its day.
        case fixed(month: Int, day: Int)
        /// So many days after Easter Sunday.
        case easter(Int)
        /// The nth weekday of a month; -1 is the last.
        case weekday(Int, Weekday, month: Int)
    }

    /// The words of its name, in lower case and with umlauts as two letters.
    let words: [[UInt8]]
    let day: Day

    init(_ name: String, _ day: Day) {
        words = name.utf8.split(separator: 32).map { Array($0) }
        self.day = day
    }

    /// The next such day, today included.
    func date(from today: CivilDate) -> CivilDate? {
        for year in today.year...(today.year + 1) {
            if let date = date(in: year), date >= today { return date }
        }
        return nil
    }

    private func date(in year: Int) -> CivilDate? {
        switch day {
        case .fixed(let month, let day):
            return CivilDate(year: year, month: month, day: day)
        case .easter(let days):
            return Self.easter(year)?.adding(days: days)
        case .weekday(let rank, let weekday, let month):
            guard let first = CivilDate(year: year, month: month, day: 1) else { return nil }
            if rank < 0 {
                let last = first.adding(months: 1).adding(days: -1)
                return last.adding(days: -last.weekday.days(after: weekday))
            }
            return first.adding(days: weekday.days(after: first.weekday) + 7 * (rank - 1))
        }
    }

    /// Easter Sunday of the Gregorian calendar: the first Sunday after the full moon, by the tables of
    /// the church, that falls on 21 March or later.
    static func easter(_ year: Int) -> CivilDate? {
        let century = year / 100
        // How far the moon has moved against the sun's calendar, in days.
        let moonShift = (13 + 8 * century) / 25
        let leapShift = century - century / 4
        let golden = year % 19
        var daysToFullMoon = (19 * golden + 15 + leapShift - moonShift) % 30
        if daysToFullMoon == 29 || (daysToFullMoon == 28 && golden > 10) { daysToFullMoon -= 1 }
        guard let equinox = CivilDate(year: year, month: 3, day: 21) else { return nil }
        let fullMoon = equinox.adding(days: daysToFullMoon)
        return fullMoon.adding(
            days: 1 + Weekday.sunday.days(after: fullMoon.adding(days: 1).weekday)
        )
    }
}

/// Reading of days that have a name.
extension QuickReading {
    /// Reads "Christmas" in "Christmas dinner" as a day; it's the name of the event, too.
    mutating func readNamedHoliday() -> Bool {
        guard hints.takesHolidays, date == nil, let holiday = takeHoliday() else { return false }
        date = holiday
        return true
    }

    /// Takes the name of a day; of two that fit, the longer one.
    mutating func takeHoliday() -> CivilDate? {
        guard has(.holiday) else { return nil }
        var found: QuickHoliday?
        for holiday in language.holidays where holiday.words.count > found?.words.count ?? 0 {
            let isHere = holiday.words.indices.allSatisfy { index in
                token(place + index).map { line.folded($0) == holiday.words[index] } ?? false
            }
            if isHere { found = holiday }
        }
        guard let found else { return nil }
        place += found.words.count
        return found.date(from: today)
    }
}
