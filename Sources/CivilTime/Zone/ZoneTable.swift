/// The data of a zone: immutable, and shared by all copies of the zone.
final class ZoneTable: Sendable {
    /// One kind of local time.
    struct LocalTime: Sendable {
        let offset: Int32
        let abbreviation: String
    }

    /// One leg of a traveller's itinerary, spent in one zone.
    struct Leg: Sendable {
        let start: Instant
        let id: ZoneID
    }

    /// The start of each listed period, ascending.
    let starts: [Int64]
    /// The local time that begins at each start.
    private let kinds: [UInt16]
    private let localTimes: [LocalTime]
    /// The local time before the first start.
    private let initialKind: UInt16
    /// The rule from the last start on; nil if the last local time stays in force.
    let tail: PosixRule?
    /// The period whose transitions repeat for ever, from its first transition on; nil if none
    /// repeat.
    private let turn: Range<Int64>?
    /// The legs of a traveller's itinerary, in order of time; empty for the zone of a place.
    let legs: [Leg]

    /// Takes lists that have been checked: `kinds` and `initialKind` are indices into `localTimes`.
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
        legs = []
    }

    /// Takes the table of a traveller's zone, and adds the legs it was built from.
    init(_ table: ZoneTable, legs: [Leg]) {
        starts = table.starts
        kinds = table.kinds
        localTimes = table.localTimes
        initialKind = table.initialKind
        tail = table.tail
        turn = table.turn
        self.legs = legs
    }

    /// The period that contains an instant.
    ///
    /// Takes O(log n) among the listed periods and O(1) after them.
    func span(at seconds: Int64) -> ZoneSpan {
        if let turn, seconds >= turn.upperBound { return laterSpan(at: seconds, turn) }
        let count = countOfStarts(notAfter: seconds)
        guard count == starts.count, let tail else { return listedSpan(count) }
        var span = tail.span(at: seconds)
        if let last = starts.last, span.start < last { span.start = last }
        return span
    }

    /// Finds the span in the first cycle and moves it forward by whole cycles.
    private func laterSpan(at seconds: Int64, _ turn: Range<Int64>) -> ZoneSpan {
        // Treats everything after year 9999 as one span.
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
        // Most lookups are for years after the last listed transition.
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
