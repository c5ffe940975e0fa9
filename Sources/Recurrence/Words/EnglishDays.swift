internal import CivilTime

/// The days of a rule in English.
///
/// One of the parts about days comes first in the sentence, and the others limit it: `on the 13th of
/// every month, if it is a Friday`.
struct EnglishDays {
    /// The part that comes first.
    private enum Part {
        case none, yearDays, weeks, monthDays, ordinals, weekdays
    }

    /// The part that can replace `every day` in a daily rule; `none` if it names no days.
    enum Kind {
        case none, weekdays, monthDays
    }

    private let words: RuleWords
    private let first: Part

    init(_ words: RuleWords) {
        self.words = words
        if !words.yearDays.isEmpty, words.frequency == .yearly {
            first = .yearDays
        } else if !words.weekNumbers.isEmpty, words.frequency == .yearly {
            first = words.weekdays.isEmpty ? .none : .weeks
        } else if !words.monthDays.isEmpty, words.frequency >= .monthly {
            first = .monthDays
        } else if !words.ordinals.isEmpty {
            first = .ordinals
        } else if !words.weekdays.isEmpty, words.frequency >= .weekly {
            first = .weekdays
        } else {
            first = .none
        }
    }

    // MARK: The first part

    /// The only part about days in a daily rule; nil if there are several, or one of the rarer ones.
    var onlyKind: Kind? {
        guard words.yearDays.isEmpty, words.weekNumbers.isEmpty else { return nil }
        if words.monthDays.isEmpty { return words.weekdays.isEmpty ? Kind.none : .weekdays }
        return words.weekdays.isEmpty ? .monthDays : nil
    }

    var isEveryWorkday: Bool {
        words.weekdays == [.monday, .tuesday, .wednesday, .thursday, .friday]
    }

    /// The days that BYSETPOS picks from, as one noun; nil if one noun isn't enough.
    var noun: String? {
        guard first == .weekdays || (first == .monthDays && isEveryMonthDay), otherLimits.isEmpty
        else { return nil }
        if first == .monthDays || words.weekdays.count == 7 { return "day" }
        if isEveryWorkday { return "weekday" }
        if words.weekdays == [.saturday, .sunday] { return "weekend day" }
        // "The third Tuesday or Thursday" could be understood as the third Tuesday.
        return words.weekdays.count == 1 ? EnglishWords.weekday(words.weekdays[0]) : nil
    }

    /// Whether a rule of every month or year names only weekdays, and perhaps months.
    var isPlainWeekdays: Bool {
        first == .weekdays && words.interval == 1 && words.positions.isEmpty && otherLimits.isEmpty
    }

    private var isEveryMonthDay: Bool {
        words.monthDays == Array(1...31) && words.weekdays.isEmpty && words.ordinals.isEmpty
    }

    /// `Tuesday and Thursday`, `weekday`; with `each` in front if `each` is true.
    func weekdayNames(each: Bool) -> String {
        let prefix = each ? "each " : ""
        if words.weekdays.count == 7 { return prefix + "day" }
        if isEveryWorkday { return prefix + "weekday" }
        return prefix + EnglishWords.list(words.weekdays.map { EnglishWords.weekday($0) })
    }

    /// `the first Monday and the last Friday`.
    private var ordinalNames: String {
        var texts: [String] = []
        for day in words.ordinals {
            texts.append(
                "the " + EnglishWords.position(day.ordinal) + " "
                    + EnglishWords.weekday(day.weekday)
            )
        }
        if !words.weekdays.isEmpty { texts.append(weekdayNames(each: true)) }
        return EnglishWords.list(texts)
    }

    /// Whether the day of a month starts with `the`, so that `of every month` can follow.
    var startsWithThe: Bool {
        first == .monthDays || (first == .ordinals && words.weekdays.isEmpty)
    }

    /// The day of a monthly rule.
    var monthly: String? {
        switch first {
        case .monthDays: EnglishWords.monthDays(words.monthDays)
        case .ordinals: ordinalNames
        case .weekdays: weekdayNames(each: true)
        case .none, .yearDays, .weeks: nil
        }
    }

    /// The day of a yearly rule.
    var yearly: String? {
        switch first {
        case .none: nil
        case .yearDays: yearDayNames + " of the year"
        case .weeks: weekdayNames(each: words.weekdays.count > 4) + " of " + weekNames
        case .monthDays:
            words.months.isEmpty
                ? EnglishWords.monthDays(words.monthDays) + " of every month" : datesOfYear
        case .ordinals: ordinalNames + " of " + (words.months.isEmpty ? "the year" : monthNames)
        case .weekdays:
            weekdayNames(each: true) + (words.months.isEmpty ? "" : " of " + monthNames)
        }
    }

    /// `29 February`, `1 January and 1 July`, `the last day of February`.
    private var datesOfYear: String {
        let areFew = words.months.count * words.monthDays.count <= 6
        guard areFew, words.monthDays.allSatisfy({ $0 > 0 }) else {
            return EnglishWords.monthDays(words.monthDays) + " of " + monthNames
        }
        var texts: [String] = []
        for month in words.months {
            for day in words.monthDays { texts.append("\(day) " + EnglishWords.month(month)) }
        }
        return EnglishWords.list(texts)
    }

    private var yearDayNames: String {
        let last = words.yearDays.filter { $0 < 0 }
        let texts = EnglishWords.ranges(
            words.yearDays.filter { $0 > 0 },
            name: { "the " + EnglishWords.ordinal($0) + " day" }
        )
        return EnglishWords.list(
            texts + EnglishWords.ranges(last, name: { "the " + EnglishWords.position($0) + " day" })
        )
    }

    private var weekNames: String {
        let numbers = words.weekNumbers.filter { $0 > 0 }
        var texts: [String] = []
        if !numbers.isEmpty { texts.append(EnglishClock.units(numbers, "week")) }
        for week in words.weekNumbers where week < 0 {
            texts.append("the " + EnglishWords.position(week) + " week")
        }
        return EnglishWords.list(texts)
    }

    private var monthNames: String {
        EnglishWords.list(EnglishWords.ranges(words.months, name: { EnglishWords.month($0) }))
    }

    /// ` in January and March`; nil for all months.
    var inMonths: String? { words.months.isEmpty ? nil : " in " + monthNames }

    /// `the 15th of every month`, `the 15th of every January and July`.
    func ofEveryMonth(_ day: String) -> String {
        day + " of every "
            + (words.months.isEmpty
                ? "month" : EnglishWords.list(words.months.map { EnglishWords.month($0) }))
    }

    // MARK: Limits

    var limits: [String] {
        var limits = otherLimits
        if !areMonthsNamed { limits.append("only in " + monthNames) }
        return limits
    }

    /// Whether the first part names the months already.
    private var areMonthsNamed: Bool {
        if words.months.isEmpty { return true }
        switch words.frequency {
        case .yearly:
            return first == .monthDays || first == .ordinals || first == .weekdays
        case .monthly:
            if words.interval != 1 { return false }
            if words.positions.isEmpty { return startsWithThe || isPlainWeekdays }
            return noun != nil && words.times.count <= 1
        case .daily: return words.interval == 1 && onlyKind != nil && words.positions.isEmpty
        case .weekly, .hourly, .minutely, .secondly: return false
        }
    }

    /// The limits of all parts after the first, except months.
    private var otherLimits: [String] {
        var limits: [String] = []
        if first != .monthDays, !words.monthDays.isEmpty, !replacesEveryDay(.monthDays) {
            limits.append("only on " + EnglishWords.monthDays(words.monthDays) + " of the month")
        }
        if first != .ordinals, !words.ordinals.isEmpty {
            let period = words.ordinalPeriod == .month ? "month" : "year"
            limits.append("only on " + ordinalNames + " of the " + period)
        } else if first != .weekdays, first != .weeks, first != .ordinals, !words.weekdays.isEmpty,
            !replacesEveryDay(.weekdays)
        {
            limits.append(
                first == .none
                    ? "only on " + weekdayNames(each: false) + (isEveryWorkday ? "s" : "")
                    : "if it is a " + weekdayOptions
            )
        }
        if first != .yearDays, !words.yearDays.isEmpty {
            limits.append("only on " + yearDayNames + " of the year")
        }
        if first != .weeks, !words.weekNumbers.isEmpty { limits.append("only in " + weekNames) }
        return limits
    }

    /// `Friday`, `Monday or Friday`, `weekday`.
    private var weekdayOptions: String {
        if isEveryWorkday { return "weekday" }
        return EnglishWords.list(words.weekdays.map { EnglishWords.weekday($0) }, or: true)
    }

    /// Whether a daily rule names this part instead of `every day`.
    private func replacesEveryDay(_ kind: Kind) -> Bool {
        words.frequency == .daily && words.interval == 1 && onlyKind == kind
            && words.positions.isEmpty
    }
}
