import CivilTime

/// Reading of dates with a number.
extension QuickReading {
    /// Takes a date with its month: "Dec 20", "20 December 2026", "20.12.", "12/20", "2026-12-20".
    mutating func takeDatedDay() -> CivilDate? {
        let start = place
        if let date = takeDateISO() { return date }
        place = start
        if let date = takeDateInFigures() { return date }
        place = start
        return takeMonthAndDay()
    }

    /// `2026-12-04`, also with a time after a T.
    private mutating func takeDateISO() -> CivilDate? {
        guard let year = takeNumber(digits: 4...4), takeMark("-", glued: true),
            let month = takeNumber(digits: 2...2, glued: true), takeMark("-", glued: true),
            let day = takeNumber(digits: 2...2, glued: true),
            let date = CivilDate(year: year, month: month, day: day)
        else { return nil }
        let behind = place
        if time.start == nil, let next, next.isGlued, take(.letterT), let clock = takeClock(),
            clock.isClear, let start = clock.time
        {
            time.start = start
        } else {
            place = behind
        }
        return date
    }

    private mutating func takeMonthAndDay() -> CivilDate? {
        let start = place
        if let (number, _) = takeOrdinal() {
            if take(.of) { _ = take(.the) }
            if let month = takeMonth() { return date(month, number, year: takeYear()) }
            return nil
        }
        place = start
        _ = take(.the)
        if place > start, let (number, _) = takeOrdinal(), take(.of), let month = takeMonth() {
            return date(month, number, year: takeYear())
        }
        place = start
        guard let month = takeMonth() else { return nil }
        _ = take(.the)
        guard let (number, _) = takeOrdinal() else { return nil }
        if let next, next.isGlued, next.mark == UInt8(ascii: ":") { return nil }
        return date(month, number, year: takeYear())
    }

    mutating func takeMonth() -> Int? {
        guard let month = takeMeaning({ if case .month(let month) = $0 { month } else { nil } })
        else { return nil }
        skipFullStop()
        return month
    }

    mutating func takeYear() -> Int? {
        let behind = place
        _ = takeMark(",", glued: true)
        if let year = takeNumber(digits: 4...4, glued: false), (1_900...2_200).contains(year),
            next.map({ !$0.isGlued || $0.mark != UInt8(ascii: "-") }) ?? true
        {
            return year
        }
        place = behind
        return nil
    }

    /// A day of a month, in its year or else in the next year that has it.
    func date(_ month: Int, _ day: Int, year: Int?) -> CivilDate? {
        if let year { return CivilDate(year: year, month: month, day: day) }
        for year in today.year...(today.year + 8) {
            if let date = CivilDate(year: year, month: month, day: day), date >= today {
                return date
            }
        }
        return nil
    }

    /// The next such day, this month or later.
    func nextDay(ofMonth number: Int) -> CivilDate? {
        guard (1...31).contains(number) else { return nil }
        for months in 0..<3 {
            let month = CivilDate(year: today.year, month: today.month, day: 1)?
                .adding(months: months)
            if let month, let date = CivilDate(year: month.year, month: month.month, day: number),
                date >= today
            {
                return date
            }
        }
        return nil
    }

    /// "The 5th", "am 20.".
    mutating func takeDayOfMonth() -> CivilDate? {
        let isOn = place > 0 && (has(.on, at: place - 1) || has(.starting, at: place - 1))
        let isNamed = take(.the)
        guard isOn || isNamed, let (number, isMarked) = takeOrdinal(), isMarked, !isBeforePlainWord,
            !has(.of), !has(.unit(.week)), weekday(at: place) == nil, repetition == nil || isOn
        else { return nil }
        if let next, next.isWord, !next.meanings.isEmpty, isBeforeUnit { return nil }
        return nextDay(ofMonth: number)
    }

    private var isBeforeUnit: Bool {
        guard let next else { return false }
        for meaning in next.meanings {
            if case .unit = meaning { return true }
        }
        return false
    }

    // MARK: Figures

    /// `12/20`, `3/4/27`, `20.12.`, `20.12.2026`.
    private mutating func takeDateInFigures() -> CivilDate? {
        guard let first = takeNumber(digits: 1...2) else { return nil }
        let isDotted = takeMark(".", glued: true)
        guard isDotted || takeMark("/", glued: true) else { return nil }
        let mark: Unicode.Scalar = isDotted ? "." : "/"
        guard let digits = next?.digits, let second = takeNumber(digits: 1...2, glued: true) else {
            return nil
        }
        var year: Int?
        let behind = place
        if takeMark(mark, glued: true) {
            let yearDigits = next?.digits ?? 0
            if yearDigits == 2 || yearDigits == 4,
                let number = takeNumber(digits: 2...4, glued: !isDotted ? true : nil),
                yearDigits == 2
                    ? next?.mark != UInt8(ascii: ":") && isYear(glued: place - 1)
                    : (1_900...2_200).contains(number)
            {
                year = yearDigits == 2 ? 2_000 + number : number
            } else if isDotted {
                place = behind + 1
            } else {
                return nil
            }
        } else if isDotted {
            guard language.hasDottedDates, digits == 2, !has(.oClock), !has(.am), !has(.pm) else {
                return nil
            }
        }
        return figures(first, second, year: year, isDotted: isDotted)
    }

    /// Whether two digits are glued to the date before them, so that they're its year.
    private func isYear(glued place: Int) -> Bool { token(place)?.isGlued ?? false }

    private mutating func figures(
        _ first: Int,
        _ second: Int,
        year: Int?,
        isDotted: Bool
    ) -> CivilDate? {
        // "24/7" is round the clock.
        if !isDotted, year == nil, first == 24, second == 7 { return nil }
        // A number that can't be a month is the day, whatever the order.
        var isFirst = isDotted || (figuresOrder ?? isDayFirst)
        if !isDotted, first > 12 { isFirst = true }
        if !isDotted, second > 12 { isFirst = false }
        if !isDotted, first > 12 || second > 12 { figuresOrder = isFirst }
        return date(isFirst ? second : first, isFirst ? first : second, year: year)
    }

    // MARK: Days in one month

    /// Reads days of one month, such as "3-6 Dec" and, in German, "3.-6.12.".
    mutating func readDaysInMonth() -> Bool {
        if take(.from) { _ = take(.the) } else { _ = take(.on) }
        let named = takeMonth()
        // "3./4. Dezember" has full stops; "3/4/26" is one date.
        guard let (first, isMarked) = takeOrdinal(),
            takeMark("-") || (isMarked && takeMark("/", glued: true)) || take(.to) || take(.until)
        else { return false }
        _ = take(.the)
        let behind = place
        guard let (last, _) = takeOrdinal() else { return false }
        var month = named
        var year: Int?
        if named == nil {
            _ = take(.of)
            month = takeMonth()
            if month == nil {
                place = behind
                guard let date = takeDatedDay(), date.day == last else {
                    return false
                }
                month = date.month
                year = date.year
            }
        }
        if year == nil { year = takeYear() }
        guard let month, let firstDate = date(month, first, year: year),
            let lastDate = CivilDate(year: firstDate.year, month: month, day: last),
            lastDate > firstDate
        else { return false }
        (date, self.lastDate) = (firstDate, lastDate)
        return true
    }
}
