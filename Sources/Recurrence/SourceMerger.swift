/// Several rules, dates and exceptions read as one series, in one direction.
struct SourceMerger: Sendable {
    private var streams: [RuleStream] = []
    /// The next moment of each stream.
    private var heads: [Moment?] = []
    private var excluding: [RuleStream] = []
    private var excludedHeads: [Moment?] = []
    /// The extra that comes next, or the one after it when going backward.
    private var extraIndex = 0

    /// Stands at one end of a window of instants.
    mutating func seek(in window: ClosedRange<Int64>, of series: SeriesPlan, forward: Bool) {
        if streams.isEmpty {
            streams = series.sources.map {
                RuleStream($0, zone: series.zone, choice: series.choice)
            }
            excluding = series.exceptionSources.map {
                RuleStream($0, zone: series.zone, choice: series.choice)
            }
        }
        heads = Self.seek(&streams, in: window, forward: forward)
        excludedHeads = Self.seek(&excluding, in: window, forward: forward)
        let bound = forward ? window.lowerBound : window.upperBound
        let extras = series.extras
        extraIndex =
            forward
            ? extras.firstIndex { $0.instant >= bound } ?? extras.count
            : extras.lastIndex { $0.instant <= bound }.map { $0 + 1 } ?? 0
    }

    private static func seek(
        _ streams: inout [RuleStream],
        in window: ClosedRange<Int64>,
        forward: Bool
    ) -> [Moment?] {
        streams.indices.map { index in
            if forward {
                streams[index].seekForward(in: window)
            } else {
                streams[index].seekBackward(in: window)
            }
            return forward ? streams[index].next() : streams[index].previous()
        }
    }

    /// The next moment that no exception takes away, within the window.
    mutating func next(
        in window: ClosedRange<Int64>,
        of series: SeriesPlan,
        forward: Bool
    ) -> Moment? {
        while let moment = take(series, forward: forward), window.contains(moment.instant) {
            if series.excluded.isEmpty, excluding.isEmpty { return moment }
            if series.excluded.contains(moment) { continue }
            if !isExcluded(moment.instant, forward: forward) { return moment }
        }
        return nil
    }

    /// The nearest of all heads; of equal ones a rule's, and the others are passed over.
    private mutating func take(_ series: SeriesPlan, forward: Bool) -> Moment? {
        var best: Moment?
        for case .some(let head) in heads where head.isNearer(than: best, forward: forward) {
            best = head
        }
        let index = forward ? extraIndex : extraIndex - 1
        if series.extras.indices.contains(index) {
            let extra = series.extras[index]
            if extra.isNearer(than: best, forward: forward) { best = extra }
            if extra.instant == best?.instant { extraIndex += forward ? 1 : -1 }
        }
        guard let best else { return nil }
        for index in heads.indices where heads[index]?.instant == best.instant {
            heads[index] = forward ? streams[index].next() : streams[index].previous()
        }
        return best
    }

    private mutating func isExcluded(_ instant: Int64, forward: Bool) -> Bool {
        var isFound = false
        for index in excludedHeads.indices {
            while let head = excludedHeads[index],
                forward ? head.instant < instant : head.instant > instant
            {
                excludedHeads[index] =
                    forward ? excluding[index].next() : excluding[index].previous()
            }
            if excludedHeads[index]?.instant == instant { isFound = true }
        }
        return isFound
    }
}

extension Moment {
    fileprivate func isNearer(than other: Moment?, forward: Bool) -> Bool {
        guard let other else { return true }
        return forward ? instant < other.instant : instant > other.instant
    }
}
