public import CivilTime

extension RecurrenceSet {
    /// All occurrences from the first on; it may have no end.
    public func occurrences() -> OccurrenceIterator {
        OccurrenceIterator(self, from: nil)
    }

    /// The occurrences at or after an instant; it may have no end.
    ///
    /// What lies before is not walked through, however far the start is. A rule with COUNT is
    /// counted by whole periods, and by one division where all of them are alike.
    public func occurrences(from instant: Instant) -> OccurrenceIterator {
        OccurrenceIterator(self, from: instant)
    }

    /// The occurrences that start in a window, its upper bound not included.
    ///
    /// At most the first 2,097,152 are given, which is 24 days each second.
    public func occurrences(in window: Range<Instant>) -> [Occurrence] {
        var found: [Occurrence] = []
        var iterator = occurrences(from: window.lowerBound)
        while let occurrence = iterator.next(), occurrence.instant < window.upperBound {
            guard found.count < Limits.occurrencesMax else { break }
            found.append(occurrence)
        }
        return found
    }

    /// The first occurrence after an instant; nil when there is none.
    public func first(after instant: Instant) -> Occurrence? {
        var iterator = occurrences(from: instant.adding(seconds: 1))
        return iterator.next()
    }

    /// The last occurrence before an instant; nil when there is none.
    ///
    /// Found by halving, so it costs a few dozen looks from the middle.
    public func last(before instant: Instant) -> Occurrence? {
        guard let first = OccurrenceIterator.firstOccurrence(self), first.instant < instant
        else { return nil }
        var low = first
        var high = min(instant, Instant(secondsSinceEpoch: RulePlan.endOfTime + 86_400 * 2))
        var reach: Int64 = 86_400
        // Most often there is one shortly before; looking there first keeps the probes near.
        while high.secondsSinceEpoch - low.instant.secondsSinceEpoch > reach {
            let probe = high.adding(seconds: -reach)
            if let found = firstOccurrence(from: probe), found.instant < high {
                low = found
                break
            }
            high = probe
            reach *= 8
        }
        while high.secondsSinceEpoch - low.instant.secondsSinceEpoch > 1 {
            let distance = high.secondsSinceEpoch - low.instant.secondsSinceEpoch
            let middle = low.instant.adding(seconds: distance / 2)
            if let found = firstOccurrence(from: middle), found.instant < high {
                low = found
            } else {
                high = middle
            }
        }
        return low
    }

    /// Whether one of the occurrences is at the same instant.
    public func contains(_ time: CalendarTime) -> Bool {
        contains(time.instant(in: zone))
    }

    /// Whether one of the occurrences is at that instant.
    public func contains(_ instant: Instant) -> Bool {
        firstOccurrence(from: instant)?.instant == instant
    }

    /// Whether there is no last occurrence: a rule without end matches at least once.
    ///
    /// Years end at 9999, which is not taken for an end here.
    public var isEndless: Bool {
        plans.contains { plan in
            guard plan.count == .max, plan.last == RulePlan.endOfTime, plan.lastInstant == .max
            else { return false }
            var cursor = RuleCursor(plan)
            return cursor.next() != nil
        }
    }

    /// The last occurrence; nil when the series is endless or has none.
    public var last: Occurrence? {
        isEndless ? nil : last(before: lastBound)
    }

    private func firstOccurrence(from instant: Instant) -> Occurrence? {
        var iterator = occurrences(from: instant)
        return iterator.next()
    }

    /// An instant after the last occurrence of a series that ends.
    private var lastBound: Instant {
        var clock = extras.last?.instant ?? .min
        for plan in plans {
            var cursor = RuleCursor(plan)
            if plan.count == .max {
                clock = max(clock, plan.last)
            } else if let last = cursor.lastCounted() {
                clock = max(clock, last.seconds)
            }
        }
        // Offsets are below 26 hours, and a skipped time is read at most one gap later.
        return Instant(secondsSinceEpoch: clock).adding(seconds: 4 * 86_400)
    }
}

extension OccurrenceIterator {
    fileprivate static func firstOccurrence(_ set: RecurrenceSet) -> Occurrence? {
        var iterator = set.occurrences()
        return iterator.next()
    }
}
