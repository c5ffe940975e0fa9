public import CivilTime

/// All starts of a series: its own start and what its rules and dates add, minus its exceptions.
///
/// RFC 5545 section 3.8.5. Starts are in the order of their instants, and no instant comes twice.
/// The series' own start is included even if no rule matches it, unless an exception removes it.
/// COUNT counts a rule's matches before exceptions are removed. A start that no rule matches counts
/// as the first of them (section 3.3.10).
///
/// Starts that exception rules remove have to be walked through. If more than 1,000,000 in a row
/// are removed, the series ends there, in either direction.
public struct RecurrenceSet: Sendable {
    /// DTSTART.
    public let start: CalendarTime
    /// RRULE: the rules that add starts.
    public let rules: [RecurrenceRule]
    /// EXRULE: the rules that remove starts (RFC 2445 section 4.8.5.2).
    public let exceptionRules: [RecurrenceRule]
    /// RDATE: the values that are dates or times.
    public let dates: [CalendarTime]
    /// RDATE: the values that have their own end.
    public let periods: [RecurrencePeriod]
    /// EXDATE.
    public let exceptions: [CalendarTime]

    /// Whether the start is included although no rule matches it; COUNT then counts it as the first.
    package let isStartUnmatched: Bool

    let plan: SeriesPlan
    /// The periods' starts, ascending, each with its index in `periods`.
    private let periodStarts: [(instant: Int64, index: Int)]

    /// Makes a series.
    ///
    /// If the start is a date, hourly, minutely and secondly rules give nothing. In a series with
    /// times, a date in `dates` takes the start's time of day; in an all-day series, a time in
    /// `dates` counts as its date.
    ///
    /// - Parameters:
    ///   - start: DTSTART.
    ///   - rules: The values of RRULE.
    ///   - exceptionRules: The values of EXRULE, which RFC 5545 dropped but files still have.
    ///   - dates: The values of RDATE that are dates or times.
    ///   - periods: The values of RDATE that are periods.
    ///   - exceptions: The values of EXDATE: a time removes that instant, a date that whole day.
    ///   - zone: The zone that the start names, or the viewer's zone if the start is a date or a
    ///     floating time. Ignored if the start is in UTC.
    ///   - zones: The zones that other times may name; a time in any other zone is read in `zone`.
    ///   - choice: How to read times that a clock change skips or repeats.
    ///   - includesStart: Pass false to get only the starts that rules and dates give.
    ///   - budget: How much work an iterator may do.
    public init(
        start: CalendarTime,
        rules: [RecurrenceRule] = [],
        exceptionRules: [RecurrenceRule] = [],
        dates: [CalendarTime] = [],
        periods: [RecurrencePeriod] = [],
        exceptions: [CalendarTime] = [],
        zone: Zone,
        zones: ZoneCatalogue = ZoneCatalogue(),
        choosing choice: Zone.Choice = .rfc5545,
        includesStart: Bool = true,
        budget: ExpansionBudget = .unlimited
    ) {
        let clock = SeriesClock(start: start, zone: zone, zones: zones, choice: choice)
        self.start = start
        self.rules = rules
        self.exceptionRules = exceptionRules
        self.dates = dates
        self.periods = periods
        self.exceptions = exceptions
        let uncovered = rules.filter { rule in
            !exceptionRules.contains { $0.covers(rule, startingAt: start) }
        }
        var sources = Self.sources(uncovered, start: start, budget: budget)
        let stepsMax = budget.preparationStepsMax
        isStartUnmatched =
            includesStart && !sources.contains { $0.givesItsStart(by: clock, stepsMax) }
        if isStartUnmatched, uncovered.contains(where: { $0.countAfterStart != $0 }) {
            sources = Self.sources(
                uncovered.map { $0.countAfterStart },
                start: start,
                budget: budget
            )
        }
        plan = SeriesPlan(
            clock: clock,
            sources: sources,
            exceptionSources: Self.sources(exceptionRules, start: start, budget: budget),
            dates: dates + periods.map { $0.start },
            exceptions: exceptions,
            isStartUnmatched: isStartUnmatched,
            budget: budget
        )
        periodStarts = periods.indices.map { (clock.moment(periods[$0].start).instant, $0) }
            .sorted { ($0.instant, $0.index) < ($1.instant, $1.index) }
    }

    private static func sources(
        _ rules: [RecurrenceRule],
        start: CalendarTime,
        budget: ExpansionBudget
    ) -> [RuleSource] {
        rules.compactMap { rule in
            if start.isDate, rule.frequency < .daily { return nil }
            return RuleSource(rule: rule, start: start, budget: budget)
        }
    }

    /// Whether a rule names more times of day than the budget allows, so that some are left out.
    public var leavesOutTimes: Bool {
        (plan.sources + plan.exceptionSources).contains { $0.plan.leavesOutTimes }
    }

    /// An occurrence's start in the form of DTSTART: a date, or a time of the same kind and zone.
    ///
    /// RECURRENCE-ID, which names an occurrence, is written in this form.
    public func time(of occurrence: Occurrence) -> CalendarTime {
        start.replacingCivil(occurrence.civil)
    }

    /// When an occurrence ends if it comes from a period; nil if it's as long as the event.
    public func end(of occurrence: Occurrence) -> CalendarTime? {
        let instant = occurrence.instant.secondsSinceEpoch
        return periodStarts.first { $0.instant == instant }.map { periods[$0.index].end }
    }
}

extension RecurrenceRule {
    /// The rule with COUNT lowered by one, for a start that it doesn't match but has to count.
    fileprivate var countAfterStart: RecurrenceRule {
        guard case .count(let count) = end else { return self }
        var rule = self
        rule.end = .count(max(0, count - 1))
        return rule
    }
}
