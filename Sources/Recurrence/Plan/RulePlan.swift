internal import CivilTime

/// A rule compiled for one start: its lists as bit masks, with open parts filled from the start.
///
/// It never changes and is shared by all cursors over the rule. Cursors walk it period by period.
/// For years, months and weeks, those are the rule's periods. Days, hours, minutes and seconds are
/// taken many at once, as a block: 64 days, the hours of a day, the minutes of an hour or the
/// seconds of a minute. Each period is a set of slots, as bits, with the same times in each slot.
final class RulePlan: Sendable {
    /// What the periods are.
    enum Kind {
        case years, weekYears, months, weeks
        case days, hours, minutes, seconds
    }

    let kind: Kind
    let interval: Int64
    /// The start as a clock time, in seconds.
    let start: Int64
    /// The days that match.
    let days: DayFilter
    /// The months that match, as bits.
    let months: UInt16
    /// For monthly rules, the days of each kind of month, after BYSETPOS; nil if the kind of month
    /// isn't enough to tell the days.
    let monthTable: MonthTable?
    /// The times in each slot, ascending, in seconds from its start.
    let times: [Int32]
    /// The hours, minutes and seconds that limit a rule shorter than a day.
    let clock: ClockFilter
    /// Whether cursors have to apply BYSETPOS to each period; false if `times` or `monthTable` has it
    /// applied already.
    let hasPositions: Bool
    /// Bit n is set when BYSETPOS picks the candidate that has n others before it.
    let positions: DayBits
    /// Bit n is set when BYSETPOS picks the candidate that has n others after it.
    let positionsFromEnd: DayBits
    /// The period that holds the start.
    let firstPeriod: Int64
    /// The unit that holds the start: a day, hour, minute or second, counted from 1970.
    let firstUnit: Int64
    /// The first day of the start's week.
    let weekZero: Int64
    /// For blocks: the rule's units as bits, every INTERVAL-th from bit 0 on.
    let stride: UInt64
    /// After this many periods everything repeats.
    let cyclePeriods: Int64
    /// Whether the rule is proved never to match.
    let isImpossible: Bool
    /// Whether the rule may still never match, because INTERVAL may skip all periods that do.
    var mayNeverMatch: Bool {
        guard interval > 1, !isImpossible else { return false }
        if kind.isBlock { return !days.hasOnlyWeekdays }
        return days.hasMonths || !days.alwaysHasDays || !positions.isEmpty
            || !positionsFromEnd.isEmpty
    }

    /// Whether the rule names more times than its budget allows, so that some are left out.
    let leavesOutTimes: Bool

    /// Compiles a rule for a start, with at most `timesMax` times in each slot.
    init(rule: RecurrenceRule, start: CalendarTime, timesMax: Int = .max) {
        let civil = start.civil
        let date = civil.date
        let day = Int64(date.daysSinceEpoch)
        let frequency = rule.frequency
        let interval = Int64(max(1, rule.interval))
        let days = DayFilter(rule: rule, start: date)
        let clock = ClockFilter(rule: rule)
        self.interval = interval
        self.start = civil.secondsSinceEpoch
        self.days = days
        self.clock = clock
        var positions = SetPositions(rule.bySetPosition)
        // RFC 5545 section 3.3.10: parts about the time of day are ignored if the start is a date.
        var times = start.isDate ? [0] : Self.times(rule: rule, start: civil.time)
        if !positions.isEmpty, frequency <= .daily {
            times = positions.selected(of: times)
            positions = SetPositions([])
        }
        leavesOutTimes = times.count > timesMax
        // Without all times, BYSETPOS would pick wrong ones, so the rule gives nothing then.
        if leavesOutTimes { times = positions.isEmpty ? Array(times.prefix(timesMax)) : [] }
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
            || !Self.stepsOnAllowedTime(clock, frequency, interval, days: days, start: self.start)
    }

    /// The period that holds a clock time, in seconds; INTERVAL may skip it.
    func period(holding clock: Int64) -> Int64 {
        Self.period(holding: clock, kind: kind, days: days, weekZero: weekZero)
    }

    /// The last period of the rule at or before `period`.
    func alignedDown(_ period: Int64) -> Int64 {
        if interval == 1 || kind.isBlock { return period }
        return firstPeriod + (period - firstPeriod).floorQuotient(interval) * interval
    }

    /// The distance from one period to the next.
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

    /// How many units a block has.
    var unitsPerBlock: Int64 {
        switch self {
        case .hours: 24
        case .minutes, .seconds: 60
        default: 64
        }
    }

    /// How long a unit is, in seconds.
    var unitSeconds: Int64 {
        switch self {
        case .hours: 3_600
        case .minutes: 60
        case .seconds: 1
        default: 86_400
        }
    }

    /// How many blocks a day has, if blocks aren't longer than a day.
    var blocksPerDay: Int64 {
        switch self {
        case .minutes: 24
        case .seconds: 1_440
        default: 1
        }
    }
}
