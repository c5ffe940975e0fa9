import CivilTime
import ICalendar
import Recurrence

/// A stored calendar object, with everything needed to work out when it happens.
///
/// A series has a master, overrides, or both. An event that doesn't repeat is a series of one.
///
/// A class, because series are large and read often. They never change after they were read.
public final class Series: Sendable {
    /// Where the object is stored.
    public let id: ObjectID
    /// The unique identifier that master and overrides share, at most its first 1,000 bytes.
    public let uid: String
    /// The iCalendar text as stored.
    public let text: [UInt8]
    /// The event that the overrides are exceptions to; nil if the object has overrides only.
    public let master: Event?
    /// The changed occurrences, each with its `recurrenceID`; cancelled ones are left out.
    ///
    /// That includes those whose `recurrenceID` isn't an occurrence of the master: they happen too,
    /// on their own date.
    public let overrides: [Event]
    /// The object's masters after the first.
    ///
    /// RFC 4791, 4.1 doesn't allow them, but some programs write the same `UID` into every event.
    /// Each is shown and edited separately.
    let otherMasters: [Series]
    /// The number of this master in the object: 0 for the first, and from 1 for those in its
    /// ``otherMasters``.
    let masterIndex: Int
    /// The overrides that apply to all later occurrences too, by the start they replace.
    let ranges: [RangeOverride]
    /// The starts that have index entries of their own, in order, each instant once.
    let separateStarts: [SeparateStart]
    /// The times of the master; nil for an event that doesn't repeat.
    let recurrence: RecurrenceSet?
    /// An upper bound of the last start; nil if the rules are endless, or if it would take long to
    /// work out.
    let lastStart: Instant?
    /// The zones of the object's times by name, including those of its own `VTIMEZONE`s.
    let zones: NamedZones
    /// The zones that still have to be loaded, by their names in the zone database.
    ///
    /// Until then, their times are read with the object's own `VTIMEZONE`, or as floating.
    let missingZones: [ZoneID]
    /// Whether the text has more rules, times of day, dates, overrides or zones than are read, here
    /// or in one of the other masters.
    let isPartial: Bool
    /// Whether rules or dates are among what isn't read: then it may happen on any day.
    let lacksStarts: Bool
    /// Whether it's an invitation that the viewer hasn't answered: somebody else put it there.
    public let isUnanswered: Bool

    init(_ source: SeriesSource, _ reader: SeriesReader, masterIndex: Int, otherMasters: [Series]) {
        var reader = reader
        id = source.id
        text = source.text
        isUnanswered = source.isUnanswered
        uid = reader.uid
        master = reader.master
        overrides = reader.overrides
        ranges = reader.sortedRanges()
        separateStarts = reader.separateStarts()
        self.otherMasters = otherMasters
        self.masterIndex = masterIndex
        zones = reader.found
        let missing = reader.missing.map { ZoneID($0.databaseName) }
        missingZones = otherMasters.reduce(into: missing) { $0 += $1.missingZones }
        recurrence = reader.recurrence()
        isPartial =
            reader.isPartial || recurrence?.leavesOutTimes ?? false
            || otherMasters.contains { $0.isPartial }
        lacksStarts = reader.lacksStarts || otherMasters.contains { $0.lacksStarts }
        lastStart = reader.lastStart(of: recurrence)
    }

    /// Whether the event happens more than once.
    public var isRepeating: Bool { recurrence != nil }

    /// An upper bound of the days that an occurrence given by a rule lasts; single starts have
    /// their own lengths.
    var lengthDaysMax: Int {
        var most = master?.length.daysAtLeastCovering ?? 0
        for range in ranges { most = max(most, range.event?.length.daysAtLeastCovering ?? 0) }
        return most
    }

    /// The master of the object with a number; nil if there is none.
    func series(ofMaster number: Int) -> Series? {
        if number == masterIndex { return self }
        return otherMasters.first { $0.masterIndex == number }
    }

    /// The zone to read a time in: UTC for dates and floating times, since windows of these are in
    /// wall time.
    func zone(of time: CalendarTime) -> Zone {
        guard case .zoned(_, let id) = time else { return .utc }
        return zones.zone(id) ?? .utc
    }

    /// Whether a time is a fixed instant, rather than the same wall time in every viewer's zone.
    func isAnchored(_ time: CalendarTime) -> Bool {
        switch time {
        case .date, .floating: false
        case .utc: true
        case .zoned(_, let id): zones.zone(id) != nil
        }
    }

    /// The instant of a time as written; dates and floating times are read as UTC.
    func instant(of time: CalendarTime) -> Instant {
        time.instant(in: zone(of: time))
    }

    /// A time in the form of the master's start, which occurrences are named in.
    ///
    /// A date in a series with times of day takes the time of the series' start.
    func inMasterForm(_ time: CalendarTime) -> CalendarTime {
        guard let start = master?.start else { return time }
        if case .date(let date) = time, !start.isDate {
            return start.replacingCivil(CivilDateTime(date: date, time: start.civil.time))
        }
        switch start {
        case .date: return .date(time.civil.date)
        case .floating: return .floating(time.civil)
        case .utc: return .utc(instant(of: time))
        case .zoned(_, let id):
            if case .zoned(_, let other) = time, other == id { return time }
            guard isAnchored(time), let zone = zones.zone(id) else { return .zoned(time.civil, id) }
            return .zoned(zone.civil(at: instant(of: time)), id)
        }
    }

    /// The exclusive end of an event that starts at a time, in the form of that time.
    func writtenEnd(of event: Event, from start: CalendarTime) -> CalendarTime {
        switch event.length {
        case .days(let days):
            return .date(start.civil.date.adding(days: days))
        case .nominal(let days, let seconds):
            let zone = zone(of: start)
            let civil = start.civil
            let later = CivilDateTime(date: civil.date.adding(days: days), time: civil.time)
            let base = start.replacingCivil(later).instant(in: zone)
            let end = base.adding(seconds: seconds)
            if case .utc = start { return .utc(end) }
            return start.replacingCivil(zone.civil(at: end))
        }
    }

    /// Reads the start in an ``OccurrenceKey``, in the form of the master's start.
    func time(recurrenceID text: String) -> CalendarTime? {
        let reference = master?.start ?? overrides.first?.recurrenceID
        return CalendarTime(text: text, zone: reference?.zoneID)
    }

    /// The override for all later occurrences that applies at an instant, if any; not the one that
    /// begins just then.
    func range(at instant: Instant) -> RangeOverride? {
        ranges.last { $0.instant < instant }
    }

    /// The single start at an instant, if there is one.
    func single(at instant: Instant) -> SeparateStart? {
        var low = 0
        var high = separateStarts.count
        while low < high {
            let middle = (low + high) / 2
            if separateStarts[middle].instant < instant { low = middle + 1 } else { high = middle }
        }
        return low < separateStarts.count && separateStarts[low].instant == instant
            ? separateStarts[low] : nil
    }

    /// An instant in the form of the master's start.
    func time(at instant: Instant) -> CalendarTime {
        guard let start = master?.start else { return .utc(instant) }
        return start.replacingCivil(zone(of: start).civil(at: instant))
    }
}

/// A stretch of a repeating event in which one event, the master or an override, describes the
/// occurrences.
struct SeriesStretch {
    /// The first start.
    let from: Instant
    /// The end of the starts, exclusive.
    let to: Instant
    /// The master's start: starts are written in its form.
    let start: CalendarTime
    /// An upper bound of an occurrence's length.
    let lengthSeconds: Int64
    /// The most days that an occurrence is moved from where the rule puts it.
    let shiftDaysMax: Int
}

extension Series {
    /// The stretches between overrides that apply to all later occurrences; cancelled ones are left
    /// out.
    var stretches: [SeriesStretch] {
        guard let master else { return [] }
        var stretches: [SeriesStretch] = []
        for place in 0...ranges.count {
            let range = place == 0 ? nil : ranges[place - 1]
            guard range == nil || range?.event != nil else { continue }
            let event = range?.event ?? master
            stretches.append(
                SeriesStretch(
                    from: range?.instant.adding(seconds: 1) ?? .distantPast,
                    to: place < ranges.count
                        ? ranges[place].instant.adding(seconds: 1) : .distantFuture,
                    start: master.start,
                    lengthSeconds: event.length.secondsAtLeastCovering,
                    shiftDaysMax: range?.daysMax ?? 0
                )
            )
        }
        return stretches
    }
}

/// An override with `RANGE=THISANDFUTURE` (RFC 5545, 3.2.13).
struct RangeOverride: Sendable {
    /// The start that it replaces, from which on it applies.
    let instant: Instant
    /// The changed event; nil if it cancels the occurrences.
    let event: Event?
    /// The most days that it moves the occurrences after it.
    let daysMax: Int
}

/// A start of a repeating event that has an index entry of its own, so that windows needn't walk a
/// rule to find it.
///
/// There are two kinds. Extra dates with a length of their own: one that lasts a century would make
/// every window walk through a century. And the start of a yearly event that its rule doesn't
/// match.
struct SeparateStart: Sendable {
    let instant: Instant
    /// Its length, if that's not the event's (RFC 5545, 3.8.5.2).
    let length: EventLength?
}

/// The few zones of one object, by the names that its times use.
///
/// An array, because nearly all events name one zone, and a dictionary would cost more than reading
/// all of their times.
struct NamedZones: Sendable {
    private var names: [ZoneID] = []
    private var zones: [Zone] = []

    var count: Int { names.count }

    func zone(_ name: ZoneID) -> Zone? {
        names.firstIndex(of: name).map { zones[$0] }
    }

    mutating func add(_ zone: Zone, as name: ZoneID) {
        names.append(name)
        zones.append(zone)
    }
}
