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

    /// Reads an observance; `rulesLeft` is how many more rules the whole zone may use.
    init?(_ component: Component, rulesLeft: inout Int) {
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
        // No clock changes every week or more often, so such rules are ignored.
        let lines = component.all(.recurrenceRule)
            .prefix(min(rulesLeft, Limits.rulesOfObservanceMax))
        rules = lines.compactMap { $0.rule }.filter { $0.frequency >= .monthly }
        rulesLeft -= rules.count
        dates = component.times(.recurrenceDates).map { time in
            // Some files have RDATEs in UTC; all others are on the clock before the change.
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

    /// The onsets that don't repeat for ever: the first one, the RDATEs, and those of rules that
    /// end.
    func finiteOnsets(limit: Int, _ steps: inout Int) -> [CivilDateTime] {
        var onsets = Array(([start] + dates).prefix(limit))
        for rule in rules where rule.end != .never {
            onsets += self.onsets(of: rule, through: 9_999, limit: limit - onsets.count, &steps)
        }
        return onsets
    }

    /// The onsets of the rules that do not end, up to the end of a year.
    func endlessOnsets(
        through lastYear: Int,
        limit: Int,
        _ steps: inout Int
    ) -> [CivilDateTime] {
        var onsets: [CivilDateTime] = []
        for rule in rules where rule.end == .never {
            onsets += self.onsets(of: rule, through: lastYear, limit: limit - onsets.count, &steps)
        }
        return onsets
    }

    private func onsets(
        of rule: RecurrenceRule,
        through lastYear: Int,
        limit: Int,
        _ steps: inout Int
    ) -> [CivilDateTime] {
        let set = RecurrenceSet(
            start: .floating(start),
            rules: [onClock(rule)],
            zone: .utc,
            includesStart: false,
            budget: ExpansionBudget(stepsMax: steps)
        )
        var occurrences = set.occurrences()
        defer { steps -= occurrences.stepCount }
        var onsets: [CivilDateTime] = []
        while onsets.count < limit, let next = occurrences.next(),
            next.civil.date.year <= lastYear
        {
            onsets.append(next.civil)
        }
        return onsets
    }

    /// The rule with its UNTIL converted from UTC to the clock before the change.
    private func onClock(_ rule: RecurrenceRule) -> RecurrenceRule {
        guard case .until(.utc(let last)) = rule.end else { return rule }
        var rule = rule
        rule.end = .until(.floating(last.civilUTC.adding(seconds: offsetFrom)))
        return rule
    }

    /// After how many cycles of 400 years all endless rules repeat.
    ///
    /// The Gregorian calendar repeats after 400 years; a rule with an INTERVAL may need several
    /// cycles.
    var cycleCount: Int {
        rules.reduce(1) { cycles, rule in
            guard rule.end == .never else { return cycles }
            let periods =
                switch rule.frequency {
                case .yearly: 400
                case .monthly: 4_800
                case .weekly, .daily, .hourly, .minutely, .secondly: 1
                }
            return Self.commonMultiple(
                cycles,
                rule.interval / Self.commonDivisor(rule.interval, periods)
            )
        }
    }

    /// 25 cycles are 10,000 years, more than a date can have.
    private static let cyclesMax = 25

    /// The least common multiple, at most ``cyclesMax``.
    static func commonMultiple(_ left: Int, _ right: Int) -> Int {
        let (product, overflow) = (left / commonDivisor(left, right))
            .multipliedReportingOverflow(by: right)
        return overflow ? cyclesMax : min(product, cyclesMax)
    }

    private static func commonDivisor(_ left: Int, _ right: Int) -> Int {
        var (left, right) = (left, right)
        while right > 0 { (left, right) = (right, left % right) }
        return max(left, 1)
    }

    // MARK: The rule as POSIX writes it

    /// Whether one of its rules has no end.
    var isEndless: Bool {
        rules.contains { $0.end == .never }
    }

    /// The change in POSIX's form, such as `M3.5.0/2`; nil when it has no such form.
    var posixChange: String? {
        guard rules.count == 1, let rule = rules.first, rule.isOneDayInOneMonth else { return nil }
        let month = rule.byMonth.first ?? start.date.month
        let seconds = start.time.secondsSinceMidnight
        guard let day = rule.byDay.first else {
            return Self.fixedDay(rule, start.date, month: month).map { $0 + Self.clock(seconds) }
        }
        let weekday = Int(day.weekday.rawValue) % 7
        if rule.byMonthDay.isEmpty, day.ordinal == -1 || (1...4).contains(day.ordinal) {
            let week = day.ordinal == -1 ? 5 : day.ordinal
            return "M\(month).\(week).\(weekday)/" + Self.clock(seconds)
        }
        guard let first = Self.firstOfSevenDays(rule, day.ordinal, month: month) else { return nil }
        // POSIX can't say "the Sunday from the 2nd to the 8th", but that is the day after the first
        // Saturday.
        let shift = (first - 1) % 7
        return "M\(month).\((first - 1) / 7 + 1).\((weekday - shift + 7) % 7)/"
            + Self.clock(seconds + shift * 86_400)
    }

    /// A fixed date such as `J60/`; POSIX never counts 29 February here.
    private static func fixedDay(_ rule: RecurrenceRule, _ start: CivilDate, month: Int) -> String?
    {
        let day = rule.byMonthDay.first ?? start.day
        guard rule.byMonthDay.count <= 1,
            let date = CivilDate(year: 2_001, month: month, day: day)
        else { return nil }
        return "J\(date.dayOfYear)/"
    }

    /// The first of the seven days in a row that the weekday is looked for in; nil for other rules.
    private static func firstOfSevenDays(
        _ rule: RecurrenceRule,
        _ ordinal: Int,
        month: Int
    ) -> Int? {
        // February's end depends on the year.
        let length = month == 2 ? 28 : CivilDate.dayCount(year: 2_001, month: month)
        if rule.byMonthDay.isEmpty {
            guard ordinal < -1, ordinal >= -4, month != 2 else { return nil }
            return length + 1 + ordinal * 7
        }
        let days = rule.byMonthDay.sorted()
        guard ordinal == 0, days.count == 7, let first = days.first, first > 0,
            days.last == first + 6, Set(days).count == 7, first + 6 <= length
        else { return nil }
        return first
    }

    /// The name of the local time in POSIX's form, without the characters that it can't have.
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

extension RecurrenceRule {
    /// Whether it means one day of one month each year, and has no part that POSIX can't express.
    fileprivate var isOneDayInOneMonth: Bool {
        frequency == .yearly && interval == 1 && byMonth.count <= 1 && byDay.count <= 1
            && byYearDay.isEmpty && byWeekNumber.isEmpty && bySetPosition.isEmpty
            && byHour.isEmpty && byMinute.isEmpty && bySecond.isEmpty
            && (byDay.isEmpty || !byMonth.isEmpty)
    }
}
