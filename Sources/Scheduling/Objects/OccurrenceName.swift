import CivilTime
import ICalendar

/// Which occurrence of a series a component stands for, in a form that can be compared.
///
/// Programs write the same `RECURRENCE-ID` in UTC, in another zone, or as a date.
struct OccurrenceName: Hashable {
    /// The start that the series gives the occurrence.
    enum Start: Hashable {
        case day(CivilDate)
        case clock(CivilDateTime)
        case instant(Instant)
    }

    let start: Start
    /// Whether the component stands for all later ones too (RFC 5545 section 3.2.13).
    var isForThisAndFuture = false
}

extension OccurrenceName: Comparable {
    /// Orders occurrences by the clock, so that messages come out the same every time.
    static func < (left: OccurrenceName, right: OccurrenceName) -> Bool {
        left.order < right.order
    }

    private var order: Int64 {
        switch start {
        case .day(let date): CivilDateTime(date: date, time: .midnight).secondsSinceEpoch
        case .clock(let civil): civil.secondsSinceEpoch
        case .instant(let instant): instant.secondsSinceEpoch
        }
    }
}

/// The zones that the times of one object name.
struct ObjectZones: Sendable {
    private var zones: [ZoneID: Zone] = [:]

    /// Looks up the zones of a calendar, at most as many as allowed.
    init(of calendar: Component, known: ZoneCatalogue) {
        guard let object = CalendarObject(calendar) else { return }
        for component in calendar.components {
            for name in [PropertyName.dateTimeStart, .dateTimeEnd, .due, .recurrenceID] {
                guard case .zoned(_, let id)? = component.time(name), zones[id] == nil,
                    zones.count < Limits.zonesMax
                else { continue }
                zones[id] = object.zone(id, known: known)
            }
        }
    }

    /// The zone of a time; nil for dates, floating times and unknown zones.
    func zone(of time: CalendarTime) -> Zone? {
        switch time {
        case .date, .floating: nil
        case .utc: .utc
        case .zoned(_, let id): zones[id]
        }
    }

    /// The instant of a time; dates and floating times are read as UTC.
    func instant(of time: CalendarTime) -> Instant { time.instant(in: zone(of: time) ?? .utc) }

    /// The name of the occurrence that starts at a time in a series with this start.
    func name(of time: CalendarTime, in series: CalendarTime?) -> OccurrenceName {
        if time.isDate, let series, !series.isDate {
            let civil = CivilDateTime(date: time.civil.date, time: series.civil.time)
            return name(of: series.replacingCivil(civil), in: nil)
        }
        if time.isDate || series?.isDate == true {
            return OccurrenceName(start: .day(time.civil.date))
        }
        guard zone(of: time) != nil else { return OccurrenceName(start: .clock(time.civil)) }
        return OccurrenceName(start: .instant(instant(of: time)))
    }

    /// The name of the occurrence that a component stands for in a series with this start; nil for the series
    /// itself.
    func name(of component: Component, in series: CalendarTime?) -> OccurrenceName? {
        guard let replaced = component.time(.recurrenceID) else { return nil }
        var name = name(of: replaced, in: series)
        name.isForThisAndFuture = component.first(.recurrenceID)?.isForThisAndFuture ?? false
        return name
    }

    /// The start of an occurrence, in the form of its series' start.
    func start(of name: OccurrenceName, in series: CalendarTime) -> CalendarTime {
        switch name.start {
        case .day(let date):
            series.replacingCivil(CivilDateTime(date: date, time: series.civil.time))
        case .clock(let civil): series.replacingCivil(civil)
        case .instant(let instant):
            series.replacingCivil((zone(of: series) ?? .utc).civil(at: instant))
        }
    }
}
