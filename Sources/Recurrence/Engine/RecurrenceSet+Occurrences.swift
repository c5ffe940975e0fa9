public import CivilTime

extension RecurrenceSet {
    /// All occurrences from the first on; it may have no end.
    public func occurrences() -> OccurrenceIterator {
        OccurrenceIterator(plan)
    }

    /// The occurrences at or after an instant; it may have no end.
    ///
    /// What lies before is not walked through, however far the start is.
    public func occurrences(from instant: Instant) -> OccurrenceIterator {
        OccurrenceIterator(plan, from: instant.secondsSinceEpoch)
    }

    /// The occurrences that start in a window, its upper bound not included.
    ///
    /// They are made when they are asked for; a window costs what it holds, wherever it lies.
    ///
    /// - Parameters:
    ///   - window: The instants.
    ///   - stepsMax: How many steps it may take; nil for those of the series' budget.
    /// - Returns: A place before the first of them.
    public func occurrences(
        in window: Range<Instant>,
        stepsMax: Int? = nil
    ) -> OccurrenceIterator {
        let (low, high) = (window.lowerBound.secondsSinceEpoch, window.upperBound.secondsSinceEpoch)
        let last = high == .min ? .min : high - 1
        return OccurrenceIterator(plan, from: low, through: last, stepsMax: stepsMax)
    }

    /// The first occurrence after an instant; nil when there is none.
    public func first(after instant: Instant) -> Occurrence? {
        occurrences().first(after: instant)
    }

    /// The last occurrence before an instant; nil when there is none.
    public func last(before instant: Instant) -> Occurrence? {
        occurrences().last(before: instant)
    }

    /// Whether one of the occurrences is at the same instant.
    ///
    /// A time in another zone is read there, a date in a series with times at the start's time.
    public func contains(_ time: CalendarTime) -> Bool {
        contains(Instant(secondsSinceEpoch: plan.clock.moment(time).instant))
    }

    /// Whether one of the occurrences is at that instant.
    public func contains(_ instant: Instant) -> Bool {
        // Nothing behind it is looked for.
        var found = occurrences(in: instant..<instant.adding(seconds: 1))
        return found.next() != nil
    }

    /// Whether there is no last occurrence: a rule without end matches at least once.
    ///
    /// Years end at 9999, which is not taken for an end here.
    public var isEndless: Bool { plan.isEndless }

    /// The last occurrence; nil when the series is endless or has none.
    public var last: Occurrence? {
        occurrences().last
    }
}
