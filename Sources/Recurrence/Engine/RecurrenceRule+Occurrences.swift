public import CivilTime

extension RecurrenceRule {
    /// The times that the rule matches from a start on; they may have no end.
    ///
    /// The start is an occurrence only if the rule matches it. An event always happens at its start
    /// too: for that, use ``RecurrenceSet``.
    ///
    /// - Parameters:
    ///   - start: DTSTART. It fills in what the rule leaves open.
    ///   - zone: The zone that the start names, or the viewer's zone if the start is a date or a
    ///     floating time.
    ///   - choice: How to read times that a clock change skips or repeats.
    /// - Returns: An iterator before the first occurrence.
    public func occurrences(
        from start: CalendarTime,
        in zone: Zone = .utc,
        choosing choice: Zone.Choice = .rfc5545
    ) -> OccurrenceIterator {
        series(from: start, in: zone, choosing: choice).occurrences()
    }

    /// The same times as a set, which is prepared once and can then be read in many windows.
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
