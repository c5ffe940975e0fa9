internal import CivilTime

/// The matching days of one year, kept while a cursor steps through it.
struct YearCache {
    var year = 0
    var firstDay = 0
    var bits = DayBits()
}

extension RuleCursor {
    mutating func fillYear(_ year: Int) -> Bool {
        guard year <= CivilDate.max.year else { return false }
        if plan.days.hasWeekYears {
            let (first, bits) = plan.days.weekYearBits(year: year)
            firstDay = Int32(truncatingIfNeeded: first)
            self.bits = bits
            return true
        }
        guard let first = CivilDate(year: year, month: 1, day: 1) else { return false }
        firstDay = Int32(truncatingIfNeeded: first.daysSinceEpoch)
        bits = plan.days.yearBits(year: year)
        return true
    }

    mutating func fillMonth(_ index: Int64) -> Bool {
        let index = Int(truncatingIfNeeded: min(index, 120_000))
        let (year, month) = (index / 12, index % 12 + 1)
        guard let first = CivilDate(year: year, month: month, day: 1) else { return false }
        firstDay = Int32(truncatingIfNeeded: first.daysSinceEpoch)
        guard plan.days.months & (1 << UInt16(month)) != 0 else {
            bits = DayBits()
            return true
        }
        bits = DayBits(word: plan.days.monthBits(year: year, month: month))
        let isLimitedByYear = !plan.days.yearDays.isEmpty || !plan.days.weekNumbers.isEmpty
        if isLimitedByYear { bits = DayBits(word: yearLimited(first: first)) }
        return true
    }

    mutating func fillWeek(_ index: Int64) -> Bool {
        let first = Int64(plan.weekZero) + index * 7
        guard first <= Int64(CivilDate.max.daysSinceEpoch) else { return false }
        firstDay = Int32(truncatingIfNeeded: first)
        bits = DayBits(word: plan.days.weekBits(first: Int(first)))
        return true
    }

    /// The days of the filled month that BYYEARDAY and BYWEEKNO leave.
    ///
    /// RFC 5545 forbids the two in monthly rules; read as limits they do what they seem to say.
    private mutating func yearLimited(first: CivilDate) -> UInt64 {
        load(year: first.year)
        let shift = first.daysSinceEpoch - year.firstDay
        var limited: UInt64 = 0
        for day in 0..<31 where bits.contains(day) && year.bits.contains(shift + day) {
            limited |= 1 << UInt64(day)
        }
        return limited
    }

    /// Filters a year, unless it was the last one filtered.
    private mutating func load(year number: Int) {
        guard year.year != number, let first = CivilDate(year: number, month: 1, day: 1)
        else { return }
        year.year = number
        year.firstDay = first.daysSinceEpoch
        year.bits = plan.days.yearBits(year: number)
    }
}

extension RuleCursor {
    /// Sets a day, an hour, a minute or a second that is known to match.
    mutating func fillShort(_ index: Int64) {
        let length = plan.frequency.secondsPerPeriod
        let perDay = 86_400 / length
        let day = index.floorQuotient(perDay)
        firstDay = Int32(truncatingIfNeeded: day)
        baseSecond = Int32(truncatingIfNeeded: (index - day * perDay) * length)
        bits = DayBits(word: 1)
    }

    /// The first period of the rule, at or after one of it, that no filter refuses.
    ///
    /// Refused hours, days and years are jumped over. Nil when a whole cycle has none, or when the
    /// years end.
    mutating func nextShortPeriod(from begin: Int64) -> Int64? {
        let length = plan.frequency.secondsPerPeriod
        let perDay = 86_400 / length
        var index = begin
        while index - begin <= plan.cyclePeriods {
            let day = index.floorQuotient(perDay)
            guard day <= Int64(CivilDate.max.daysSinceEpoch), day * 86_400 <= plan.last,
                let match = nextMatchingDay(from: Int(day))
            else { return nil }
            if Int64(match) > day {
                index = plan.alignedUp(Int64(match) * perDay)
                // A longer stride may have passed the matching day.
                if index.floorQuotient(perDay) != Int64(match) { continue }
            }
            let dayStart = Int64(match) * perDay
            let second = Int((index - dayStart) * length)
            guard plan.frequency < .daily, plan.clock.isLimited else { return index }
            guard let allowed = plan.clock.first(from: second) else {
                index = plan.alignedUp(dayStart + perDay)
                continue
            }
            if allowed == second { return index }
            index = plan.alignedUp(dayStart + Int64(allowed) / length)
        }
        return nil
    }

    /// The first day at or after `day` that matches; nil when 400 years have none.
    private mutating func nextMatchingDay(from day: Int) -> Int? {
        if plan.days.isUnlimited { return day }
        if let match = year.match(from: day) { return match }
        guard let date = CivilDate(daysSinceEpoch: day) else { return nil }
        let first = date.year
        let last = min(first + Limits.cycleYears, CivilDate.max.year)
        for number in first...last {
            load(year: number)
            let begin = max(0, day - year.firstDay)
            if let match = year.bits.first(from: begin) { return year.firstDay + match }
        }
        return nil
    }
}

extension YearCache {
    /// The first matching day at or after `day` in this year; nil when it is not this year's.
    fileprivate func match(from day: Int) -> Int? {
        guard year != 0, day >= firstDay, day < firstDay + 366 else { return nil }
        return bits.first(from: day - firstDay).map { firstDay + $0 }
    }
}

extension Int64 {
    /// The quotient rounded towards negative infinity; `divisor` must be positive.
    func floorQuotient(_ divisor: Int64) -> Int64 {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}
