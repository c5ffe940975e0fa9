public import CivilTime
import ICalendar
import Recurrence

/// A member whose free time is looked for.
public struct FreeTimeMember: Hashable, Sendable {
    /// The account.
    public let account: String
    /// The zone of their working hours and all-day events.
    public let zone: ZoneID
    /// Their working hours.
    public let week: WorkWeek
    /// The groups that both they and the viewer are in.
    public let groups: Set<String>

    /// Creates a member; ``FreeTimeQuery`` checks the hours.
    public init(account: String, zone: ZoneID, week: WorkWeek, groups: Set<String> = []) {
        self.account = account
        self.zone = zone
        self.week = week
        self.groups = groups
    }

    /// Creates a member who works at the same hours on all days, between two minutes of the day.
    public init(
        account: String,
        zone: ZoneID,
        workFrom: Int,
        workTo: Int,
        groups: Set<String> = []
    ) {
        let hours = WorkHours(fromMinute: workFrom, toMinute: workTo)
        self.init(account: account, zone: zone, week: WorkWeek(everyDay: hours), groups: groups)
    }
}

/// A search for common free time.
public struct FreeTimeQuery: Hashable, Sendable {
    /// The members, 1 to 200.
    public let members: [FreeTimeMember]
    /// The days by the viewer's clock, 1 to 62, in ascending order.
    public let days: [CivilDate]
    /// The minutes of these days to search, within 0 to 1,440.
    public let hours: Range<Int>
    /// The shortest time to find, 5 to 1,440 minutes.
    public let lengthMinutes: Int

    /// Creates a search.
    ///
    /// - Throws: The first part that is out of its bounds.
    public init(
        members: [FreeTimeMember],
        days: [CivilDate],
        hours: Range<Int>,
        lengthMinutes: Int
    ) throws(FreeTimeError) {
        guard !members.isEmpty, members.count <= Limits.freeTimeMembersMax else { throw .members }
        for member in members {
            guard member.week.isWithinDays else { throw .members }
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
    /// There are no members or more than 200, or a member's working hours are outside the day.
    case members
    /// There are no days or more than 62, or they aren't in ascending order.
    case days
    /// The hours are empty or outside the day.
    case hours
    /// The length is less than 5 minutes or more than a day.
    case length
    /// The zone of a member isn't loaded.
    case unknownZone(ZoneID)

    /// The code that the page knows the error by.
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

/// The result of a search for common free time.
public struct FreeTime: Hashable, Sendable {
    /// The windows, best first: those that suit everybody, then those that one member misses, then
    /// those that two miss.
    ///
    /// Within each of these groups, earlier windows come first.
    public let windows: [FreeWindow]
    /// The time in which at most two members are busy, as pieces with the same number of busy
    /// members; in order.
    public let strips: [FreeStrip]
    /// Whether some events were left out because there are too many.
    public let isCut: Bool
}

/// A window of common free time that is long enough, with its full length.
public struct FreeWindow: Hashable, Sendable {
    /// The start by the viewer's clock.
    public let start: CivilDateTime
    /// The end by the viewer's clock, exclusive.
    public let end: CivilDateTime
    /// The length in minutes.
    public let minutes: Int
    /// The accounts that are busy during some part of it; at most two.
    public let missing: [String]
}

/// A piece of a day in which the same number of members is busy.
public struct FreeStrip: Hashable, Sendable {
    /// The day, by the viewer's clock.
    public let date: CivilDate
    /// Its first minute.
    public let fromMinute: Int
    /// The minute after its last one.
    public let toMinute: Int
    /// The number of busy members, from 0 to 2.
    public let missingCount: Int
}

extension Agenda {
    /// Finds time that members have in common.
    ///
    /// A member is busy outside their working hours, and during events in any calendar of theirs
    /// that the viewer has access to, shown or hidden. A group's event takes the time of the
    /// members who are asked to it and didn't say no, or of all members if none is asked. Cancelled
    /// events, candidates and those that leave the time free take none.
    ///
    /// Time is divided into steps of five minutes from the first minute of the hours. A step that
    /// is partly taken counts as taken.
    ///
    /// - Parameter query: The members, days, hours and length.
    /// - Returns: The windows, and the strips to draw.
    /// - Throws: ``FreeTimeError/unknownZone(_:)`` if the zone of a member isn't loaded.
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

    /// Marks the members' events in all calendars; false if there are too many.
    func markBusy(
        in grid: inout FreeTimeGrid,
        _ query: FreeTimeQuery,
        _ zones: [Zone]
    ) -> Bool {
        var budget = QuestionBudget.view
        var marksLeft = Limits.freeTimeMarksMax
        guard let first = query.days.first, let last = query.days.last else { return true }
        // A member's day may begin and end up to a day apart from the viewer's.
        let days = first.adding(days: -2)..<last.adding(days: 3)
        let places = placesByCalendar(query)
        let isSkipped = places.map { $0.isEmpty }
        noteLackingStarts(isSkipped: isSkipped, &budget)
        let window = Int32(days.lowerBound.daysSinceEpoch)..<Int32(days.upperBound.daysSinceEpoch)
        let sources = entriesBySource(of: index.entries(in: window).found, isSkipped: isSkipped)
        for entry in sources.flatMap({ $0.entries }) {
            let busySpan = busySpans[Int(entry.slot)]
            let members = places[Int(busySpan.calendar)]
            marksLeft -= members.count
            guard marksLeft >= 0, !budget.isSpent else { return false }
            if let span = busySpan.span {
                guard busySpan.takesTime else { continue }
                for place in members {
                    marksLeft -= grid.mark(place, from: span.lowerBound, to: span.upperBound)
                }
                continue
            }
            guard let stored = slots[Int(entry.slot)] else { continue }
            if stored.isPartial { budget.cut() }
            if entry.part.repeats, let series = stored.series(ofMaster: entry.part.masterIndex),
                let seconds = series.secondsOfEach
            {
                forEachStart(of: series, days, &budget) { start, _ in
                    let from = start.instant.secondsSinceEpoch
                    for place in members {
                        marksLeft -= grid.mark(place, from: from, to: from + seconds)
                    }
                    return marksLeft >= 0
                }
                continue
            }
            var asked = AskedMembers(members, query, isGroup: isGroup(stored.id.calendar))
            forEachTime(of: entry, in: stored, days, &budget) { event, time, series in
                guard asked.isGroup ? event.mayTakeTime : event.takesTime else { return true }
                marksLeft -= asked.update(for: event)
                for place in asked.places {
                    let span = series.busySpan(of: event, at: time, for: zones[place])
                    marksLeft -= grid.mark(place, from: span.from, to: span.to)
                }
                return marksLeft >= 0
            }
        }
        return marksLeft >= 0 && !budget.isCut
    }

    private func isGroup(_ calendar: CalendarID) -> Bool { calendars[calendar]?.level == .group }

    /// For each calendar number, the indices of the members whose time its events may take.
    private func placesByCalendar(_ query: FreeTimeQuery) -> [[Int]] {
        var places = Array(repeating: [Int](), count: calendarNumbers.count)
        for calendar in calendars.values {
            guard let number = calendarNumbers[calendar.id] else { continue }
            let owner = calendar.isViewers ? account : calendar.owner
            places[Int(number)] = query.members.indices.filter { place in
                let member = query.members[place]
                guard calendar.level == .group else { return member.account == owner }
                // Each event of a group says for itself which members it takes the time of.
                return calendar.groups.first.map(member.groups.contains) ?? false
            }
        }
        return places
    }

    /// Passes on the times of an index entry that may touch some days; false stops it.
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
            master.mayTakeTime || !series.ranges.isEmpty
        else { return }
        forEachStart(of: series, days, &budget) { start, time in
            if series.ranges.isEmpty { return body(master, time, series) }
            guard let found = occurrence(of: master, at: time, start.instant, in: series) else {
                return true
            }
            return body(found.event, found.time, series)
        }
    }

    /// Passes on the starts of a series that may touch some days, as many as views show; false
    /// stops it.
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

/// The members whose time an event takes, worked out once for all of its occurrences.
private struct AskedMembers {
    /// Their indices in the query.
    private(set) var places: [Int]
    private let members: [Int]
    private let query: FreeTimeQuery
    /// Whether the members of a group are asked; otherwise the calendar has one owner.
    let isGroup: Bool
    /// The answers that `places` follow.
    private var answers: EventAnswers?

    init(_ members: [Int], _ query: FreeTimeQuery, isGroup: Bool) {
        places = members
        self.members = members
        self.query = query
        self.isGroup = isGroup
    }

    /// Works out the members again if the event has other answers than the one before.
    ///
    /// - Returns: The number of members looked at.
    mutating func update(for event: Event) -> Int {
        guard isGroup, answers !== event.answers else { return 0 }
        answers = event.answers
        places = members.filter { event.takesTime(of: query.members[$0].account) }
        return members.count
    }
}

extension Series {
    /// The seconds that each occurrence keeps the calendar's owner busy, if that's the same for
    /// all; else nil.
    fileprivate var secondsOfEach: Int64? {
        guard let master, master.takesTime, master.answers == nil, ranges.isEmpty,
            case .nominal(0, let seconds) = master.length, isAnchored(master.start)
        else { return nil }
        return seconds
    }

    /// The time that an event takes, in seconds since 1970.
    ///
    /// All-day and floating times are read in the zone of the member.
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
