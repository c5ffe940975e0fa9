public import CivilTime

extension VEvent {
    /// The DURATION, when the event has one instead of DTEND.
    private var duration: CalendarDuration? {
        guard component.first(.dateTimeEnd) == nil else { return nil }
        return component.first(.duration)?.duration
    }

    /// When it ends, exclusive; nil when it has no start.
    ///
    /// It is DTEND, or DTSTART plus DURATION. With neither, an event that starts on a date takes
    /// one day, and one that starts at a time takes no time (RFC 5545 section 3.6.1). An event of
    /// whole days always ends on a later date than it starts, even if a file says otherwise. Hours
    /// are added on the wall clock; ``end(in:)`` accounts for clock changes.
    public var end: CalendarTime? {
        guard let start else { return nil }
        let written = component.time(.dateTimeEnd)
        return Self.end(of: start, written: written, duration: duration)
    }

    /// The end of an event: from its DTEND, else from its DURATION, else the default for its start.
    package static func end(
        of start: CalendarTime,
        written: CalendarTime?,
        duration: CalendarDuration?
    ) -> CalendarTime {
        if let written { return end(written, of: start) }
        guard let duration else { return end(start, of: start) }
        let civil = start.civil.adding(duration.whole(for: start))
        return end(start.replacingCivil(civil), of: start)
    }

    /// When it ends, exclusive, with the hours of a DURATION counted in a zone.
    ///
    /// RFC 5545 section 3.3.6: days are nominal and come first, hours are exact.
    public func end(in zone: Zone) -> CalendarTime? {
        guard let start, !start.isDate, let duration else { return end }
        let days = start.civil.date.adding(days: duration.days)
        let morning = start.replacingCivil(CivilDateTime(date: days, time: start.civil.time))
        let instant = morning.instant(in: zone).adding(seconds: duration.seconds)
        if case .utc = start { return .utc(instant) }
        return start.replacingCivil(zone.civil(at: instant))
    }

    /// An end adjusted to its start: both dates or both times, and at least a day for whole days.
    private static func end(_ end: CalendarTime, of start: CalendarTime) -> CalendarTime {
        guard case .date(let first) = start else {
            return end.isDate ? start.replacingCivil(end.civil) : end
        }
        let isWithin = end.civil.time > .midnight
        let last = isWithin ? end.civil.date.adding(days: 1) : end.civil.date
        return .date(last > first ? last : first.adding(days: 1))
    }
}

extension CalendarDuration {
    /// The duration in whole days when the start is a date.
    fileprivate func whole(for start: CalendarTime) -> CalendarDuration {
        guard start.isDate else { return self }
        let days = self.days + Int((seconds + 86_399) / 86_400)
        return CalendarDuration(days: days) ?? self
    }
}
