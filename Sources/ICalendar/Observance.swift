import CivilTime
import Recurrence

/// One STANDARD or DAYLIGHT of a VTIMEZONE: when clocks are changed, and to what.
struct Observance {
    /// The first onset, on the clock before the change.
    let start: CivilDateTime
    let offsetFrom: Int
    let offsetTo: Int
    let isSummer: Bool
    private let name: String
    private let rules: [RecurrenceRule]
    private let dates: [CivilDateTime]

    init?(_ component: Component) {
        let isSummer = component.isNamed(.daylight)
        guard isSummer || component.isNamed(.standard), let start = component.time(.dateTimeStart),
            let from = Self.offset(component.first(.zoneOffsetFrom)),
            let to = Self.offset(component.first(.zoneOffsetTo))
        else { return nil }
        self.isSummer = isSummer
        self.start = start.civil
        offsetFrom = from
        offsetTo = to
        name = component.first(.zoneName)?.textValue ?? ""
        rules = Array(component.rules.prefix(Limits.rulesOfObservanceMax))
        dates = component.times(.recurrenceDates).map { time in
            // An RDATE in UTC is met in files; all others are on the clock before the change.
            if case .utc = time { time.civil.adding(seconds: from) } else { time.civil }
        }
    }

    /// The instant of the first onset.
    var firstInstant: Instant { instant(of: start) }

    func transition(at onset: CivilDateTime) -> Zone.Transition {
        Zone.Transition(instant: instant(of: onset), offsetSeconds: offsetTo, abbreviation: name)
    }

    private func instant(of onset: CivilDateTime) -> Instant {
        Instant(secondsSinceEpoch: onset.secondsSinceEpoch).adding(seconds: -Int64(offsetFrom))
    }

    // MARK: Onsets

    /// Every onset up to the end of a year, on the clock before the change.
    func onsets(through lastYear: Int) -> [CivilDateTime] {
        var onsets = [start] + dates
        for rule in rules { onsets += self.onsets(of: rule, through: lastYear) }
        return onsets
    }

    private func onsets(of rule: RecurrenceRule, through lastYear: Int) -> [CivilDateTime] {
        guard rule.frequency == .yearly, start.date.year <= lastYear else { return [] }
        var onsets: [CivilDateTime] = []
        let months = rule.byMonth.isEmpty ? [start.date.month] : rule.byMonth
        for year in stride(from: start.date.year, through: lastYear, by: max(1, rule.interval)) {
            for month in months {
                guard let day = Self.day(of: rule, year: year, month: month, start: start.date)
                else { continue }
                let onset = CivilDateTime(date: day, time: start.time)
                guard onset >= start else { continue }
                guard !isPast(rule.end, onset, count: onsets.count) else { return onsets }
                onsets.append(onset)
            }
        }
        return onsets
    }

    private func isPast(_ end: RecurrenceRule.End, _ onset: CivilDateTime, count: Int) -> Bool {
        switch end {
        case .never: false
        case .count(let limit): count >= limit
        case .until(.utc(let last)): instant(of: onset) > last
        case .until(.date(let last)): onset.date > last
        case .until(let last): onset > last.civil
        }
    }

    /// The day in a month that a rule speaks of; clocks are changed at most once a month.
    static func day(
        of rule: RecurrenceRule,
        year: Int,
        month: Int,
        start: CivilDate
    ) -> CivilDate? {
        guard let first = CivilDate(year: year, month: month, day: 1) else { return nil }
        let length = CivilDate.dayCount(year: year, month: month)
        let days = rule.byMonthDay.map { $0 < 0 ? length + $0 + 1 : $0 }
        guard let weekday = rule.byDay.first else {
            return CivilDate(year: year, month: month, day: days.first ?? start.day)
        }
        let offset = weekday.weekday.days(after: first.weekday)
        if !days.isEmpty {
            let day = days.sorted().first { ($0 - 1) % 7 == offset }
            return day.flatMap { CivilDate(year: year, month: month, day: $0) }
        }
        let day =
            weekday.ordinal < 0
            ? lastDay(offset: offset, length: length) + (weekday.ordinal + 1) * 7
            : 1 + offset + max(0, weekday.ordinal - 1) * 7
        return CivilDate(year: year, month: month, day: day)
    }

    /// The last day of a weekday in a month, by the weekday's place in its first week.
    private static func lastDay(offset: Int, length: Int) -> Int {
        1 + offset + (length - 1 - offset) / 7 * 7
    }

    // MARK: The rule as POSIX writes it

    /// Whether the observance comes back each year without end.
    var isEndless: Bool {
        rules.contains { $0.end == .never }
    }

    /// The change in POSIX's form, such as `M3.5.0/2`; nil when it has no such form.
    var posixChange: String? {
        guard rules.count == 1, let rule = rules.first, rule.frequency == .yearly,
            rule.interval == 1, rule.byMonth.count == 1, rule.byDay.count == 1,
            let month = rule.byMonth.first, let day = rule.byDay.first,
            let week = Self.posixWeek(of: rule, ordinal: day.ordinal)
        else { return nil }
        let weekday = Int(day.weekday.rawValue) % 7
        return "M\(month).\(week).\(weekday)/"
            + Self.clock(start.time.secondsSinceMidnight)
    }

    /// The week that POSIX counts: 1 to 4, or 5 for the last.
    private static func posixWeek(of rule: RecurrenceRule, ordinal: Int) -> Int? {
        if rule.byMonthDay.isEmpty {
            return ordinal == -1 ? 5 : (1...4).contains(ordinal) ? ordinal : nil
        }
        // Seven days in a row that begin a week of the month: `BYMONTHDAY=8,9,10,11,12,13,14`.
        let days = rule.byMonthDay.sorted()
        guard ordinal == 0, days.count == 7, let first = days.first, first > 0, first % 7 == 1,
            days.last == first + 6, first <= 22
        else { return nil }
        return first / 7 + 1
    }

    /// The name of the local time as POSIX writes it, which is free of what it cannot have.
    var posixName: String {
        let octets = name.utf8.filter { $0.isNameOctet && $0 != 0x2E && $0 != 0x2F && $0 != 0x5F }
        guard octets.count >= 3, octets.count <= 6 else { return isSummer ? "<DST>" : "<STD>" }
        return "<" + String(decoding: octets, as: UTF8.self) + ">"
    }

    /// Seconds as hours, minutes and seconds: `-1`, `5:30`.
    static func clock(_ seconds: Int) -> String {
        let size = Int(seconds.magnitude)
        var text = (seconds < 0 ? "-" : "") + "\(size / 3_600)"
        if size % 3_600 != 0 { text += twoDigits(size / 60 % 60) }
        if size % 60 != 0 { text += twoDigits(size % 60) }
        return text
    }

    private static func twoDigits(_ number: Int) -> String {
        number < 10 ? ":0\(number)" : ":\(number)"
    }

    /// The seconds of a `UTC-OFFSET` (RFC 5545 section 3.3.14).
    private static func offset(_ property: Property?) -> Int? {
        guard let octets = property?.trimmedOctets, octets.count == 5 || octets.count == 7,
            octets[0] == 0x2B || octets[0] == 0x2D
        else { return nil }
        var parts: [Int] = []
        for index in stride(from: 1, to: octets.count, by: 2) {
            guard let tens = octets[index].digit, let ones = octets[index + 1].digit else {
                return nil
            }
            parts.append(tens * 10 + ones)
        }
        let seconds = parts[0] * 3_600 + parts[1] * 60 + (parts.count > 2 ? parts[2] : 0)
        return octets[0] == 0x2D ? -seconds : seconds
    }
}
