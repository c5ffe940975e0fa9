public import CivilTime

/// A place among the occurrences of a series, from which one reads on in either direction.
///
/// It stands between two occurrences: ``next()`` gives the one after and ``previous()`` the one
/// before, each going past it, so that one after the other gives the same occurrence twice. It is
/// a value: a copy goes on by itself from where the original was. A step costs about the same
/// however long the series is and allocates nothing; a seek costs a few steps, however far it goes.
public struct OccurrenceIterator: Sequence, IteratorProtocol, Sendable {
    private let series: SeriesPlan
    /// The first and the last instant that may be given; the last is before the first when none may.
    private let lower: Int64
    private let upper: Int64
    /// What lies before this instant has been passed.
    private var position: Int64
    /// How many occurrences lie before the place; negative when that is not known.
    private var number: Int
    private var direction = Direction.none
    private let stepsMax: Int
    /// Reads a series that is one rule and nothing else.
    private var stream: RuleStream
    /// Reads all other series.
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

    /// Whether it gave up because its steps were used up: there may be more than it gave.
    public var isCut: Bool { stepsLeft < 0 }

    /// How many steps it has taken.
    public var stepCount: Int { stepsMax - Swift.max(0, stepsLeft) }

    private var stepsLeft: Int { series.isPlain ? stream.stepsLeft : merger.stepsLeft }

    /// The next occurrence; nil when there is none.
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

    /// The occurrence before the place; nil when there is none.
    public mutating func previous() -> Occurrence? {
        if direction != .backward, !turn(.backward) { return nil }
        guard let moment = series.isPlain ? stream.previous() : merged(forward: false) else {
            return nil
        }
        position = moment.instant
        if number > 0 { number &-= 1 }
        return Occurrence(moment, number: number)
    }

    /// Goes to before the first occurrence at or after an instant.
    ///
    /// The occurrences' indices are not known from then on, but after a seek to the distant past.
    public mutating func seek(to instant: Instant) {
        direction = .none
        position = Swift.max(instant.secondsSinceEpoch, lower)
        number = position == .min ? 0 : -1
    }

    /// Everything it gives, the last occurrence first, wherever it stands.
    ///
    /// A series without end is read from year 9999 down; to go back from somewhere else, seek
    /// there and call ``previous()``.
    public func reversed() -> ReversedOccurrences {
        var copy = self
        copy.seek(to: .distantFuture)
        return ReversedOccurrences(copy)
    }

    /// Whether there is no last occurrence: nothing ends it, and it has at least one.
    ///
    /// Years end at 9999, which is not taken for an end here.
    public var isEndless: Bool { upper == .max && series.isEndless }

    /// Makes the sources ready for going one way from the place; false when nothing can be there.
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

/// Occurrences from the last to the first.
public struct ReversedOccurrences: Sequence, IteratorProtocol, Sendable {
    private var forward: OccurrenceIterator

    init(_ forward: OccurrenceIterator) {
        self.forward = forward
    }

    /// The occurrence before the one given last; nil when there is none.
    public mutating func next() -> Occurrence? {
        forward.previous()
    }
}
