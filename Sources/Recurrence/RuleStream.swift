internal import CivilTime

/// A start before it is put into words: when, and what the clock shows.
struct Moment {
    let instant: Int64
    let time: ClockTime
    /// The index of the date it comes from; -1 when a rule gave it.
    var extra: Int32 = -1
}

/// The times one rule gives, in the order of their instants.
///
/// The clock's order is nearly that; only times in a clock gap, which take the offset before it,
/// come at or after the instants of the times that follow. They wait until it is their turn.
struct RuleStream {
    private var cursor: RuleCursor
    private var zone: ZoneCursor
    private let lastInstant: Int64
    private var waiting: [Moment] = []
    private var upcoming: Moment?
    private var isReading = true

    /// Starts at the first time with an instant of `from`, or some before it.
    init(_ plan: RulePlan, zone: Zone, from instant: Instant?) {
        cursor = RuleCursor(plan)
        self.zone = ZoneCursor(zone)
        lastInstant = plan.lastInstant
        if let instant { cursor.skip(to: self.zone.clockFloor(of: instant)) }
    }

    mutating func next() -> Moment? {
        if waiting.isEmpty, upcoming == nil {
            guard let (moment, isSkipped) = read() else { return nil }
            if !isSkipped { return moment }
            waiting.append(moment)
        }
        fetchUpcoming()
        if let first = waiting.first, first.instant < upcoming?.instant ?? .max {
            waiting.removeFirst()
            return first
        }
        let moment = upcoming
        upcoming = nil
        return moment
    }

    /// Reads on to the next time that is not in a gap.
    private mutating func fetchUpcoming() {
        while upcoming == nil, let (moment, isSkipped) = read() {
            if isSkipped {
                waiting.append(moment)
            } else {
                upcoming = moment
            }
        }
    }

    private mutating func read() -> (Moment, isSkipped: Bool)? {
        while isReading, let time = cursor.next() {
            let (instant, isSkipped) = zone.read(clock: time.seconds)
            let moment = Moment(instant: instant.secondsSinceEpoch, time: time)
            if moment.instant <= lastInstant { return (moment, isSkipped) }
            // A time in a gap may be past the end while the next by the clock is not.
            if !isSkipped { isReading = false }
        }
        isReading = false
        return nil
    }
}
