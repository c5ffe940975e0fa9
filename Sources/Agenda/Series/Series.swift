import CivilTime
import ICalendar
import Recurrence

/// A calendar object as it is stored, with all that is needed to say when it happens.
///
/// A series has a master, overrides, or both; an event that does not repeat is a series of one.
///
/// A class, because series are large and looked at often: none changes once it was read.
public final class Series: Sendable {
    /// Where the object is stored.
    public let id: ObjectID
    /// The unique identifier that master and overrides share.
    public let uid: String
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
    let masterIndex: Int
    /// The overrides that stand for all later occurrences too, in the order of what they replace.
    let ranges: [RangeOverride]
    /// The starts that have entries of their own in the index, in order, each instant once.
    let singles: [SingleStart]
    /// When the master happens; nil for an event that does not repeat.
    let recurrence: RecurrenceSet?
    /// The last start that the rules may give; nil when they are endless, or when it would take
    /// long to know.
    let lastStart: Instant?
    /// The zones of the object's times, by name, those of its own `VTIMEZONE`s among them.
    let zones: NamedZones
    /// The zones it names that were not known when it was read; their times are taken as floating.
    let missingZones: [ZoneID]
    /// Whether the text has more rules, dates or changes than are followed.
    let isPartial: Bool

    init(_ source: SeriesSource, _ reader: SeriesReader, masterIndex: Int, further: [Series]) {
        var reader = reader
        id = source.id
        text = source.text
        uid = reader.uid
        master = reader.master
        overrides = reader.overrides
        ranges = reader.sortedRanges()
        singles = reader.singles()
        self.further = further
        self.masterIndex = masterIndex
        zones = reader.found
        missingZones = further.reduce(into: reader.missing) { $0 += $1.missingZones }
        isPartial = reader.isPartial
        recurrence = reader.recurrence()
        lastStart = reader.lastStart(of: recurrence)
    }

    /// Whether the event happens more than once.
    public var isRepeating: Bool { recurrence != nil }

    /// At least how many days an occurrence that a rule gives lasts; single starts have lengths of
    /// their own.
    var lengthDaysMax: Int {
        var most = master?.length.daysAtLeastCovering ?? 0
        for range in ranges { most = max(most, range.event?.length.daysAtLeastCovering ?? 0) }
        return most
    }

    /// The event of the object that a key names; nil when there are not as many.
    func series(ofMaster number: Int) -> Series? {
        if number == masterIndex { return self }
        return further.first { $0.masterIndex == number }
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

    /// The start that has an entry of its own at an instant, if there is one.
    func single(at instant: Instant) -> SingleStart? {
        var low = 0
        var high = singles.count
        while low < high {
            let middle = (low + high) / 2
            if singles[middle].instant < instant { low = middle + 1 } else { high = middle }
        }
        return low < singles.count && singles[low].instant == instant ? singles[low] : nil
    }

    /// An instant in the form that the master's start has.
    func time(at instant: Instant) -> CalendarTime {
        guard let start = master?.start else { return .utc(instant) }
        return start.replacingCivil(zone(of: start).civil(at: instant))
    }
}

/// A part of a repeating event's time in which one event says how its occurrences are.
struct SeriesStretch {
    /// The first start.
    let from: Instant
    /// The end of the starts, exclusive.
    let to: Instant
    /// A time as the starts are written.
    let start: CalendarTime
    /// At least how long an occurrence lasts.
    let lengthSeconds: Int64
    /// How many days an occurrence may be moved from where the rule has it.
    let shiftDaysMax: Int
}

extension Series {
    /// The stretches of the series, parted by the overrides that stand for all that follow; those
    /// that are cancelled are left out.
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
    /// The start that it replaces.
    let instant: Instant
    /// The changed event; nil when the occurrences from there on are cancelled.
    let event: Event?
    /// How many days it moves what comes after it, at most.
    let daysMax: Int
}

/// A start of a repeating event that windows find by itself rather than by walking through a rule.
///
/// Such are extra dates with a length of their own, as one that lasts a century would have every
/// window walk through a century, and the start of a yearly event that its rule does not match.
struct SingleStart: Sendable {
    let instant: Instant
    /// How long it lasts, where that is not what the event says (RFC 5545, 3.8.5.2).
    let length: EventLength?
}

/// The few zones of one object, by the names that its times use.
///
/// A dictionary would cost more than all the times of most events: one zone is the rule.
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
