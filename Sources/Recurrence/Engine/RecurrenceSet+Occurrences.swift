public import CivilTime

extension RecurrenceSet {
    /// All occurrences from the first on; they may have no end.
    public func occurrences() -> OccurrenceIterator {
        OccurrenceIterator(plan)
    }

    /// The occurrences at or after an instant; they may have no end.
    ///
    /// Earlier occurrences aren't walked through, however far away the start is.
    public func occurrences(from instant: Instant) -> OccurrenceIterator {
        OccurrenceIterator(plan, from: instant.secondsSinceEpoch)
    }

    /// The occurrences that start in a window, not including its upper bound.
    ///
    /// Occurrences are found while iterating. The cost depends on how many the window contains, not
    /// on where it lies.
    ///
    /// - Parameters:
    ///   - window: The instants to look at.
    ///   - stepsMax: How many steps the iterator may take; nil for the limit of the set's budget.
    /// - Returns: An iterator before the first occurrence of the window.
    public func occurrences(
        in window: Range<Instant>,
        stepsMax: Int? = nil
    ) -> OccurrenceIterator {
        let (low, high) = (window.lowerBound.secondsSinceEpoch, window.upperBound.secondsSinceEpoch)
        let last = high == .min ? .min : high - 1
        return OccurrenceIterator(plan, from: low, through: last, stepsMax: stepsMax)
    }

    /// The first occurrence after an instant; nil if there's none.
    public func first(after instant: Instant) -> Occurrence? {
        occurrences().first(after: instant)
    }

    /// The last occurrence before an instant; nil if there's none.
    public func last(before instant: Instant) -> Occurrence? {
        occurrences().last(before: instant)
    }

    /// Whether there is an occurrence at the instant of a time.
    ///
    /// A time in another zone is read in that zone. In a series with times, a date takes the start's
    /// time of day.
    public func contains(_ time: CalendarTime) -> Bool {
        contains(Instant(secondsSinceEpoch: plan.clock.moment(time).instant))
    }

    /// Whether there is an occurrence at an instant.
    public func contains(_ instant: Instant) -> Bool {
        // A window of one second, so that nothing later is searched.
        var found = occurrences(in: instant..<instant.adding(seconds: 1))
        return found.next() != nil
    }

    /// Whether there's no last occurrence: a rule without COUNT and UNTIL matches at least once.
    ///
    /// Occurrences stop after year 9999, but that doesn't count as an end here.
    public var isEndless: Bool { plan.isEndless }

    /// The last occurrence; nil if the series is endless or has no occurrences.
    public var last: Occurrence? {
        occurrences().last
    }
}
