public import CivilTime

/// A position among the occurrences of a series, which can move in both directions.
///
/// It stands between two occurrences. ``next()`` returns the one after it, ``previous()`` the one
/// before it, and both move past the occurrence that they return. Calling one after the other
/// returns the same occurrence twice. A copy is independent of the original. Reading one occurrence
/// costs about the same however long the series is; for a single rule it allocates nothing. A seek
/// costs a few steps, however far it goes.
public struct OccurrenceIterator: Sequence, IteratorProtocol, Sendable {
    private let series: SeriesPlan
    /// The first and last instant to give; if the window is empty, `upper` is below `lower`.
    private let lower: Int64
    private let upper: Int64
    /// Where the iterator is: after all occurrences before this instant.
    private var position: Int64
    /// How many occurrences lie before the position; -1 if that's unknown.
    private var number: Int
    private var direction = Direction.none
    private let stepsMax: Int
    /// Reads the series if it consists of one rule only.
    private var stream: RuleStream
    /// Reads any other series.
    private var merger: SourceMerger

    private enum Direction {
        case none, forward, backward
    }

    init(
        _ series: SeriesPlan,
        from lower: Int64 = .min,
        through upper: Int64 = .max,
        stepsMax: Int? = nil
    ) {
        self.series = series
        let stepsMax = Swift.max(0, stepsMax ?? series.budget.stepsMax)
        self.stepsMax = stepsMax
        self.lower = lower
        self.upper = upper
        position = lower
        number = lower == .min ? 0 : -1
        stream = RuleStream(series.firstSource, of: series, stepsMax: stepsMax)
        merger = SourceMerger(stepsMax: stepsMax)
    }

    /// Whether it stopped because its steps were used up: there may be more occurrences.
    public var isCut: Bool { stepsLeft < 0 }

    /// How many steps it has taken so far.
    public var stepCount: Int { stepsMax - Swift.max(0, stepsLeft) }

    private var stepsLeft: Int { series.isPlain ? stream.stepsLeft : merger.stepsLeft }

    /// The next occurrence; nil if there's none.
    public mutating func next() -> Occurrence? {
        if direction != .forward, !turn(.forward) { return nil }
        guard let moment = series.isPlain ? stream.next() : merged(forward: true) else {
            return nil
        }
        position = moment.instant &+ 1
        let occurrence = Occurrence(moment, number: number)
        if number >= 0 { number &+= 1 }
        return occurrence
    }

    /// The previous occurrence; nil if there's none.
    public mutating func previous() -> Occurrence? {
        if direction != .backward, !turn(.backward) { return nil }
        guard let moment = series.isPlain ? stream.previous() : merged(forward: false) else {
            return nil
        }
        position = moment.instant
        if number > 0 { number &-= 1 }
        return Occurrence(moment, number: number)
    }

    /// Moves to before the first occurrence at or after an instant.
    ///
    /// After that the occurrences have no index, unless the seek is to the distant past.
    public mutating func seek(to instant: Instant) {
        direction = .none
        position = Swift.max(instant.secondsSinceEpoch, lower)
        number = position == .min ? 0 : -1
    }

    /// All occurrences, the last one first, wherever the iterator is.
    ///
    /// An endless series is read backward from year 9999; to start somewhere else, seek there and
    /// call ``previous()``.
    public func reversed() -> ReversedOccurrences {
        var copy = self
        copy.seek(to: .distantFuture)
        return ReversedOccurrences(copy)
    }

    /// Whether there are occurrences without a last one: no window, COUNT or UNTIL ends them.
    ///
    /// Occurrences stop after year 9999, but that doesn't count as an end here.
    public var isEndless: Bool { upper == .max && series.isEndless }

    /// Prepares for reading in a direction from the position; false if nothing can be there.
    @inline(never)
    private mutating func turn(_ new: Direction) -> Bool {
        let isForward = new == .forward
        direction = .none
        guard isForward || position > lower else { return false }
        let first = isForward ? position : lower
        let last = isForward || position > upper ? upper : position - 1
        guard first <= last else { return false }
        direction = new
        if !series.isPlain {
            merger.seek(in: first...last, of: series, forward: isForward)
        } else if isForward {
            stream.seekForward(in: first...last)
        } else {
            stream.seekBackward(in: first...last)
        }
        return true
    }

    private mutating func merged(forward: Bool) -> Moment? {
        merger.next(in: lower...upper, of: series, forward: forward)
    }
}

/// The occurrences of a series, from the last to the first.
public struct ReversedOccurrences: Sequence, IteratorProtocol, Sendable {
    private var forward: OccurrenceIterator

    init(_ forward: OccurrenceIterator) {
        self.forward = forward
    }

    /// The occurrence before the one given last; nil if there's none.
    public mutating func next() -> Occurrence? {
        forward.previous()
    }
}
