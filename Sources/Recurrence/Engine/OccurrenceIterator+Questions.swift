public import CivilTime

/// Questions about all occurrences, wherever the iterator is; each costs one seek.
extension OccurrenceIterator {
    /// The first occurrence after an instant; nil if there's none.
    public func first(after instant: Instant) -> Occurrence? {
        var copy = self
        copy.seek(to: instant.adding(seconds: 1))
        return copy.next()
    }

    /// The last occurrence before an instant; nil if there's none.
    public func last(before instant: Instant) -> Occurrence? {
        var copy = self
        copy.seek(to: instant)
        return copy.previous()
    }

    /// Whether there is an occurrence at an instant.
    public func contains(_ instant: Instant) -> Bool {
        var copy = self
        copy.seek(to: instant)
        return copy.next()?.instant == instant
    }

    /// The last occurrence; nil if there are none or they have no end.
    public var last: Occurrence? {
        isEndless ? nil : last(before: .distantFuture)
    }
}
