internal import CivilTime

/// The occurrences of one rule in a zone, in the order of their instants.
///
/// That's nearly the order of the clock. Only around a clock change, skipped and repeated times may
/// come in another order, so the times around a change are gathered and sorted first.
struct RuleStream: Sendable {
    private var cursor: RuleCursor
    private let zone: Zone
    private let choice: Zone.Choice
    /// Clock times in this range have `offset` and are within all bounds.
    private var fastStart: Int64 = .max
    private var fastEnd: Int64 = .min
    private var offset: Int64 = 0
    /// The first and last instant to give, from the window and UNTIL.
    private var lower: Int64 = .min
    private var upper: Int64 = .max
    private let lastInstant: Int64
    /// The times around one clock change, in reverse: the next one to give is last.
    private var pending: [Moment] = []
    private var hasPending = false

    /// Makes a stream that has no position yet: seek before reading.
    init(_ source: RuleSource, of series: SeriesPlan, stepsMax: Int) {
        cursor = RuleCursor(source, stepsMax: stepsMax)
        zone = series.clock.zone
        choice = series.clock.choice
        lastInstant = source.bounds.lastInstant
    }

    /// How many more steps may be taken; negative once more were needed.
    var stepsLeft: Int { cursor.stepsLeft }

    /// Moves to before the first occurrence at or after the window's first instant.
    mutating func seekForward(in window: ClosedRange<Int64>) {
        clear()
        lower = window.lowerBound
        upper = min(window.upperBound, lastInstant)
        let clock = clockBound(of: lower, slack: -Self.reach)
        let end = upper.addingReportingOverflow(offset + Self.reach)
        cursor.limit(to: end.overflow ? .max : end.partialValue)
        cursor.seekForward(to: clock)
    }

    /// Moves to after the last occurrence at or before the window's last instant.
    mutating func seekBackward(in window: ClosedRange<Int64>) {
        clear()
        lower = window.lowerBound
        upper = min(window.upperBound, lastInstant)
        let (next, overflow) = upper.addingReportingOverflow(1)
        cursor.limit(to: .max)
        cursor.seekBackward(to: overflow ? .max : clockBound(of: next, slack: Self.reach))
    }

    /// The next occurrence.
    @inline(__always)
    mutating func next() -> Moment? {
        if hasPending { return takePending() }
        guard cursor.advance() else { return nil }
        let clock = cursor.clock
        if clock >= fastStart, clock < fastEnd {
            return Moment(instant: clock &- offset, day: cursor.day, second: cursor.second)
        }
        return nextNearChange()
    }

    /// The previous occurrence.
    @inline(__always)
    mutating func previous() -> Moment? {
        if hasPending { return takePending() }
        guard cursor.retreat() else { return nil }
        let clock = cursor.clock
        if clock >= fastStart, clock < fastEnd {
            return Moment(instant: clock &- offset, day: cursor.day, second: cursor.second)
        }
        return previousNearChange()
    }

    /// Twice the largest offset, 52 hours: no skipped or repeated time is moved further than that.
    private static let reach: Int64 = 2 * 26 * 3_600

    /// What the clock shows at an instant; close to a clock change, `slack` is added.
    private mutating func clockBound(of instant: Int64, slack: Int64) -> Int64 {
        guard instant > .min / 2, instant < .max / 2 else { return instant }
        let stretch = zone.stretch(at: Instant(secondsSinceEpoch: instant))
        let clock = instant + stretch.offsetSeconds
        offset = stretch.offsetSeconds
        guard stretch.contains(clock: clock) else { return clock + slack }
        enter(stretch)
        return clock
    }

    private mutating func clear() {
        (fastStart, fastEnd) = (.max, .min)
        pending.removeAll(keepingCapacity: true)
        hasPending = false
    }

    /// Remembers a stretch, so that its clock times can be read without asking the zone.
    private mutating func enter(_ stretch: ClockStretch) {
        offset = stretch.offsetSeconds
        fastStart = max(stretch.clockStart, cursor.plan.start)
        if lower > .min / 2 { fastStart = max(fastStart, lower + offset) }
        fastEnd = min(stretch.clockEnd, cursor.last + 1)
        // The end of COUNT isn't known: it may be in the next period, so check every time.
        if cursor.remaining != .max { fastEnd = min(fastEnd, cursor.clock + 1) }
        if upper < .max / 2 { fastEnd = min(fastEnd, upper + offset + 1) }
    }

    private mutating func takePending() -> Moment? {
        let moment = pending.popLast()
        hasPending = !pending.isEmpty
        return moment
    }
}

extension RuleStream {
    @inline(never)
    private mutating func nextNearChange() -> Moment? {
        repeat {
            let clock = cursor.clock
            guard clock <= cursor.last, cursor.take() else { break }
            let stretch = zone.stretch(aroundClock: clock, guessing: offset)
            if stretch.contains(clock: clock) {
                enter(stretch)
                let instant = clock - offset
                guard instant <= upper else { break }
                guard instant >= lower else { continue }
                return Moment(instant: instant, day: cursor.day, second: cursor.second)
            }
            gather(forward: true)
            if hasPending { return takePending() }
        } while cursor.advance()
        cursor.finish(forward: true)
        return nil
    }

    @inline(never)
    private mutating func previousNearChange() -> Moment? {
        repeat {
            let clock = cursor.clock
            guard clock >= cursor.plan.start, cursor.take() else { break }
            let stretch = zone.stretch(aroundClock: clock, guessing: offset)
            if stretch.contains(clock: clock) {
                enter(stretch)
                let instant = clock - offset
                guard instant >= lower else { break }
                guard instant <= upper else { continue }
                return Moment(instant: instant, day: cursor.day, second: cursor.second)
            }
            gather(forward: false)
            if hasPending { return takePending() }
        } while cursor.retreat()
        cursor.finish(forward: false)
        return nil
    }

    /// Reads the times around a clock change and sorts them by their instants.
    private mutating func gather(forward: Bool) {
        var found: [(moment: Moment, isSkipped: Bool)] = [read()]
        var ahead = cursor
        while forward ? ahead.advance() : ahead.retreat(), ahead.take() {
            let clock = ahead.clock
            guard clock <= cursor.last, clock >= cursor.plan.start else { break }
            let stretch = zone.stretch(aroundClock: clock, guessing: offset)
            if stretch.contains(clock: clock) { break }
            cursor = ahead
            found.append(read())
        }
        // If looking ahead used up the steps, they are used up here too.
        if ahead.stepsLeft < 0 { cursor.stepsLeft = ahead.stepsLeft }
        // If two times have the same instant, the one that the clock really shows comes first.
        found.sort { left, right in
            left.moment.instant == right.moment.instant
                ? !left.isSkipped && right.isSkipped : left.moment.instant < right.moment.instant
        }
        pending.removeAll(keepingCapacity: true)
        for (moment, _) in found
        where moment.instant >= lower && moment.instant <= upper
            && moment.instant != pending.last?.instant
        {
            pending.append(moment)
        }
        if forward { pending.reverse() }
        hasPending = !pending.isEmpty
    }

    /// The instant of the cursor's time, and whether a clock change skips that time.
    private func read() -> (moment: Moment, isSkipped: Bool) {
        let resolution = zone.resolve(CivilDateTime(secondsSinceEpoch: cursor.clock))
        let instant = resolution.instant(choosing: choice)
        var isSkipped = false
        if case .gap = resolution { isSkipped = true }
        let moment = Moment(
            instant: instant.secondsSinceEpoch,
            day: cursor.day,
            second: cursor.second
        )
        return (moment, isSkipped)
    }
}
