import CivilTime
import ICalendar
import Recurrence

/// How far an edit moved an occurrence, to move its series by as much.
struct TimeShift: Sendable {
    private let series: Series
    private let writer: DraftWriter
    private let target: CalendarTime
    private let days: Int
    /// How far the wall time moved; nil when dates became times or the other way round, or the
    /// zone changed.
    private let seconds: Int64?

    init(
        of series: Series,
        from old: CalendarTime,
        to new: CalendarTime,
        writer: DraftWriter
    ) {
        self.series = series
        self.writer = writer
        target = new
        days = new.civil.date.days(since: old.civil.date)
        let isSameForm = old.isDate == new.isDate && old.zoneID == new.zoneID
        seconds =
            isSameForm ? new.civil.secondsSinceEpoch - old.civil.secondsSinceEpoch : nil
    }

    /// A time of the series after the move, in the form of the moved occurrence.
    func moved(_ time: CalendarTime) -> CalendarTime {
        let isOfDates = series.master?.start.isDate ?? time.isDate
        if case .date(let date) = time, target.isDate || !isOfDates {
            return .date(date.adding(days: days))
        }
        // Other programs write exceptions in UTC, where the date may be another.
        let time = series.inMasterForm(time)
        if let seconds, time.isDate == target.isDate, time.zoneID == target.zoneID {
            return time.replacingCivil(time.civil.adding(seconds: seconds))
        }
        let date = time.civil.date.adding(days: days)
        return target.replacingCivil(CivilDateTime(date: date, time: target.civil.time))
    }

    /// Moves exceptions and extra dates along.
    func moveExceptions(of event: inout Component) {
        for name in ["EXDATE", "RDATE"] {
            let times = event.all(name).flatMap { $0.times }
            guard !times.isEmpty else { continue }
            event.setAll(name, to: times.map { Property.time(name, moved($0)) })
        }
    }

    /// Moves the start that an override replaces along.
    func moveRecurrenceID(of override: inout Component) {
        guard let time = override.time("RECURRENCE-ID") else { return }
        override.set(Property.time("RECURRENCE-ID", moved(time)))
    }

    /// Rewrites the days a rule names, so that a series moved to another day goes on there, and
    /// its `UNTIL`, so that it has as many occurrences as before.
    func moveRule(of event: inout Component, start: CalendarTime) {
        event.setAll(
            "RRULE",
            to: event.all("RRULE").map { property in
                guard var rule = try? RecurrenceRule(parsing: property.rawValue) else {
                    return property
                }
                if case .until(let until) = rule.end { rule.end = .until(movedUntil(until)) }
                if days != 0 { moveDays(of: &rule, from: start.civil.date) }
                return Property(name: "RRULE", rawValue: rule.text)
            }
        )
    }

    private func movedUntil(_ until: CalendarTime) -> CalendarTime {
        let time = moved(until)
        guard case .zoned = time else { return time }
        // RFC 5545, 3.3.10: with a zone the last moment is in UTC.
        return .utc(writer.instant(of: time))
    }

    private func moveDays(of rule: inout RecurrenceRule, from old: CivilDate) {
        let new = old.adding(days: days)
        if rule.byMonthDay == [old.day] { rule.byMonthDay = [new.day] }
        if rule.byMonth == [old.month], rule.frequency == .yearly { rule.byMonth = [new.month] }
        rule.byDay = rule.byDay.map { entry in
            if entry.ordinal == 0 {
                return WeekdayOrdinal(ordinal: 0, weekday: entry.weekday.adding(days: days))
            }
            guard rule.byDay.count == 1, entry.weekday == old.weekday else { return entry }
            let length = CivilDate.dayCount(year: new.year, month: new.month)
            let ordinal =
                entry.ordinal < 0 ? -((length - new.day) / 7 + 1) : (new.day - 1) / 7 + 1
            return WeekdayOrdinal(ordinal: ordinal, weekday: new.weekday)
        }
    }
}
