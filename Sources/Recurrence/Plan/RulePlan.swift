internal import CivilTime

/// A rule made ready for one start: lists as bit masks, what was missing filled from the start.
///
/// Shared by all cursors over the rule and never changed. A rule is gone through period by period.
/// The periods of years, months and weeks are those of the rule. Days, hours, minutes and seconds
/// are taken many at once, as a block: 64 days, or the hours of a day, or the minutes of an hour,
/// or the seconds of a minute. Whatever the period, it is a set of slots, as bits, and the same
/// times in each of them.
final class RulePlan: Sendable {
    /// What the periods are.
    enum Kind {
        case years, weekYears, months, weeks
        case days, hours, minutes, seconds
    }

    let kind: Kind
    let frequency: Frequency
    let interval: Int64
    /// The start, in seconds of the clock.
    let start: Int64
    /// The days that match.
    let days: DayFilter
    /// The months that match, as bits.
    let months: UInt16
    /// The days of each kind of month, BYSETPOS applied, for rules by months; nil where that is not all.
    let monthTable: MonthTable?
    /// Times in each slot, ascending, in seconds from its start.
    let times: [Int32]
    /// The hours, minutes and seconds that days, hours and minutes may start in.
    let clock: ClockFilter
    /// Whether BYSETPOS picks from each period; not where times or months have been picked from before.
    let hasPositions: Bool
    /// Bit n is set when BYSETPOS picks what has n others before it.
    let positions: DayBits
    /// Bit n is set when BYSETPOS picks what has n others after it.
    let positionsFromEnd: DayBits
    /// The period that holds the start.
    let firstPeriod: Int64
    /// The unit that holds the start: its day, hour, minute or second since 1970.
    let firstUnit: Int64
    /// The first day of the start's week.
    let weekZero: Int64
    /// For blocks, every how many of its units the rule has one, as bits from the lowest.
    let stride: UInt64
    /// After that many periods everything repeats.
    let cyclePeriods: Int64
    /// Whether it is known beforehand that the rule never matches.
    let isImpossible: Bool
    /// Whether it is not known beforehand that it ever does, as it passes over most periods.
    var isDoubtful: Bool {
        guard interval > 1, !isImpossible else { return false }
        if kind.isBlock { return !days.hasOnlyWeekdays }
        return days.hasMonths || !days.alwaysHasDays || !positions.isEmpty
            || !positionsFromEnd.isEmpty
    }

    /// Whether its days have more times than are kept.
    let isThinned: Bool

    /// Prepares a rule for a start; of a day's times no more are kept than `timesMax`.
    init(rule: RecurrenceRule, start: CalendarTime, timesMax: Int = .max) {
        let civil = start.civil
        let date = civil.date
        let day = Int64(date.daysSinceEpoch)
        let frequency = rule.frequency
        let interval = Int64(max(1, rule.interval))
        let days = DayFilter(rule: rule, start: date)
        let clock = ClockFilter(rule: rule)
        self.frequency = frequency
        self.interval = interval
        self.start = civil.secondsSinceEpoch
        self.days = days
        self.clock = clock
        var positions = SetPositions(rule.bySetPosition)
        // Section 3.3.10: the time parts are ignored when the start is a date.
        var times = start.isDate ? [0] : Self.times(rule: rule, start: civil.time)
        if !positions.isEmpty, frequency <= .daily {
            times = positions.selected(of: times)
            positions = SetPositions([])
        }
        isThinned = times.count > timesMax
        // BYSETPOS can't pick from times that are not there.
        if isThinned { times = positions.isEmpty ? Array(times.prefix(timesMax)) : [] }
        self.times = times
        self.positions = positions.fromStart
        positionsFromEnd = positions.fromEnd
        weekZero = day - Int64((MonthMath.weekday(of: Int(day)) - days.weekStart + 7) % 7)
        let kind = Self.kind(rule, days: days, hasPositions: !positions.isEmpty)
        self.kind = kind
        months = days.months
        let isTabled = kind == .months && (positions.isEmpty || times.count == 1)
        let monthTable = isTabled ? MonthTable(days, positions: positions) : nil
        self.monthTable = monthTable
        hasPositions = !positions.isEmpty && monthTable == nil
        firstUnit = self.start.floorQuotient(kind.unitSeconds)
        firstPeriod = Self.period(
            holding: self.start,
            kind: kind,
            days: days,
            weekZero: weekZero
        )
        stride = Self.stride(interval)
        cyclePeriods = Self.cyclePeriods(kind: kind, interval: interval)
        isImpossible =
            clock.isEmpty
            || !days.hasPeriod(of: kind, with: positions.candidatesMin, timeCount: times.count)
            || !Self.canMeet(clock, frequency, interval, days: days, start: self.start)
    }

    /// The period that holds a clock time, given in seconds; the rule may pass over it.
    func period(holding clock: Int64) -> Int64 {
        Self.period(holding: clock, kind: kind, days: days, weekZero: weekZero)
    }

    /// The last period of the rule at or before `period`.
    func alignedDown(_ period: Int64) -> Int64 {
        if interval == 1 || kind.isBlock { return period }
        return firstPeriod + (period - firstPeriod).floorQuotient(interval) * interval
    }

    /// How far it is from one period to the next.
    var step: Int64 { kind.isBlock ? 1 : interval }
}

extension RulePlan.Kind {
    /// Whether a period is a block of units.
    var isBlock: Bool {
        switch self {
        case .years, .weekYears, .months, .weeks: false
        case .days, .hours, .minutes, .seconds: true
        }
    }

    /// Whether the rule steps by less than a day.
    var isShort: Bool {
        switch self {
        case .hours, .minutes, .seconds: true
        default: false
        }
    }

    /// The units in a block.
    var unitsPerBlock: Int64 {
        switch self {
        case .hours: 24
        case .minutes, .seconds: 60
        default: 64
        }
    }

    /// The length of a unit.
    var unitSeconds: Int64 {
        switch self {
        case .hours: 3_600
        case .minutes: 60
        case .seconds: 1
        default: 86_400
        }
    }

    /// The blocks in a day; for blocks that are shorter than one.
    var blocksPerDay: Int64 {
        switch self {
        case .minutes: 24
        case .seconds: 1_440
        default: 1
        }
    }
}
