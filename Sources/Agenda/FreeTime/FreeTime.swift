public import CivilTime
import ICalendar
import Recurrence

/// Somebody whose time is asked about.
public struct FreeTimeMember: Hashable, Sendable {
    /// The account.
    public let account: String
    /// The zone of their working hours and of their whole days.
    public let zone: ZoneID
    /// The first minute of their work.
    ///
    /// It goes past midnight when the end is before it, and all day when both are the same.
    public let workFrom: Int
    /// The end of their work, exclusive.
    public let workTo: Int
    /// The groups they are in, of those that the viewer is in.
    public let groups: Set<String>

    /// Takes all parts as they are.
    public init(
        account: String,
        zone: ZoneID,
        workFrom: Int,
        workTo: Int,
        groups: Set<String> = []
    ) {
        self.account = account
        self.zone = zone
        self.workFrom = workFrom
        self.workTo = workTo
        self.groups = groups
    }
}

/// What common time is looked for.
public struct FreeTimeQuery: Hashable, Sendable {
    /// Whose, 1 to 200.
    public let members: [FreeTimeMember]
    /// On which days of the viewer's clock, 1 to 62, in order.
    public let days: [CivilDate]
    /// In which minutes of these days.
    public let hours: Range<Int>
    /// How long at least, 5 to 1,440 minutes.
    public let lengthMinutes: Int

    /// Takes all parts, when they can be answered.
    public init(
        members: [FreeTimeMember],
        days: [CivilDate],
        hours: Range<Int>,
        lengthMinutes: Int
    ) throws(FreeTimeError) {
        guard !members.isEmpty, members.count <= Limits.freeTimeMembersMax else { throw .members }
        for member in members {
            guard (0...1_440).contains(member.workFrom), (0...1_440).contains(member.workTo) else {
                throw .members
            }
        }
        guard !days.isEmpty, days.count <= Limits.freeTimeDaysMax,
            zip(days, days.dropFirst()).allSatisfy({ $0 < $1 })
        else { throw .days }
        guard hours.lowerBound >= 0, hours.upperBound <= 1_440, !hours.isEmpty else {
            throw .hours
        }
        guard (Limits.freeTimeMinutesMin...Limits.freeTimeMinutesMax).contains(lengthMinutes) else {
            throw .length
        }
        self.members = members
        self.days = days
        self.hours = hours
        self.lengthMinutes = lengthMinutes
    }
}

/// Why common time can't be looked for.
public enum FreeTimeError: Error, Hashable, Sendable {
    /// There is nobody, there are more than 200, or somebody's hours are none.
    case members
    /// There is no day, there are more than 62, or they are not in order.
    case days
    /// The hours are empty, or not of one day.
    case hours
    /// The length is less than 5 minutes, or more than a day.
    case length
    /// The zone of a member is not known here.
    case unknownZone(ZoneID)

    /// The cause as the page knows it.
    public var code: String {
        switch self {
        case .members: "members"
        case .days: "days"
        case .hours: "hours"
        case .length: "length"
        case .unknownZone: "unknown-zone"
        }
    }
}

/// Common free time.
public struct FreeTime: Hashable, Sendable {
    /// The windows, the best first: those for all, then those for all but one, then but two; of
    /// equal ones the earlier first.
    public let windows: [FreeWindow]
    /// The time in which at most two are busy, in pieces of as many; in order.
    public let strips: [FreeStrip]
    /// Whether some of what takes time was left out, because there is too much of it.
    public let isCut: Bool
}

/// A time that is long enough, as long as it goes on.
public struct FreeWindow: Hashable, Sendable {
    /// The start by the viewer's clock.
    public let start: CivilDateTime
    /// The end by the viewer's clock, exclusive.
    public let end: CivilDateTime
    /// How long it is, in minutes.
    public let minutes: Int
    /// Who is busy at some time of it; at most two.
    public let missing: [String]
}

/// A piece of a day.
public struct FreeStrip: Hashable, Sendable {
    /// The day, by the viewer's clock.
    public let date: CivilDate
    /// Its first minute.
    public let fromMinute: Int
    /// The minute behind its last one.
    public let toMinute: Int
    /// How many are busy: none, one or two.
    public let missingCount: Int
}

extension Agenda {
    /// Looks for time that members have in common.
    ///
    /// Busy is who has an event then, in any calendar of theirs that the viewer sees, shown or not; an
    /// event of a group takes the time of its members, but of nobody who is not asked to it while
    /// others are, or said no. One that is called off or leaves the time free takes none. Busy is, too,
    /// who does not work then. Time is looked at in steps of five minutes from the first minute of the
    /// hours; one that is taken in part is taken.
    ///
    /// - Parameter query: Who, when and how long.
    /// - Returns: Windows and what to draw.
    /// - Throws: That a zone is not known.
    public func freeTime(_ query: FreeTimeQuery) throws(FreeTimeError) -> FreeTime {
        var grid = FreeTimeGrid(query, in: zone)
        var zones: [Zone] = []
        for (place, member) in query.members.enumerated() {
            guard let zone = self.zones.zone(member.zone) else { throw .unknownZone(member.zone) }
            zones.append(zone)
            grid.markOffWork(place, member, in: zone)
        }
        let isWhole = markBusy(in: &grid, query, zones)
        let scan = FreeTimeScan(grid, query)
        return FreeTime(
            windows: scan.windows(in: zone),
            strips: scan.strips(in: zone),
            isCut: !isWhole
        )
    }

    /// Marks what members have in the calendars that are seen; false when that is too much.
    private func markBusy(
        in grid: inout FreeTimeGrid,
        _ query: FreeTimeQuery,
        _ zones: [Zone]
    ) -> Bool {
        var budget = QuestionBudget.view
        var marksLeft = Limits.freeTimeMarksMax
        guard let first = query.days.first, let last = query.days.last else { return true }
        // A member's day may begin and end a day apart from the viewer's.
        let days = first.adding(days: -2)..<last.adding(days: 3)
        let places = placesByCalendar(query)
        let window = Int32(days.lowerBound.daysSinceEpoch)..<Int32(days.upperBound.daysSinceEpoch)
        for entry in index.entries(in: window).found {
            let claim = claims[Int(entry.slot)]
            let members = places[Int(claim.calendar)]
            guard !members.isEmpty else { continue }
            marksLeft -= members.count
            guard marksLeft >= 0, !budget.isSpent else { return false }
            if let span = claim.span {
                guard claim.takesTime else { continue }
                for place in members {
                    grid.mark(place, from: span.lowerBound, to: span.upperBound)
                }
                continue
            }
            guard let stored = slots[Int(entry.slot)] else { continue }
            if entry.part.repeats, let series = stored.series(ofMaster: entry.part.masterIndex),
                let seconds = series.secondsOfEach
            {
                forEachStart(of: series, days, &budget) { start, _ in
                    let from = start.instant.secondsSinceEpoch
                    for place in members { grid.mark(place, from: from, to: from + seconds) }
                    marksLeft -= members.count
                    return marksLeft >= 0
                }
                continue
            }
            let isGroup = calendars[stored.id.calendar]?.level == .group
            forEachTime(of: entry, in: stored, days, &budget) { event, time, series in
                guard event.takesTime else { return true }
                marksLeft -= members.count
                for place in members {
                    if isGroup, !event.takesTime(of: query.members[place].account) { continue }
                    let span = series.busySpan(of: event, at: time, for: zones[place])
                    grid.mark(place, from: span.from, to: span.to)
                }
                return marksLeft >= 0
            }
        }
        return marksLeft >= 0 && !budget.isCut
    }

    /// The members, by their places, whose time what is in a calendar takes; by the calendar's number.
    private func placesByCalendar(_ query: FreeTimeQuery) -> [[Int]] {
        var places = Array(repeating: [Int](), count: calendarNumbers.count)
        for calendar in calendars.values {
            guard let number = calendarNumbers[calendar.id] else { continue }
            let owner = calendar.level == .own ? account : calendar.owner
            places[Int(number)] = query.members.indices.filter { place in
                let member = query.members[place]
                guard calendar.level == .group else { return member.account == owner }
                // Who of a group comes to its events is said by each of these.
                return calendar.groups.first.map(member.groups.contains) ?? false
            }
        }
        return places
    }

    /// Gives the times of an entry of the index that may touch some days.
    private func forEachTime(
        of entry: IndexEntry,
        in stored: Series,
        _ days: Range<CivilDate>,
        _ budget: inout QuestionBudget,
        _ body: (Event, CalendarTime, Series) -> Bool
    ) {
        guard entry.part.repeats else {
            if entry.part.override == nil, entry.part.single == nil {
                guard let series = stored.series(ofMaster: entry.part.masterIndex),
                    let event = series.master
                else { return }
                _ = body(event, event.start, series)
                return
            }
            guard let found = occurrence(entry.part, of: stored) else { return }
            _ = body(found.event, found.time, stored)
            return
        }
        guard let series = stored.series(ofMaster: entry.part.masterIndex),
            let master = series.master,
            master.takesTime || !series.ranges.isEmpty
        else { return }
        forEachStart(of: series, days, &budget) { start, time in
            if series.ranges.isEmpty { return body(master, time, series) }
            guard let found = occurrence(of: master, at: time, start.instant, in: series) else {
                return true
            }
            return body(found.event, found.time, series)
        }
    }

    /// Gives the starts of a series that may touch some days, as many as views show; false ends it.
    private func forEachStart(
        of series: Series,
        _ days: Range<CivilDate>,
        _ budget: inout QuestionBudget,
        _ body: (Occurrence, CalendarTime) -> Bool
    ) {
        let whole = budget.bounded(
            occurrencesMax: Limits.occurrencesOfSeriesMax,
            stepsMax: Limits.stepsOfSeriesMax
        )
        var part = whole
        var count = 0
        forEachStart(of: series, days, &part, &count) { start, time, _ in body(start, time) }
        budget.settle(part, of: whole)
    }
}

extension Series {
    /// How long each occurrence takes the time of whoever has it, in seconds, where one number and a
    /// start tell it; nil for all others.
    fileprivate var secondsOfEach: Int64? {
        guard let master, master.takesTime, master.answers == nil, ranges.isEmpty,
            case .nominal(0, let seconds) = master.length, isAnchored(master.start)
        else { return nil }
        return seconds
    }

    /// From when to when an event takes the time of somebody, in seconds since 1970; whole days and
    /// floating times are by their clock.
    fileprivate func busySpan(
        of event: Event,
        at time: CalendarTime,
        for reader: Zone
    ) -> (from: Int64, to: Int64) {
        let own = isAnchored(time) ? zone(of: time) : reader
        let start = time.instant(in: own)
        switch event.length {
        case .days(let days):
            let last = CivilDateTime(date: time.civil.date.adding(days: days), time: .midnight)
            return (start.secondsSinceEpoch, own.instant(of: last).secondsSinceEpoch)
        case .nominal(0, let seconds):
            return (start.secondsSinceEpoch, start.secondsSinceEpoch + seconds)
        case .nominal(let days, let seconds):
            let civil = own.civil(at: start)
            let later = CivilDateTime(date: civil.date.adding(days: days), time: civil.time)
            let end = own.instant(of: later).adding(seconds: seconds)
            return (start.secondsSinceEpoch, end.secondsSinceEpoch)
        }
    }
}
