public import CivilTime
import ICalendar

/// The members who are busy at a time that may be proposed.
public struct BusyMembers: Hashable, Sendable {
    /// On how many of the dates each member is busy, in the order in which they were asked about.
    public internal(set) var counts: [Int]
    /// How many dates were looked at.
    public internal(set) var dateCount = 0
    /// On how many of them at least one member is busy.
    public internal(set) var clashCount = 0
}

extension Agenda {
    /// Finds who is busy at a time, as far as the viewer sees.
    ///
    /// Of a time that repeats, the first 8 dates are looked at; of a long one, its first 31 days. Working hours don't
    /// count, and a time without a length is looked at for five minutes. What keeps a member busy is said at
    /// ``freeTime(_:)``.
    ///
    /// - Parameters:
    ///   - members: The members, at most 200; one whose zone isn't loaded has the viewer's.
    ///   - time: The time, which may repeat.
    ///   - now: The time to write into the temporary event.
    /// - Returns: On how many dates each of them is busy.
    /// - Throws: The reason why the time isn't valid.
    public func busyMembers(
        _ members: [FreeTimeMember],
        at time: ProposedTime,
        now: Instant
    ) throws(ProposalError) -> BusyMembers {
        var found = BusyMembers(counts: Array(repeating: 0, count: members.count))
        guard let series = try series(at: time, now: now) else { return found }
        for date in holding([series]).firstOccurrences(of: series) {
            found.dateCount += 1
            let busy = busyPlaces(among: members, from: date.start, to: date.end)
            if busy.contains(true) { found.clashCount += 1 }
            for place in busy.indices where busy[place] { found.counts[place] += 1 }
        }
        return found
    }

    private func firstOccurrences(of series: Series) -> [EventOccurrence] {
        guard let master = series.master else { return [] }
        let key = OccurrenceKey(object: series.id, recurrenceID: master.start.basicText)
        guard let first = occurrence(key) else { return [] }
        return [first] + occurrences(after: first, limit: Limits.busyDatesMax - 1)
    }

    /// Whether each member is busy at some time between two times by the viewer's clock.
    private func busyPlaces(
        among members: [FreeTimeMember],
        from start: CivilDateTime,
        to end: CivilDateTime
    ) -> [Bool] {
        var busy = Array(repeating: false, count: members.count)
        let zones = members.map { self.zones.zone($0.zone) ?? zone }
        var date = start.date
        for _ in 0..<Limits.busyDaysMax where date == start.date || minute(of: end, on: date) > 0 {
            let last = Limits.freeTimeMinutesMax - Limits.freeTimeMinutesMin
            let from = min(minute(of: start, on: date), last)
            let length = max(Limits.freeTimeMinutesMin, minute(of: end, on: date) - from)
            // Whole steps, because a part of one would be left out.
            let steps = (length + Limits.freeTimeMinutesMin - 1) / Limits.freeTimeMinutesMin
            let to = min(from + steps * Limits.freeTimeMinutesMin, Limits.freeTimeMinutesMax)
            let query = try? FreeTimeQuery(
                members: members,
                days: [date],
                hours: from..<to,
                lengthMinutes: Limits.freeTimeMinutesMin
            )
            if let query {
                var grid = FreeTimeGrid(query, in: zone)
                _ = markBusy(in: &grid, query, zones)
                for place in members.indices
                where grid.words(of: place).contains(where: { $0 != 0 }) {
                    busy[place] = true
                }
            }
            date = date.adding(days: 1)
        }
        return busy
    }

    /// The minute of a day at which a time is: 0 if it's before the day, 1,440 if it's after it.
    private func minute(of time: CivilDateTime, on date: CivilDate) -> Int {
        if time.date < date { return 0 }
        return time.date > date ? Limits.freeTimeMinutesMax : time.time.secondsSinceMidnight / 60
    }
}
