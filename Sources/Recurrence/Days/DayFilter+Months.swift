extension DayFilter {
    /// The matching days of a month of `count` days from the day `firstDay` on, bit 0 being that day.
    func monthBits(firstDay: Int, count: Int) -> UInt64 {
        monthBits(firstWeekday: MonthMath.weekday(of: firstDay), count: count)
    }

    /// The same by the weekday the month starts with, counted from Monday = 0.
    ///
    /// With `withWeekdays` false weekdays are left to the caller, who counts them over a year.
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

    /// The matching days of a month where invalid ones are moved, bit 0 being the day before it.
    ///
    /// RFC 7529 section 4.1: moving comes after BYMONTHDAY and before BYDAY. A day past the
    /// month's end becomes its last day or the first of the next month; a day before its start,
    /// such as the 31st from the end of a short month, the last of the month before or its first.
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
