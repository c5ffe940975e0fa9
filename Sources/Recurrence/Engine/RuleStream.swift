internal import CivilTime

/// The occurrences of one rule in a zone, in the order of their instants.
///
/// The clock's order is nearly that. Only around a change of the clock can skipped and repeated
/// times come in another: those of one change are gathered, sorted, and given out from there.
struct RuleStream: Sendable {
    private var cursor: RuleCursor
    private let zone: Zone
    private let choice: Zone.Choice
    /// Clock times in this range have `offset`, and are within all bounds.
    private var fastStart: Int64 = .max
    private var fastEnd: Int64 = .min
    private var offset: Int64 = 0
    /// The first and the last instant allowed, in the direction it goes.
    private var lower: Int64 = .min
    private var upper: Int64 = .max
    private let lastInstant: Int64
    /// Times around one change of the clock, the next one last.
    private var pending: [Moment] = []
    private var hasPending = false

    /// Stands nowhere: needs a seek.
    init(_ source: RuleSource, of series: SeriesPlan, stepsMax: Int) {
        cursor = RuleCursor(source, stepsMax: stepsMax)
        zone = series.clock.zone
        choice = series.clock.choice
        lastInstant = source.bounds.lastInstant
    }

    /// How many more steps may be taken; negative once there were too few.
    var stepsLeft: Int { cursor.stepsLeft }

    /// Stands before the first occurrence at or after the window's first instant.
    mutating func seekForward(in window: ClosedRange<Int64>) {
        clear()
        lower = window.lowerBound
        upper = min(window.upperBound, lastInstant)
        let clock = clockBound(of: lower, slack: -Self.reach)
        let end = upper.addingReportingOverflow(offset + Self.reach)
        cursor.limit(to: end.overflow ? .max : end.partialValue)
        cursor.seekForward(to: clock)
    }

    /// Stands behind the last occurrence at or before the window's last instant.
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

    /// The occurrence before.
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

    /// Two offsets, 52 hours: no skipped or repeated time is read further from what a clock shows.
    private static let reach: Int64 = 2 * 26 * 3_600

    /// What the clock shows at an instant; shortly before or after a change, `slack` more.
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

    /// Lets the clock times of a stretch be read without looking at the zone.
    private mutating func enter(_ stretch: ClockStretch) {
        offset = stretch.offsetSeconds
        fastStart = max(stretch.clockStart, cursor.plan.start)
        if lower > .min / 2 { fastStart = max(fastStart, lower + offset) }
        fastEnd = min(stretch.clockEnd, cursor.last + 1)
        // Each further period may turn out to be the one in which COUNT ends.
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

    /// Reads the times around a change of the clock and puts them in the order of their instants.
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
        // What was looked at behind them counts as well.
        if ahead.stepsLeft < 0 { cursor.stepsLeft = ahead.stepsLeft }
        // Of two times with one instant the one that the clock really shows comes first.
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

    /// The cursor's time, read with the choice for skipped and repeated ones.
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
