public import CivilTime

extension RecurrenceRule {
    /// What the rule matches from a start on, and nothing else; it may have no end.
    ///
    /// The start is an occurrence only where the rule matches it. An event always happens at its
    /// start too: that is what ``RecurrenceSet`` gives.
    ///
    /// - Parameters:
    ///   - start: DTSTART. What the rule needs and does not name is taken from it.
    ///   - zone: The zone the start names, or what reads a date or a floating time.
    ///   - choice: How times are read that the clock skips or has twice.
    /// - Returns: A place before the first occurrence.
    public func occurrences(
        from start: CalendarTime,
        in zone: Zone = .utc,
        choosing choice: Zone.Choice = .rfc5545
    ) -> OccurrenceIterator {
        series(from: start, in: zone, choosing: choice).occurrences()
    }

    /// The same as a set, which can be asked for windows, and for many of them.
    public func series(
        from start: CalendarTime,
        in zone: Zone = .utc,
        choosing choice: Zone.Choice = .rfc5545,
        budget: ExpansionBudget = .unlimited
    ) -> RecurrenceSet {
        RecurrenceSet(
            start: start,
            rules: [self],
            zone: zone,
            choosing: choice,
            includesStart: false,
            budget: budget
        )
    }
}
