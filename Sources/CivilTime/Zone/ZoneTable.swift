/// What a zone knows: shared by all copies of the zone, never changed.
final class ZoneTable: Sendable {
    /// One kind of local time.
    struct LocalTime: Sendable {
        let offset: Int32
        let abbreviation: String
    }

    /// When each listed stretch starts, ascending.
    let starts: [Int64]
    /// The local time that starts then.
    private let kinds: [UInt16]
    private let localTimes: [LocalTime]
    /// The local time before the first start.
    private let initialKind: UInt16
    /// What holds from the last start on; nil when that start's local time stays.
    let tail: PosixRule?
    /// The stretch whose changes come again for ever, from a change on; nil when none do.
    private let turn: Range<Int64>?

    /// Takes lists already checked: `kinds` and `initialKind` are indices of `localTimes`.
    init(
        starts: [Int64],
        kinds: [UInt16],
        localTimes: [LocalTime],
        initialKind: UInt16,
        tail: PosixRule?,
        turn: Range<Int64>? = nil
    ) {
        self.starts = starts
        self.kinds = kinds
        self.localTimes = localTimes
        self.initialKind = initialKind
        self.tail = tail
        self.turn = turn
    }

    /// The stretch that holds an instant.
    ///
    /// Found in O(log n) among the listed ones, in O(1) after them.
    func span(at seconds: Int64) -> ZoneSpan {
        if let turn, seconds >= turn.upperBound { return laterSpan(at: seconds, turn) }
        let count = countOfStarts(notAfter: seconds)
        guard count == starts.count, let tail else { return listedSpan(count) }
        var span = tail.span(at: seconds)
        if let last = starts.last, span.start < last { span.start = last }
        return span
    }

    /// The stretch in a later turn is the one in the first turn, as many turns later.
    private func laterSpan(at seconds: Int64, _ turn: Range<Int64>) -> ZoneSpan {
        // Whatever comes after all years is one stretch.
        let bounded = min(seconds, CivilDateTime.endOfTime + Limits.offsetSecondsMax)
        let length = turn.upperBound - turn.lowerBound
        let shift = max(0, bounded - turn.lowerBound) / length * length
        var span = listedSpan(countOfStarts(notAfter: bounded - shift))
        span.start += shift
        span.end = span.end + shift > CivilDateTime.endOfTime ? .max : span.end + shift
        return span
    }

    func abbreviation(of span: ZoneSpan) -> String {
        switch span.kind {
        case .listed(let index): localTimes[Int(index)].abbreviation
        case .standard: String(decoding: tail?.standard.abbreviation ?? [], as: UTF8.self)
        case .summer: String(decoding: tail?.summer?.time.abbreviation ?? [], as: UTF8.self)
        }
    }

    private func listedSpan(_ count: Int) -> ZoneSpan {
        let kind = count == 0 ? initialKind : kinds[count - 1]
        return ZoneSpan(
            start: count == 0 ? .min : starts[count - 1],
            end: count < starts.count ? starts[count] : turn?.upperBound ?? .max,
            offset: localTimes[Int(kind)].offset,
            kind: .listed(kind)
        )
    }

    private func countOfStarts(notAfter seconds: Int64) -> Int {
        var low = 0
        var high = starts.count
        // Most questions are about the years after the last listed change.
        if let last = starts.last, seconds >= last { return high }
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] <= seconds {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }
}
