import CivilTime
import ICalendar
import Recurrence

/// The move of an occurrence, to be applied to its whole series.
struct SeriesShift: Sendable {
    private let series: Series
    private let writer: DraftWriter
    private let from: CalendarTime
    let displacement: Displacement
    /// The first rule that could not follow the move exactly; nil if all could.
    private(set) var inexact: RuleMove?

    init(of series: Series, from old: CalendarTime, to new: CalendarTime, writer: DraftWriter) {
        self.series = series
        self.writer = writer
        from = old
        displacement = Displacement(of: series, from: old, to: new)
    }

    /// A time of the series after the move; if the old rule gave it, the new one gives the result.
    func moved(_ time: CalendarTime) -> CalendarTime {
        let moved = displacement.moved(time)
        guard let inexact, series.recurrenceOfRules?.contains(series.instant(of: time)) == true
        else {
            return moved
        }
        return moved.replacingCivil(inexact.snapped(moved.civil))
    }

    /// Moves exceptions and extra dates along.
    func moveExceptions(of event: inout Component) {
        guard !displacement.isZero else { return }
        for name in ["EXDATE", "RDATE"] {
            let lists = event.all(name)
            guard !lists.isEmpty else { continue }
            event.setAll(
                name,
                to: lists.map { property in
                    DateList(property).moved(in: series) {
                        name == "EXDATE" ? moved($0) : displacement.moved($0)
                    }
                }
            )
        }
    }

    /// Moves the `RECURRENCE-ID` of an override along.
    func moveRecurrenceID(of override: inout Component) {
        guard let old = override.first("RECURRENCE-ID"), let time = old.time else { return }
        override.set(Property.recurrenceID(moved(time), like: old))
    }

    /// Moves the days that rules name, so that a series continues on its new day, and their
    /// `UNTIL`, so that the number of occurrences stays the same.
    ///
    /// - Parameters:
    ///   - event: The master.
    ///   - start: The start of the series before the move.
    /// - Returns: The start of the series after it.
    mutating func moveRules(of event: inout Component, start: CalendarTime) -> CalendarTime {
        var newStart = displacement.moved(start)
        guard !displacement.isZero else { return newStart }
        for name in ["RRULE", "EXRULE"] {
            var rules: [Property] = []
            for property in event.all(name) {
                guard let rule = property.rule else {
                    rules.append(property)
                    continue
                }
                let move = move(of: rule, start: start)
                var moved = move.rule
                if case .until(let until) = moved.end { moved.end = .until(written(until.civil)) }
                rules.append(Property.rule(moved, name: name))
                if name == "RRULE", !move.isExact, inexact == nil {
                    inexact = move
                    newStart = newStart.replacingCivil(move.newStart)
                }
            }
            event.setAll(name, to: rules)
        }
        return newStart
    }

    private func move(of rule: RecurrenceRule, start: CalendarTime) -> RuleMove {
        var local = rule
        if case .until(let until) = rule.end { local.end = .until(.floating(wall(until))) }
        let civil = displacement.target.civil
        // If the form changes, move the rule by days only: the new time of day comes with the
        // start.
        guard displacement.seconds == nil else {
            return RuleMove(local, start: start.civil, from: from.civil, to: civil)
        }
        let day = CivilDateTime(date: civil.date, time: from.civil.time)
        return RuleMove(local, start: start.civil, from: from.civil, to: day)
    }

    /// An `UNTIL` in the wall time of the series.
    private func wall(_ until: CalendarTime) -> CivilDateTime {
        guard case .date(let date) = until, series.master?.start.isDate == false else {
            return series.inMasterForm(until).civil
        }
        let next = CivilDateTime(date: date.adding(days: 1), time: .midnight)
        return next.adding(seconds: -1)
    }

    /// An `UNTIL` in the type that the moved start requires (RFC 5545, 3.3.10).
    private func written(_ civil: CivilDateTime) -> CalendarTime {
        let target = displacement.target
        if target.isDate { return .date(civil.date) }
        var civil = civil
        if displacement.seconds == nil {
            civil = CivilDateTime(date: civil.date, time: target.civil.time)
        }
        let time = target.replacingCivil(civil)
        guard case .zoned = time else { return time }
        return .utc(writer.instant(of: time))
    }
}

extension Property {
    /// A `RECURRENCE-ID` for a time that keeps the `RANGE` of another one.
    static func recurrenceID(_ time: CalendarTime, like old: Property) -> Property {
        let new = Property.time("RECURRENCE-ID", time)
        guard let range = old.parameter("RANGE") else { return new }
        return Property(
            name: "RECURRENCE-ID",
            parameters: new.parameters + [Parameter("RANGE", range)],
            rawValue: new.rawValue
        )
    }
}

extension Series {
    /// The start and the times that rules give, without exceptions, exception rules and extra
    /// dates.
    var recurrenceOfRules: RecurrenceSet? {
        recurrence.map {
            RecurrenceSet(
                start: $0.start,
                rules: $0.rules,
                zone: zone(of: $0.start),
                budget: .bounded
            )
        }
    }
}
