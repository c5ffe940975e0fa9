extension DayFilter {
    /// The matching days of a month; bit 0 is its first day.
    ///
    /// The month starts on the day number `firstDay` and has `count` days.
    func monthBits(firstDay: Int, count: Int) -> UInt64 {
        monthBits(firstWeekday: MonthMath.weekday(of: firstDay), count: count)
    }

    /// The same for a month that starts on a weekday, counted from Monday = 0.
    ///
    /// If `withWeekdays` is false, BYDAY isn't applied: the caller does so for a whole year.
    func monthBits(firstWeekday: Int, count: Int, withWeekdays: Bool = true) -> UInt64 {
        var bits: UInt64 = (1 << UInt64(count)) - 1
        if hasMonthDays {
            // The d-th last day is at bit 63 - d; shifting brings it to bit count - d.
            bits &= (monthDays >> 1) | (monthDaysFromEnd >> UInt64(63 - count))
        }
        guard withWeekdays, hasWeekdays else { return bits }
        var allowed = weekdays == 0 ? 0 : DayBits.word(weekdays: weekdays, first: firstWeekday)
        if !ordinals.isEmpty { allowed |= ordinals.monthBits(first: firstWeekday, count: count) }
        return bits & allowed
    }

    /// The matching days of a month after SKIP has moved invalid ones; bit 0 is the day before it.
    ///
    /// RFC 7529 section 4.1: SKIP is applied after BYMONTHDAY and before BYDAY. A day past the
    /// month's end becomes the month's last day, or the first day of the next month. A day before
    /// its start, such as -31 in a short month, becomes the last day of the previous month, or the
    /// month's first day.
    func movedMonthBits(firstDay: Int, count: Int, withWeekdays: Bool = true) -> UInt64 {
        var bits = monthBits(firstWeekday: 0, count: count, withWeekdays: false) << 1
        let isPastEnd = hasMonthDays && monthDays >> UInt64(count + 1) != 0
        let isBeforeStart =
            hasMonthDays && monthDaysFromEnd & ((1 << UInt64(63 - count)) - 1) != 0
        let isForward = skip == .forward
        if isPastEnd { bits |= 1 << UInt64(isForward ? count + 1 : count) }
        if isBeforeStart { bits |= isForward ? 2 : 1 }
        guard withWeekdays, hasWeekdays else { return bits }
        let first = MonthMath.weekday(of: firstDay - 1)
        var allowed = DayBits.word(weekdays: weekdays, first: first)
        if !ordinals.isEmpty {
            let first = MonthMath.weekday(of: firstDay)
            allowed |= ordinals.monthBits(first: first, count: count) << 1
        }
        return bits & allowed
    }
}
