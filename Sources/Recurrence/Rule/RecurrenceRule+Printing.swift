internal import CivilTime

extension RecurrenceRule {
    /// The rule's text (RFC 5545 section 3.3.10), FREQ first.
    ///
    /// Defaults are left out: `INTERVAL=1`, `WKST=MO`, `SKIP=OMIT` and empty lists.
    public var text: String {
        var text = "FREQ=" + frequency.keyword
        switch end {
        case .never: break
        case .count(let count): text += ";COUNT=" + String(count)
        case .until(let time): text += ";UNTIL=" + time.ruleText
        }
        if interval != 1 { text += ";INTERVAL=" + String(interval) }
        for part in RulePart.allCases {
            let values = numbers(of: part)
            if !values.isEmpty { text += ";" + part.name + "=" + Self.joined(values) }
            if part == .byDay, !byDay.isEmpty { text += ";BYDAY=" + byDayText }
        }
        if weekStart != .monday { text += ";WKST=" + weekStart.keyword }
        // RFC 7529 section 4.1: SKIP is only allowed together with RSCALE.
        if skip != .omit { text += ";RSCALE=GREGORIAN;SKIP=" + skip.keyword }
        return text
    }

    /// A part's list of numbers; empty if the part isn't a list of numbers.
    private func numbers(of part: RulePart) -> [Int] {
        switch part {
        case .bySecond: bySecond
        case .byMinute: byMinute
        case .byHour: byHour
        case .byMonthDay: byMonthDay
        case .byYearDay: byYearDay
        case .byWeekNumber: byWeekNumber
        case .byMonth: byMonth
        case .bySetPosition: bySetPosition
        default: []
        }
    }

    private static func joined(_ values: [Int]) -> String {
        var text = ""
        for value in values {
            if !text.utf8.isEmpty { text += "," }
            text += String(value)
        }
        return text
    }

    private var byDayText: String {
        var text = ""
        for day in byDay {
            if !text.utf8.isEmpty { text += "," }
            if day.ordinal != 0 { text += String(day.ordinal) }
            text += day.weekday.keyword
        }
        return text
    }
}

extension CalendarTime {
    /// The time as UNTIL writes it.
    var ruleText: String {
        switch self {
        case .date(let date): date.basicText
        case .floating(let civil), .zoned(let civil, _): civil.basicText
        case .utc(let instant): instant.basicText
        }
    }
}
