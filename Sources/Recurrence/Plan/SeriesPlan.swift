internal import CivilTime

/// A series prepared for expansion; it never changes and is shared by all iterators over it.
final class SeriesPlan: Sendable {
    /// Finds the instants of the start, the dates and the exceptions.
    let clock: SeriesClock
    /// The rules that add times.
    let sources: [RuleSource]
    /// The rules that remove times.
    let exceptionSources: [RuleSource]
    /// The dates, and the start if no rule gives it, sorted by instant; no instant comes twice.
    let extras: [Moment]
    let excluded: Exclusions
    /// Whether the series consists of one rule only.
    let isPlain: Bool
    let budget: ExpansionBudget

    init(
        clock: SeriesClock,
        sources: [RuleSource],
        exceptionSources: [RuleSource],
        dates: [CalendarTime],
        exceptions: [CalendarTime],
        isStartUnmatched: Bool,
        budget: ExpansionBudget
    ) {
        self.clock = clock
        self.budget = budget
        self.sources = sources
        self.exceptionSources = exceptionSources
        var extras = dates.map { clock.moment($0) }
        if isStartUnmatched { extras.append(clock.moment(clock.start)) }
        extras.sort { $0.instant < $1.instant }
        self.extras = extras.withoutRepetitions
        excluded = Exclusions(exceptions, clock: clock)
        isPlain =
            sources.count == 1 && extras.isEmpty && exceptions.isEmpty && exceptionSources.isEmpty
    }

    /// The first rule, the only one of a plain series; if there are no rules, one that never matches.
    var firstSource: RuleSource {
        sources.first
            ?? RuleSource(
                rule: RecurrenceRule(frequency: .daily, end: .count(0)),
                start: clock.start,
                budget: budget
            )
    }

    /// Whether an endless rule gives an occurrence that no endless exception rule removes.
    ///
    /// All these rules repeat, so if they leave one occurrence they leave more again and again.
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
            isStartUnmatched: false,
            budget: budget
        )
        var occurrences = OccurrenceIterator(rest)
        return occurrences.next() != nil
    }
}

extension RuleSource {
    /// Whether the rule's first occurrence is at the start.
    func givesItsStart(by clock: SeriesClock, _ stepsMax: Int) -> Bool {
        var cursor = RuleCursor(self, stepsMax: stepsMax)
        cursor.seekForward(to: plan.start)
        guard cursor.advance(), cursor.clock == plan.start else { return false }
        // An UNTIL in UTC may be before the start although the last clock time allowed isn't.
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
    /// The moments without those that have the same instant as the one before.
    fileprivate var withoutRepetitions: [Moment] {
        var kept: [Moment] = []
        for moment in self where moment.instant != kept.last?.instant { kept.append(moment) }
        return kept
    }
}
