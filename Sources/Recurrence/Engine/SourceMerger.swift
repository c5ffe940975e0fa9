/// Merges rules, dates and exceptions into one series, read in one direction.
struct SourceMerger: Sendable {
    private var streams: [RuleStream] = []
    /// The next moment of each stream.
    private var heads: [Moment?] = []
    private var exceptionStreams: [RuleStream] = []
    private var exceptionHeads: [Moment?] = []
    /// How many extras lie before the position.
    private var extraIndex = 0
    private let stepsMax: Int
    /// How many steps each stream may take, and the merger itself for skipping exceptions.
    private var share = 0
    /// How many of its own steps the merger has left.
    private var ownStepsLeft = 0

    init(stepsMax: Int) {
        self.stepsMax = stepsMax
    }

    /// How many more steps may be taken in all; -1 once one of the shares was used up.
    var stepsLeft: Int {
        guard share > 0 else { return stepsMax }
        var left = stepsMax - (share - ownStepsLeft)
        var least = ownStepsLeft
        for stream in streams {
            least = min(least, stream.stepsLeft)
            left -= share - stream.stepsLeft
        }
        for stream in exceptionStreams {
            least = min(least, stream.stepsLeft)
            left -= share - stream.stepsLeft
        }
        return least < 0 ? -1 : left
    }

    /// Moves to the start of a window of instants; backward, to its end.
    mutating func seek(in window: ClosedRange<Int64>, of series: SeriesPlan, forward: Bool) {
        if share == 0 {
            share = max(1, stepsMax / (series.sources.count + series.exceptionSources.count + 1))
            ownStepsLeft = share
            streams = series.sources.map { RuleStream($0, of: series, stepsMax: share) }
            exceptionStreams = series.exceptionSources.map {
                RuleStream($0, of: series, stepsMax: share)
            }
        }
        heads = Self.seek(&streams, in: window, forward: forward)
        exceptionHeads = Self.seek(&exceptionStreams, in: window, forward: forward)
        let bound = forward ? window.lowerBound : window.upperBound
        let extras = series.extras
        extraIndex =
            forward
            ? extras.partitioningIndex { $0.instant >= bound }
            : extras.partitioningIndex { $0.instant > bound }
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

    /// The next moment in the window that no exception removes.
    ///
    /// The series also ends if exception rules remove too many in a row.
    mutating func next(
        in window: ClosedRange<Int64>,
        of series: SeriesPlan,
        forward: Bool
    ) -> Moment? {
        var excludedCount = 0
        while let moment = take(series, forward: forward), window.contains(moment.instant) {
            if series.excluded.contains(moment) {
                guard spend() else { break }
                continue
            }
            if exceptionStreams.isEmpty || !isExcluded(moment.instant, in: window, forward: forward)
            {
                return moment
            }
            excludedCount += 1
            if excludedCount > Limits.excludedInARowMax || !spend() { break }
        }
        for index in heads.indices { heads[index] = nil }
        extraIndex = forward ? series.extras.count : 0
        return nil
    }

    /// Uses up one step; false if none is left, and always false after that.
    private mutating func spend() -> Bool {
        ownStepsLeft = ownStepsLeft > 0 ? ownStepsLeft - 1 : -1
        return ownStepsLeft >= 0
    }

    /// Takes the nearest moment of all streams and extras.
    ///
    /// If several have its instant, a rule's moment is taken and the others are dropped.
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

    private mutating func isExcluded(
        _ instant: Int64,
        in window: ClosedRange<Int64>,
        forward: Bool
    ) -> Bool {
        var isFound = false
        for index in exceptionStreams.indices {
            skipExceptions(of: index, to: instant, in: window, forward: forward)
            if exceptionHeads[index]?.instant == instant { isFound = true }
        }
        return isFound
    }

    /// Moves an exception rule to its first moment at or past an occurrence's instant.
    private mutating func skipExceptions(
        of index: Int,
        to instant: Int64,
        in window: ClosedRange<Int64>,
        forward: Bool
    ) {
        var steps = 0
        while let head = exceptionHeads[index],
            forward ? head.instant < instant : head.instant > instant
        {
            if steps == Limits.exceptionStepsMax {
                if forward {
                    exceptionStreams[index].seekForward(in: instant...window.upperBound)
                } else {
                    exceptionStreams[index].seekBackward(in: window.lowerBound...instant)
                }
            }
            steps += 1
            guard spend() else { return }
            exceptionHeads[index] =
                forward ? exceptionStreams[index].next() : exceptionStreams[index].previous()
        }
    }
}

extension Moment {
    fileprivate func isNearer(than other: Moment?, forward: Bool) -> Bool {
        guard let other else { return true }
        return forward ? instant < other.instant : instant > other.instant
    }
}
