import CivilTime
import ICalendar
import Recurrence

/// A calendar object as it is stored, with all that is needed to say when it happens.
///
/// A series has a master, overrides, or both; an event that does not repeat is a series of one.
public struct Series: Sendable {
    /// Where the object is stored.
    public let id: ObjectID
    /// The unique identifier that master and overrides share.
    public let uid: String
    /// The entity tag the server gave; empty for an object that it does not have yet.
    public internal(set) var etag: String
    /// The iCalendar text, as stored.
    public let text: [UInt8]
    /// The event that overrides are exceptions to; nil when only overrides are known.
    public let master: Event?
    /// The changed occurrences, each with its `recurrenceID`; cancelled ones are left out.
    ///
    /// Also those are here whose `recurrenceID` is no occurrence of the master: they happen all
    /// the same, on their own date.
    public let overrides: [Event]
    /// The events of the object after the first that have no `RECURRENCE-ID` either.
    ///
    /// RFC 4791, 4.1 does not allow them, but some programs write one `UID` into everything: each
    /// is shown, and edited by itself.
    let further: [Series]
    /// Which of the object's events this is: 0, or the place in the first one's `further` from 1.
    let strand: Int
    /// The overrides that stand for all later occurrences too, in the order of what they replace.
    let ranges: [RangeOverride]
    /// The lengths of the extra dates that have their own (RFC 5545, 3.8.5.2), by instant.
    let periods: [PeriodLength]
    /// When the master happens; nil for an event that does not repeat.
    let recurrence: RecurrenceSet?
    /// The last start that the rules may give; nil when they are endless, or when it would take
    /// long to know.
    let lastStart: Instant?
    /// The zones of the object's times, by name, those of its own `VTIMEZONE`s among them.
    let zones: NamedZones
    /// The zones it names that were not known when it was read; their times are taken as floating.
    let missingZones: [ZoneID]
    /// Whether the event happens more than once.
    public var isRepeating: Bool { recurrence != nil }

    /// At least how many days an occurrence that a rule gives lasts.
    var lengthDaysMax: Int {
        var most = master?.length.daysAtLeastCovering ?? 0
        for range in ranges { most = max(most, range.event?.length.daysAtLeastCovering ?? 0) }
        for period in periods { most = max(most, period.length.daysAtLeastCovering) }
        return most
    }

    /// The event of the object that a key names; nil when there are not as many.
    func strand(_ number: Int) -> Series? {
        if number == strand { return self }
        return further.first { $0.strand == number }
    }

    /// The zone that reads a time as written: UTC for dates and floating times, whose windows are
    /// asked for by wall clock.
    func zone(of time: CalendarTime) -> Zone {
        guard case .zoned(_, let id) = time else { return .utc }
        return zones.zone(id) ?? .utc
    }

    /// Whether a time is fixed on the time line, and not read by whoever looks.
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

    /// A time in the form that the master's start has, which occurrences are named in.
    ///
    /// A date in a series with times takes the time of its start.
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

    /// The end of an event that starts at a time, in the form of that time.
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

    /// Reads a recurrence identity as `OccurrenceKey` has it, in the master's form.
    func time(recurrenceID text: String) -> CalendarTime? {
        let reference = master?.start ?? overrides.first?.recurrenceID
        return CalendarTime(text: text, zone: reference?.zoneID)
    }

    /// The override that stands for all later occurrences from before an instant on, if any.
    func range(at instant: Instant) -> RangeOverride? {
        ranges.last { $0.instant < instant }
    }

    /// The length an occurrence has by itself, as extra dates with a `PERIOD` do.
    func periodLength(at instant: Instant) -> EventLength? {
        periods.first { $0.instant == instant }?.length
    }
}

/// An override with `RANGE=THISANDFUTURE` (RFC 5545, 3.2.13).
struct RangeOverride: Sendable {
    /// The start that it replaces.
    let instant: Instant
    /// The changed event; nil when the occurrences from there on are cancelled.
    let event: Event?
    /// How many days it moves what comes after it, at most.
    let daysMax: Int
}

/// How long an extra date lasts.
struct PeriodLength: Sendable {
    let instant: Instant
    let length: EventLength
}

/// The few zones of one object, by the names that its times use.
///
/// A dictionary would cost more than all the times of most events: one zone is the rule.
struct NamedZones: Sendable {
    private var names: [ZoneID] = []
    private var zones: [Zone] = []

    func zone(_ name: ZoneID) -> Zone? {
        names.firstIndex(of: name).map { zones[$0] }
    }

    mutating func add(_ zone: Zone, as name: ZoneID) {
        names.append(name)
        zones.append(zone)
    }
}
