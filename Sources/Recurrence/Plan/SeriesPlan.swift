internal import CivilTime

/// A series made ready for expansion; shared by all iterators over it and never changed.
final class SeriesPlan: Sendable {
    /// Reads the start, and everything the rules give.
    let clock: SeriesClock
    /// What the rules give.
    let sources: [RuleSource]
    /// What exception rules take away.
    let exceptionSources: [RuleSource]
    /// The dates, and the start where no rule gives it, by instant; each instant comes once.
    let extras: [Moment]
    let excluded: Exclusions
    /// Whether there is one rule and nothing else.
    let isPlain: Bool
    let budget: ExpansionBudget

    init(
        clock: SeriesClock,
        sources: [RuleSource],
        exceptionSources: [RuleSource],
        dates: [CalendarTime],
        exceptions: [CalendarTime],
        isStartApart: Bool,
        budget: ExpansionBudget
    ) {
        self.clock = clock
        self.budget = budget
        self.sources = sources
        self.exceptionSources = exceptionSources
        var extras = dates.map { clock.moment($0) }
        if isStartApart { extras.append(clock.moment(clock.start)) }
        extras.sort { $0.instant < $1.instant }
        self.extras = extras.withoutRepetitions
        excluded = Exclusions(exceptions, clock: clock)
        isPlain =
            sources.count == 1 && extras.isEmpty && exceptions.isEmpty && exceptionSources.isEmpty
    }

    /// The only rule of a plain series; one that never matches when there is none.
    var firstSource: RuleSource {
        sources.first
            ?? RuleSource(
                rule: RecurrenceRule(frequency: .daily, end: .count(0)),
                start: clock.start,
                budget: budget
            )
    }

    /// Whether a rule without end gives an occurrence that exception rules without end leave.
    ///
    /// All of them repeat, so that what they leave once they leave again and again.
    var isEndless: Bool {
        let stepsMax = budget.preparationStepsMax
        let endless = sources.filter { $0.bounds.isEndless && $0.givesAnything(stepsMax) }
        let exceptions = exceptionSources.filter { $0.bounds.isEndless }
        if endless.isEmpty || exceptions.isEmpty { return !endless.isEmpty }
        let rest = SeriesPlan(
            clock: clock,
            sources: endless,
            exceptionSources: exceptions,
            dates: [],
            exceptions: [],
            isStartApart: false,
            budget: budget
        )
        var occurrences = OccurrenceIterator(rest)
        return occurrences.next() != nil
    }
}

extension RuleSource {
    /// Whether the first occurrence is at the start.
    func givesItsStart(by clock: SeriesClock, _ stepsMax: Int) -> Bool {
        var cursor = RuleCursor(self, stepsMax: stepsMax)
        cursor.seekForward(to: plan.start)
        guard cursor.advance(), cursor.clock == plan.start else { return false }
        // An instant as end may lie before the start, though its clock does not.
        return bounds.lastInstant == .max
            || clock.moment(clock.start).instant <= bounds.lastInstant
    }

    fileprivate func givesAnything(_ stepsMax: Int) -> Bool {
        var cursor = RuleCursor(self, stepsMax: stepsMax)
        cursor.seekForward(to: plan.start)
        return cursor.advance()
    }
}

extension [Moment] {
    /// Without those that have the instant of the one before.
    fileprivate var withoutRepetitions: [Moment] {
        var kept: [Moment] = []
        for moment in self where moment.instant != kept.last?.instant { kept.append(moment) }
        return kept
    }
}
