public import CivilTime

/// All the starts of a series: its own start, what its rules and dates add, less its exceptions.
///
/// RFC 5545 section 3.8.5. Starts are ordered by instant, and each instant comes once. The series'
/// start is always in it, also where no rule matches it, unless an exception takes it away. COUNT
/// counts what a rule matches, before exceptions.
public struct RecurrenceSet: Sendable {
    /// DTSTART.
    public let start: CalendarTime
    /// The rules, all of which add starts.
    public let rules: [RecurrenceRule]
    /// RDATE.
    public let dates: [CalendarTime]
    /// EXDATE.
    public let exceptions: [CalendarTime]

    /// Reads the wall clock of the start and of everything the rules give.
    let zone: Zone
    let plans: [RulePlan]
    /// The start and the dates, by instant.
    let extras: [Extra]
    let excluded: Exclusions

    /// A start that no rule gave.
    struct Extra: Sendable {
        let time: CalendarTime
        let instant: Int64
        /// The day it is on where the event is.
        let day: Int32
    }

    /// Makes a series.
    ///
    /// A rule that steps by hours or less gives nothing when the start is a date. A date among
    /// `dates` of a series with times takes the start's time, a time in a series of days its date.
    ///
    /// - Parameters:
    ///   - start: DTSTART.
    ///   - rules: The values of RRULE.
    ///   - dates: The values of RDATE, of periods their starts.
    ///   - exceptions: The values of EXDATE: a time takes away that instant, a date that day.
    ///   - zone: What reads dates and floating times, or the zone the start names. A start in UTC
    ///     is read as such whatever this is.
    ///   - zones: Where the zones other times name are found; those it lacks are read in `zone`.
    ///   - includesStart: False to have only what the rules and the dates give.
    public init(
        start: CalendarTime,
        rules: [RecurrenceRule] = [],
        dates: [CalendarTime] = [],
        exceptions: [CalendarTime] = [],
        zone: Zone,
        zones: ZoneCatalogue = ZoneCatalogue(),
        includesStart: Bool = true
    ) {
        let reader = TimeReader(start: start, zone: zone, zones: zones)
        self.start = start
        self.rules = rules
        self.dates = dates
        self.exceptions = exceptions
        self.zone = reader.zone
        plans = rules.compactMap { rule in
            if start.isDate, rule.frequency < .daily { return nil }
            return RulePlan(rule: rule, start: start)
        }
        var extras = dates.map { reader.extra($0) }
        if includesStart { extras.append(reader.extra(start)) }
        self.extras = extras.sorted { $0.instant < $1.instant }
        excluded = Exclusions(exceptions, reader: reader)
    }
}

/// Reads the times of a series.
struct TimeReader {
    let start: CalendarTime
    let zone: Zone
    let zones: ZoneCatalogue

    init(start: CalendarTime, zone: Zone, zones: ZoneCatalogue) {
        self.start = start
        self.zones = zones
        if case .utc = start { self.zone = .utc } else { self.zone = zone }
    }

    func instant(_ time: CalendarTime) -> Instant {
        guard case .zoned(_, let id) = time, id != zone.id, id != start.zoneID else {
            return time.instant(in: zone)
        }
        return time.instant(in: zones.zone(id) ?? zone)
    }

    func extra(_ written: CalendarTime) -> RecurrenceSet.Extra {
        var time = written
        if start.isDate, !written.isDate {
            time = .date(written.civil.date)
        } else if !start.isDate, case .date(let date) = written {
            time = start.replacingCivil(CivilDateTime(date: date, time: start.civil.time))
        }
        let instant = instant(time)
        let day = time.isDate ? time.civil.date : zone.civil(at: instant).date
        return RecurrenceSet.Extra(
            time: time,
            instant: instant.secondsSinceEpoch,
            day: Int32(truncatingIfNeeded: day.daysSinceEpoch)
        )
    }
}

/// What EXDATE takes away.
struct Exclusions: Sendable {
    private let instants: [Int64]
    private let days: [Int32]
    let isEmpty: Bool

    init(_ exceptions: [CalendarTime], reader: TimeReader) {
        var instants: [Int64] = []
        var days: [Int32] = []
        for exception in exceptions {
            if exception.isDate || reader.start.isDate {
                days.append(Int32(truncatingIfNeeded: exception.civil.date.daysSinceEpoch))
            } else {
                instants.append(reader.instant(exception).secondsSinceEpoch)
            }
        }
        self.instants = instants.sorted()
        self.days = days.sorted()
        isEmpty = exceptions.isEmpty
    }

    func contains(instant: Int64, day: Int32) -> Bool {
        Self.search(instants, for: instant) || Self.search(days, for: day)
    }

    private static func search<Value: Comparable>(_ values: [Value], for value: Value) -> Bool {
        var low = 0
        var high = values.count
        while low < high {
            let middle = (low + high) / 2
            if values[middle] < value {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low < values.count && values[low] == value
    }
}
