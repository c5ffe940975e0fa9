import CivilTime
import ICalendar
import Recurrence

/// A component with those that override some of its instances (RFC 4791, 4.1).
struct ComponentSeries: Sendable {
    /// The VCALENDAR, which may describe zones.
    let calendar: Component
    /// The components: the master first, if there is one.
    let components: [Component]
    /// The own times of each component; nil for one without a start.
    let timings: [ComponentTiming?]
    /// The place of the master; nil if there are only overrides.
    let master: Int?
    /// The overrides, each with the start that it replaces.
    let overrides: [(place: Int, original: CalendarTime)]
    /// The overrides that apply to all later instances too, in order.
    let ranges: [RangeOverride]
    /// The starts of the master; nil if it happens once.
    let recurrence: RecurrenceSet?
    /// The instants at which instances given as a PERIOD end, by their start.
    let periodEnds: [Instant: Instant]

    /// The components of one kind in an object.
    ///
    /// An object has one master (RFC 4791, 4.1). If it has more, which some programs write, the
    /// overrides belong to the first, and the others are series of their own.
    static func all(
        _ components: [Component],
        in calendar: Component,
        _ context: inout ReportContext
    ) throws(QueryError) -> [ComponentSeries] {
        if components.count == 1 {
            return [try ComponentSeries(components, in: calendar, &context)]
        }
        let masters = components.filter { $0.first(.recurrenceID) == nil }
        let overrides = components.filter { $0.first(.recurrenceID) != nil }
        var series = [
            try ComponentSeries(Array(masters.prefix(1)) + overrides, in: calendar, &context)
        ]
        for master in masters.dropFirst() {
            series.append(try ComponentSeries([master], in: calendar, &context))
        }
        return series
    }

    private init(
        _ components: [Component],
        in calendar: Component,
        _ context: inout ReportContext
    ) throws(QueryError) {
        self.calendar = calendar
        self.components = components
        var timings: [ComponentTiming?] = []
        for component in components {
            try context.take(steps: 1)
            timings.append(try ComponentTiming(component, in: calendar, &context))
        }
        self.timings = timings
        master = components.firstIndex { $0.first(.recurrenceID) == nil }
        overrides = components.indices.compactMap { place in
            components[place].time(.recurrenceID).map { (place, $0) }
        }
        guard let master, let timing = timings[master] else {
            (ranges, recurrence, periodEnds) = ([], nil, [:])
            return
        }
        var reader = RecurrenceReader(components[master], timing, in: calendar)
        for override in overrides { try reader.except(override.original, &context) }
        recurrence = try reader.recurrence(&context)
        periodEnds = reader.periodEnds
        ranges = try Self.ranges(overrides, components, timings, reader, &context)
    }

    private static func ranges(
        _ overrides: [(place: Int, original: CalendarTime)],
        _ components: [Component],
        _ timings: [ComponentTiming?],
        _ reader: RecurrenceReader,
        _ context: inout ReportContext
    ) throws(QueryError) -> [RangeOverride] {
        var ranges: [RangeOverride] = []
        for (place, original) in overrides {
            guard components[place].first(.recurrenceID)?.isForThisAndFuture == true,
                let timing = timings[place]
            else { continue }
            let replaced = try reader.inMasterForm(original, &context)
            ranges.append(
                RangeOverride(place: place, replaced: replaced, timing, master: reader.timing)
            )
        }
        return ranges.sorted { $0.instant < $1.instant }
    }
}

/// An override that applies to all later instances too: `RANGE=THISANDFUTURE` (RFC 5545, 3.2.13).
struct RangeOverride: Sendable {
    /// The place of the component in its series.
    let place: Int
    /// The start that it replaces, from which on it applies.
    let instant: Instant
    /// The days that it moves the instances.
    let days: Int
    /// The seconds that it moves them on the clock; nil if it changes the zone or the kind of time.
    private let seconds: Int64?
    private let target: CalendarTime

    init(
        place: Int,
        replaced: CalendarTime,
        _ timing: ComponentTiming,
        master: ComponentTiming
    ) {
        self.place = place
        target = timing.start
        instant = replaced.instant(in: master.zone)
        days = target.civil.date.days(since: replaced.civil.date)
        let isSameForm = replaced.isDate == target.isDate && replaced.zoneID == target.zoneID
        seconds =
            isSameForm ? target.civil.secondsSinceEpoch - replaced.civil.secondsSinceEpoch : nil
    }

    /// Where the override moves an instance that starts at a time.
    func moved(_ time: CalendarTime) -> CalendarTime {
        if let seconds {
            let moved = CivilDateTime(
                secondsSinceEpoch: time.civil.secondsSinceEpoch + seconds
            )
            return target.replacingCivil(moved)
        }
        let date = time.civil.date.adding(days: days)
        return target.replacingCivil(CivilDateTime(date: date, time: target.civil.time))
    }

    /// An upper bound of the seconds that it moves an instance: a day more for the time of day, and
    /// one for the difference between zones.
    var secondsAtMost: Int64 { (Int64(days.magnitude) + 2) * 86_400 }
}
