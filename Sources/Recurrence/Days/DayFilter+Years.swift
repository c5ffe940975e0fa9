extension DayFilter {
    /// The matching days of a calendar year; bit 0 is 1 January.
    func yearBits(year: Int) -> DayBits {
        let first = MonthMath.weekday(of: MonthMath.firstDay(year: year, month: 1))
        let count = MonthMath.isLeap(year) ? 366 : 365
        let areOrdinalsMonthly = hasMonthOrdinals && !ordinals.isEmpty
        var bits: DayBits
        if hasMonths || hasMonthDays || areOrdinalsMonthly {
            bits = monthsBits(year: year, withWeekdays: areOrdinalsMonthly)
        } else {
            bits = DayBits(count: count)
        }
        if hasWeekdays, !areOrdinalsMonthly {
            var allowed = DayBits(weekdays: weekdays, first: first)
            ordinals.insert(into: &allowed, first: first, count: count)
            bits.formIntersection(allowed)
        }
        if hasYearDays { bits.formIntersection(yearDayBits(count: count)) }
        if hasWeekNumbers { bits.formIntersection(weekNumberBits(year: year, count: count)) }
        return bits
    }

    private func monthsBits(year: Int, withWeekdays: Bool) -> DayBits {
        var bits = DayBits()
        let january = MonthMath.firstDay(year: year, month: 1)
        let isLeap = MonthMath.isLeap(year)
        var left = months
        while left != 0 {
            let month = left.trailingZeroBitCount
            left &= left - 1
            let shift = MonthMath.daysBefore(month: month, isLeap: isLeap)
            let days = monthBits(
                firstWeekday: MonthMath.weekday(of: january + shift),
                count: MonthMath.dayCount(year: year, month: month),
                withWeekdays: withWeekdays
            )
            bits.insert(days, shift: shift)
        }
        return bits
    }

    /// The matching days of a year after SKIP has moved invalid ones; bit 0 is 31 December before it.
    func movedYearBits(year: Int) -> DayBits {
        var bits = DayBits()
        let january = MonthMath.firstDay(year: year, month: 1)
        let isLeap = MonthMath.isLeap(year)
        let areOrdinalsMonthly = hasMonthOrdinals && !ordinals.isEmpty
        let areMonthsAsked = hasMonths || hasMonthDays || !hasYearDays
        for month in 1...12 where areMonthsAsked && months & (1 << UInt16(month)) != 0 {
            let shift = MonthMath.daysBefore(month: month, isLeap: isLeap)
            let days = movedMonthBits(
                firstDay: january + shift,
                count: MonthMath.dayCount(year: year, month: month),
                withWeekdays: areOrdinalsMonthly
            )
            bits.insert(days, shift: shift)
        }
        let count = isLeap ? 366 : 365
        if hasYearDays {
            let yearDays = movedYearDayBits(count: count)
            if areMonthsAsked { bits.formIntersection(yearDays) } else { bits = yearDays }
        }
        if hasWeekdays, !areOrdinalsMonthly {
            let weekday = MonthMath.weekday(of: january)
            var allowed = DayBits(weekdays: weekdays, first: weekday == 0 ? 6 : weekday - 1)
            var numbered = DayBits()
            ordinals.insert(into: &numbered, first: weekday, count: count)
            allowed.formUnion(numbered.shiftedByOne)
            bits.formIntersection(allowed)
        }
        return bits
    }

    private func yearDayBits(count: Int) -> DayBits {
        var bits = yearDays
        var day = yearDaysFromEnd.first(from: 0)
        while let number = day, number < count {
            bits.insert(count - 1 - number)
            day = yearDaysFromEnd.first(from: number + 1)
        }
        // Removes day 366 in a year of 365 days.
        bits.formIntersection(DayBits(count: count))
        return bits
    }

    private func movedYearDayBits(count: Int) -> DayBits {
        var bits = yearDayBits(count: count).shiftedByOne
        let isForward = skip == .forward
        if count == 365, yearDays.contains(365) { bits.insert(isForward ? 366 : 365) }
        if count == 365, yearDaysFromEnd.contains(365) { bits.insert(isForward ? 1 : 0) }
        return bits
    }
}
