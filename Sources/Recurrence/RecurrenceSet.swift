public import CivilTime

/// All the starts of a series: its own start, what its rules and dates add, less its exceptions.
///
/// RFC 5545 section 3.8.5. Starts are ordered by instant, and each instant comes once. The series'
/// start is always in it, also where no rule matches it, unless an exception takes it away. COUNT
/// counts what a rule matches, before exceptions, and the start as the first of it, also where no
/// rule matches it (section 3.3.10).
///
/// What exception rules take away has to be gone through: a series in which they take away more
/// than 1,000,000 starts in a row is taken to be at its end there, in either direction.
public struct RecurrenceSet: Sendable {
    /// DTSTART.
    public let start: CalendarTime
    /// RRULE: all of the rules add starts.
    public let rules: [RecurrenceRule]
    /// EXRULE: all of these rules take starts away (RFC 2445 section 4.8.5.2).
    public let exceptionRules: [RecurrenceRule]
    /// RDATE.
    public let dates: [CalendarTime]
    /// The values of RDATE that say their own end.
    public let periods: [RecurrencePeriod]
    /// EXDATE.
    public let exceptions: [CalendarTime]

    /// Whether the start is in it although no rule matches it: it then is the first that COUNT counts.
    package let isStartApart: Bool

    let plan: SeriesPlan
    /// The periods' starts, ascending, and which of `periods` they are.
    private let periodStarts: [(instant: Int64, index: Int)]

    /// Makes a series.
    ///
    /// A rule that steps by hours or less gives nothing when the start is a date. A date among
    /// `dates` of a series with times takes the start's time, a time in a series of days its date.
    ///
    /// - Parameters:
    ///   - start: DTSTART.
    ///   - rules: The values of RRULE.
    ///   - exceptionRules: The values of EXRULE, which RFC 5545 has dropped and files still have.
    ///   - dates: The values of RDATE that are times.
    ///   - periods: The values of RDATE that are periods.
    ///   - exceptions: The values of EXDATE: a time takes away that instant, a date that day.
    ///   - zone: What reads dates and floating times, or the zone the start names. A start in UTC
    ///     is read as such whatever this is.
    ///   - zones: Where the zones other times name are found; those it lacks are read in `zone`.
    ///   - choice: How times are read that the clock skips or has twice.
    ///   - includesStart: False to have only what the rules and the dates give.
    ///   - budget: How much work a reading may take.
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
        isStartApart =
            includesStart && !sources.contains { $0.givesItsStart(by: clock, stepsMax) }
        if isStartApart, uncovered.contains(where: { $0.countAfterStart != $0 }) {
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
            isStartApart: isStartApart,
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

    /// Whether a rule names more times of a day than its budget allows, so that some are left out.
    public var isThinned: Bool {
        (plan.sources + plan.exceptionSources).contains { $0.plan.isThinned }
    }

    /// An occurrence's start in the form DTSTART has: a date, or a time of its kind and zone.
    ///
    /// So is RECURRENCE-ID written, which names the occurrence.
    public func time(of occurrence: Occurrence) -> CalendarTime {
        start.replacingCivil(occurrence.civil)
    }

    /// Where an occurrence ends, when it comes from a period; nil when it has the event's length.
    public func end(of occurrence: Occurrence) -> CalendarTime? {
        let instant = occurrence.instant.secondsSinceEpoch
        return periodStarts.first { $0.instant == instant }.map { periods[$0.index].end }
    }
}

extension RecurrenceRule {
    /// The rule as it goes on after a start that it does not match and that its COUNT counts.
    fileprivate var countAfterStart: RecurrenceRule {
        guard case .count(let count) = end else { return self }
        var rule = self
        rule.end = .count(max(0, count - 1))
        return rule
    }
}
