internal import CivilTime

extension DayFilter {
    /// The matching days of a month, bit 0 being its first.
    ///
    /// With `withWeekdays` false the weekdays are left to the caller, who counts them over a year.
    func monthBits(year: Int, month: Int, withWeekdays: Bool = true) -> UInt64 {
        let count = CivilDate.dayCount(year: year, month: month)
        var bits: UInt64 = (1 << UInt64(count)) - 1
        if hasMonthDays {
            // Reversing puts the d-th last day at bit 63 - d; shifting brings it to bit count - d.
            let fromEnd = monthDaysFromEnd.bitReversed >> UInt64(63 - count)
            bits &= (monthDays >> 1) | fromEnd
        }
        guard withWeekdays, hasWeekdays,
            let first = CivilDate(year: year, month: month, day: 1)
        else { return bits }
        var allowed = weekdayPatterns[Int(first.weekday.rawValue) - 1].words[0]
        for ordinal in ordinals {
            if let day = ordinal.day(first: first.weekday, count: count) {
                allowed |= 1 << UInt64(day)
            }
        }
        return bits & allowed
    }

    /// The matching days of a calendar year, bit 0 being 1 January.
    func yearBits(year: Int) -> DayBits {
        guard let first = CivilDate(year: year, month: 1, day: 1) else { return DayBits() }
        let count = CivilDate.dayCount(year: year)
        let areWeekdaysMonthly = hasMonths && hasMonthOrdinals
        var bits = DayBits(count: count)
        if hasMonths || hasMonthDays {
            bits = monthsBits(year: year, withWeekdays: areWeekdaysMonthly)
        }
        if hasWeekdays, !areWeekdaysMonthly {
            var allowed = weekdayPatterns[Int(first.weekday.rawValue) - 1]
            for ordinal in ordinals {
                if let day = ordinal.day(first: first.weekday, count: count) { allowed.insert(day) }
            }
            bits.formIntersection(allowed)
        }
        if !yearDays.isEmpty { bits.formIntersection(yearDayBits(count: count)) }
        if !weekNumbers.isEmpty {
            bits.formIntersection(weekNumberBits(first: first, count: count))
        }
        return bits
    }

    /// The matching days of a week-year, bit 0 being its first, and that day.
    func weekYearBits(year: Int) -> (first: Int, bits: DayBits) {
        let first = weekYearStart(year)
        let weekCount = (weekYearStart(year + 1) - first) / 7
        var bits = DayBits()
        for number in weekNumbers {
            let week = number > 0 ? number - 1 : weekCount + number
            guard (0..<weekCount).contains(week) else { continue }
            for day in week * 7..<week * 7 + 7 where matchesInWeek(first + day) { bits.insert(day) }
        }
        return (first, bits)
    }

    /// The matching days of a week, bit 0 being its first.
    func weekBits(first: Int) -> UInt64 {
        if hasOnlyWeekdays {
            return weekdayPatterns[Int(weekStart.rawValue) - 1].words[0] & 0x7F
        }
        var bits: UInt64 = 0
        for day in 0..<7 where matchesInWeek(first + day) && isInWeekNumbers(first + day) {
            bits |= 1 << UInt64(day)
        }
        return bits
    }

    /// The first day of a week-year: of the first week with four days or more in the year.
    func weekYearStart(_ year: Int) -> Int {
        // The years around the bounds start 365 days before year 1 and after year 9999.
        let bounded = min(max(year, 1), 9_999)
        let january4 = CivilDate(year: bounded, month: 1, day: 4) ?? .min
        let fourth = january4.daysSinceEpoch + (year - bounded) * 365
        let shift = (fourth - CivilDate.min.daysSinceEpoch + 7 * 60) % 7
        let weekday = Weekday.monday.adding(days: shift)
        return fourth - weekday.days(after: weekStart)
    }

    /// The week-year a day belongs to.
    func weekYear(holding date: CivilDate) -> Int {
        let year = date.year
        if date.daysSinceEpoch < weekYearStart(year) { return year - 1 }
        return date.daysSinceEpoch >= weekYearStart(year + 1) ? year + 1 : year
    }

    private func monthsBits(year: Int, withWeekdays: Bool) -> DayBits {
        var bits = DayBits()
        var shift = 0
        for month in 1...12 {
            if months & (1 << UInt16(month)) != 0 {
                let month = monthBits(year: year, month: month, withWeekdays: withWeekdays)
                bits.insert(month, shift: shift)
            }
            shift += CivilDate.dayCount(year: year, month: month)
        }
        return bits
    }

    private func yearDayBits(count: Int) -> DayBits {
        var bits = DayBits()
        for number in yearDays {
            let day = number > 0 ? number - 1 : count + number
            if (0..<count).contains(day) { bits.insert(day) }
        }
        return bits
    }

    private func weekNumberBits(first: CivilDate, count: Int) -> DayBits {
        var bits = DayBits()
        for day in 0..<count where isInWeekNumbers(first.daysSinceEpoch + day) { bits.insert(day) }
        return bits
    }

    private func isInWeekNumbers(_ day: Int) -> Bool {
        guard !weekNumbers.isEmpty else { return true }
        guard let date = CivilDate(daysSinceEpoch: day) else { return false }
        let year = weekYear(holding: date)
        let first = weekYearStart(year)
        let weekCount = (weekYearStart(year + 1) - first) / 7
        let week = (day - first) / 7
        return weekNumbers.contains { $0 > 0 ? $0 - 1 == week : weekCount + $0 == week }
    }

    /// Whether a day matches all parts but BYWEEKNO, ordinals being ignored.
    private func matchesInWeek(_ day: Int) -> Bool {
        guard let date = CivilDate(daysSinceEpoch: day) else { return false }
        if weekdays != 0, weekdays & (1 << (date.weekday.rawValue - 1)) == 0 { return false }
        guard hasMonths || hasMonthDays || !yearDays.isEmpty else { return true }
        let (year, month, monthDay) = date.parts
        if months & (1 << UInt16(month)) == 0 { return false }
        if hasMonthDays {
            let fromEnd = CivilDate.dayCount(year: year, month: month) + 1 - monthDay
            let isListed =
                monthDays & (1 << UInt64(monthDay)) != 0
                || monthDaysFromEnd & (1 << UInt64(fromEnd)) != 0
            if !isListed { return false }
        }
        guard !yearDays.isEmpty else { return true }
        let fromEnd = date.dayOfYear - CivilDate.dayCount(year: year) - 1
        return yearDays.contains { $0 == date.dayOfYear || $0 == fromEnd }
    }
}

extension WeekdayOrdinal {
    /// The day, from 0, of a month or year that starts on `first`; nil when there is no such one.
    fileprivate func day(first: Weekday, count: Int) -> Int? {
        let earliest = weekday.days(after: first)
        let total = (count - earliest + 6) / 7
        let index = ordinal > 0 ? ordinal - 1 : total + ordinal
        return (0..<total).contains(index) ? earliest + index * 7 : nil
    }
}

extension UInt64 {
    /// The same bits in the opposite order.
    fileprivate var bitReversed: UInt64 {
        var value = byteSwapped
        value = (value >> 4) & 0x0F0F_0F0F_0F0F_0F0F | (value & 0x0F0F_0F0F_0F0F_0F0F) << 4
        value = (value >> 2) & 0x3333_3333_3333_3333 | (value & 0x3333_3333_3333_3333) << 2
        return (value >> 1) & 0x5555_5555_5555_5555 | (value & 0x5555_5555_5555_5555) << 1
    }
}
