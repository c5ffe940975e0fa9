/// The matching days of one year, so that a cursor doesn't filter it for every period.
struct YearCache: Sendable {
    var firstDay = 0
    var count = 0
    var bits = DayBits()
}

extension RuleCursor {
    /// Fills the first period at or after `begin` that has a time; backward, the last at or before.
    ///
    /// Gives up after a whole cycle of rule and calendar: if that's empty, all periods are.
    ///
    /// - Returns: False if no period within the bounds has a time, or if the steps are used up.
    mutating func fill(from begin: Int64, forward: Bool) -> Bool {
        if plan.kind.isBlock { return fillBlock(from: begin, forward: forward) }
        if plan.monthTable != nil { return fillMonth(from: begin, forward: forward) }
        var period = begin
        let step = forward ? plan.step : -plan.step
        let end = periodsEnd
        while period <= end, period >= plan.firstPeriod,
            abs(period - begin) <= plan.cyclePeriods, take()
        {
            fillPeriod(period)
            if hasTimes {
                self.period = period
                if forward, remaining != .max { count() }
                return true
            }
            period += step
        }
        return false
    }

    /// The same for monthly rules that have a table of months.
    private mutating func fillMonth(from begin: Int64, forward: Bool) -> Bool {
        guard let table = plan.monthTable else { return false }
        var period = begin
        let step = forward ? plan.step : -plan.step
        let (end, months) = (periodsEnd, plan.months)
        while period <= end, period >= plan.firstPeriod, abs(period - begin) <= plan.cyclePeriods,
            take()
        {
            let index = Int(truncatingIfNeeded: period)
            let year = index / 12
            let month = index - year * 12 + 1
            if months & (1 << UInt16(month)) != 0 {
                let first = MonthMath.firstDay(year: year, month: month)
                let count = MonthMath.dayCount(year: year, month: month)
                let word = table.word(firstDay: first, count: count)
                if word != 0 {
                    self.period = period
                    firstDay = Int32(truncatingIfNeeded: first)
                    bits.setFirst(word)
                    if forward, remaining != .max { self.count() }
                    return true
                }
            }
            period += step
        }
        return false
    }

    private var hasTimes: Bool {
        if !plan.hasPositions { return !bits.isEmpty }
        return nextRank(from: 0, of: candidateCount) != nil
    }

    private mutating func fillPeriod(_ period: Int64) {
        let number = Int(truncatingIfNeeded: period)
        switch plan.kind {
        case .years: fillYear(number)
        case .weekYears:
            let (first, bits) = plan.days.weekYearBits(year: number)
            firstDay = Int32(truncatingIfNeeded: first)
            self.bits = bits
        case .months: fillMonth(number)
        default:
            let first = plan.weekZero + period * 7
            firstDay = Int32(truncatingIfNeeded: first)
            bits = DayBits(word: dayWord(from: Int(first)) & 0x7F)
        }
    }

    private mutating func fillYear(_ year: Int) {
        let first = MonthMath.firstDay(year: year, month: 1)
        firstDay = Int32(truncatingIfNeeded: first)
        guard plan.days.skip != .omit else {
            bits = plan.days.yearBits(year: year)
            return
        }
        firstDay -= 1
        bits = plan.days.movedYearBits(year: year)
        guard plan.interval == 1, Int64(year) > plan.firstPeriod else { return }
        // The previous year already gives the days that it moved into this one.
        let before = plan.days.movedYearBits(year: year - 1)
        let count = MonthMath.isLeap(year - 1) ? 366 : 365
        for shift in 0...1 where before.contains(count + shift) { bits.remove(shift) }
    }

    private mutating func fillMonth(_ index: Int) {
        let year = index / 12
        let month = index - year * 12 + 1
        let first = MonthMath.firstDay(year: year, month: month)
        firstDay = Int32(truncatingIfNeeded: first)
        var word = plan.days.months & (1 << UInt16(month)) == 0 ? 0 : monthWord(year, month, first)
        if plan.days.skip != .omit {
            firstDay -= 1
            if plan.interval == 1, Int64(index) > plan.firstPeriod {
                word &= ~daysGivenBefore(index)
            }
        }
        if word != 0, plan.days.hasYearDays || plan.days.hasWeekNumbers {
            // RFC 5545 forbids BYYEARDAY and BYWEEKNO here; take them as limits, the obvious meaning.
            word &= dayWord(from: Int(firstDay))
        }
        bits = DayBits(word: word)
    }

    private func monthWord(_ year: Int, _ month: Int, _ first: Int) -> UInt64 {
        let count = MonthMath.dayCount(year: year, month: month)
        return plan.days.skip == .omit
            ? plan.days.monthBits(firstDay: first, count: count)
            : plan.days.movedMonthBits(firstDay: first, count: count)
    }

    /// The bits of a month's days that the previous month gives already.
    ///
    /// They are bit 0, the previous month's last day, and bit 1, the day after it: SKIP may have
    /// moved a day there.
    private func daysGivenBefore(_ index: Int) -> UInt64 {
        let year = (index - 1) / 12
        let month = index - 1 - year * 12 + 1
        guard plan.days.months & (1 << UInt16(month)) != 0 else { return 0 }
        let first = MonthMath.firstDay(year: year, month: month)
        let count = MonthMath.dayCount(year: year, month: month)
        return monthWord(year, month, first) >> UInt64(count) & 3
    }

    /// The matching days among the 64 from `day` on.
    mutating func dayWord(from day: Int) -> UInt64 {
        if plan.days.hasOnlyWeekdays {
            guard plan.days.weekdays != 0 else { return .max }
            return DayBits.word(
                weekdays: plan.days.weekdays,
                first: MonthMath.weekday(of: day)
            )
        }
        load(yearHolding: day)
        var word = year.bits.word(from: day - year.firstDay)
        let rest = year.firstDay + year.count - day
        if rest < 64 {
            load(yearHolding: day + rest)
            word |= year.bits.words[0] << UInt64(rest)
        }
        return word
    }

    /// Filters the year of a day, unless it's the one filtered last.
    private mutating func load(yearHolding day: Int) {
        guard day < year.firstDay || day >= year.firstDay + year.count else { return }
        let number = MonthMath.year(of: day)
        year.firstDay = MonthMath.firstDay(year: number, month: 1)
        year.count = MonthMath.isLeap(number) ? 366 : 365
        year.bits = plan.days.yearBits(year: number)
    }
}
