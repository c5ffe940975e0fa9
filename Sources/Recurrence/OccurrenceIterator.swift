internal import CivilTime

/// The occurrences of a series one after another, by instant.
///
/// It is a value: a copy goes on from where the original was. Each step costs about the same
/// however long the series is.
public struct OccurrenceIterator: Sequence, IteratorProtocol, Sendable {
    private let set: RecurrenceSet
    private let first: Int64
    private var streams: [RuleStream] = []
    /// The next moment of each stream.
    private var heads: [Moment?] = []
    private var extraIndex = 0
    private var lastInstant: Int64?

    init(_ set: RecurrenceSet, from instant: Instant?) {
        self.set = set
        first = instant?.secondsSinceEpoch ?? .min
        for plan in set.plans {
            var stream = RuleStream(plan, zone: set.zone, from: instant)
            heads.append(stream.next())
            streams.append(stream)
        }
        while extraIndex < set.extras.count, set.extras[extraIndex].instant < first {
            extraIndex += 1
        }
    }

    /// The next occurrence; nil when there is none.
    public mutating func next() -> Occurrence? {
        while let moment = nextMoment() {
            guard moment.instant >= first, moment.instant != lastInstant else { continue }
            lastInstant = moment.instant
            if !set.excluded.isEmpty,
                set.excluded.contains(instant: moment.instant, day: moment.time.day)
            {
                continue
            }
            return occurrence(moment)
        }
        return nil
    }

    /// The earliest of all sources' next moments; of equal ones a rule's comes first.
    private mutating func nextMoment() -> Moment? {
        var best: Int?
        var bestInstant = Int64.max
        for index in heads.indices {
            guard let instant = heads[index]?.instant, best == nil || instant < bestInstant
            else { continue }
            best = index
            bestInstant = instant
        }
        if extraIndex < set.extras.count,
            best == nil || set.extras[extraIndex].instant < bestInstant
        {
            let extra = set.extras[extraIndex]
            let time = ClockTime(day: extra.day, second: 0)
            extraIndex += 1
            return Moment(instant: extra.instant, time: time, extra: Int32(extraIndex - 1))
        }
        guard let best else { return nil }
        let moment = heads[best]
        heads[best] = streams[best].next()
        return moment
    }

    private func occurrence(_ moment: Moment) -> Occurrence {
        let instant = Instant(secondsSinceEpoch: moment.instant)
        if moment.extra >= 0 {
            return Occurrence(time: set.extras[Int(moment.extra)].time, instant: instant)
        }
        let civil = CivilDateTime(secondsSinceEpoch: moment.time.seconds)
        return Occurrence(time: set.start.replacingCivil(civil), instant: instant)
    }
}
