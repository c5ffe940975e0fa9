import ServerBase
import Store

/// When external calendars are read again.
struct ReadingSchedule {
    let clockAndRandom: ClockAndRandom

    /// After a reading that went well: as often as the service suggests, within bounds.
    func next(afterSuccess suggested: Int64?) -> Int64 {
        let bounds = Limits.externalIntervalSeconds
        let interval = suggested ?? Limits.externalIntervalUsualSeconds
        return nowPlus(min(max(interval, bounds.lowerBound), bounds.upperBound))
    }

    /// After failures in a row: each time twice as long, and not before the other server wants to be
    /// asked again.
    ///
    /// - Parameters:
    ///   - failureCount: The number of failures, this one included.
    ///   - retryAfter: How many seconds the other server wants to be left alone.
    /// - Returns: The second when it's due.
    func next(afterFailures failureCount: Int64, retryAfter: Int64?) -> Int64 {
        let bounds = Limits.externalIntervalSeconds
        let doublings = min(max(failureCount - 1, 0), 20)
        let pause = min(bounds.lowerBound << doublings, bounds.upperBound)
        return nowPlus(max(pause, min(retryAfter ?? 0, Limits.externalRetrySecondsMax)))
    }

    /// Up to a tenth later, so that calendars that were added together aren't read together for ever.
    private func nowPlus(_ seconds: Int64) -> Int64 {
        let octets = clockAndRandom.randomOctets(2)
        let share = Int64(octets[0]) << 8 | Int64(octets[1])
        return clockAndRandom.nowSecond() + seconds + seconds / 10 * share / 0xFFFF
    }
}
