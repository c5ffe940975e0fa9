/// What a zone knows: shared by all copies of the zone, never changed.
final class ZoneTable: Sendable {
    /// One kind of local time.
    struct LocalTime: Sendable {
        let offset: Int32
        let abbreviation: String
    }

    /// When each listed stretch starts, ascending.
    private let starts: [Int64]
    /// The local time that starts then.
    private let kinds: [UInt16]
    private let localTimes: [LocalTime]
    /// The local time before the first start.
    private let initialKind: UInt16
    /// What holds from the last start on; nil when that start's local time stays.
    private let tail: PosixRule?

    /// Takes lists already checked: `kinds` and `initialKind` are indices of `localTimes`.
    init(
        starts: [Int64],
        kinds: [UInt16],
        localTimes: [LocalTime],
        initialKind: UInt16,
        tail: PosixRule?
    ) {
        self.starts = starts
        self.kinds = kinds
        self.localTimes = localTimes
        self.initialKind = initialKind
        self.tail = tail
    }

    /// The stretch that holds an instant.
    ///
    /// Found in O(log n) among the listed ones, in O(1) after them.
    func span(at seconds: Int64) -> ZoneSpan {
        let count = countOfStarts(notAfter: seconds)
        guard count == starts.count, let tail else { return listedSpan(count) }
        var span = tail.span(at: seconds)
        if let last = starts.last, span.start < last { span.start = last }
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
            end: count < starts.count ? starts[count] : .max,
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
