public import CivilTime

/// Questions about all of the occurrences, whatever the place; each costs one seek.
extension OccurrenceIterator {
    /// The first occurrence after an instant; nil when there is none.
    public func first(after instant: Instant) -> Occurrence? {
        var copy = self
        copy.seek(to: instant.adding(seconds: 1))
        return copy.next()
    }

    /// The last occurrence before an instant; nil when there is none.
    public func last(before instant: Instant) -> Occurrence? {
        var copy = self
        copy.seek(to: instant)
        return copy.previous()
    }

    /// Whether one of the occurrences is at an instant.
    public func contains(_ instant: Instant) -> Bool {
        var copy = self
        copy.seek(to: instant)
        return copy.next()?.instant == instant
    }

    /// The last occurrence; nil when there is none, and when there is no end.
    public var last: Occurrence? {
        isEndless ? nil : last(before: .distantFuture)
    }
}
