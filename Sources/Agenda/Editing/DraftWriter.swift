import CivilTime
import ICalendar
import Recurrence

/// Writes a draft into the properties of a `VEVENT`.
struct DraftWriter: Sendable {
    let zones: ZoneCatalogue
    /// The viewer's zone: drafts are in its wall time.
    let viewer: Zone
    let now: Instant
    /// The zones of the object, which may define some itself.
    var own = NamedZones()
    /// The viewer, in whose name guests are invited.
    var host: Guest?

    /// A calendar object with one new event.
    func newObject(_ draft: EventDraft, uid: String) throws(EditError) -> Component {
        guard let start = draft.start else { throw .noStart }
        var event = Component(name: "VEVENT")
        event.append(Property.text("UID", uid))
        event.append(Property(name: "DTSTAMP", rawValue: now.basicText))
        event.append(Property(name: "CREATED", rawValue: now.basicText))
        let isAllDay = draft.isAllDay ?? false
        let first = try time(start, isAllDay: isAllDay, like: nil, zone: draft.zone)
        let last = try time(
            draft.end ?? defaultEnd(after: start, isAllDay: isAllDay),
            isAllDay: isAllDay,
            like: nil,
            zone: draft.zone
        )
        try setTimes(of: &event, start: first, end: last)
        guard draft.title != nil else { throw .title }
        try setFields(of: &event, draft)
        var object = Component.calendar()
        object.append(event)
        return object
    }

    /// An hour later, or the next midnight for an all-day event.
    private func defaultEnd(after start: CivilDateTime, isAllDay: Bool) -> CivilDateTime {
        guard isAllDay else { return start.adding(seconds: 3_600) }
        return CivilDateTime(date: start.date.adding(days: 1), time: .midnight)
    }

    /// Writes all fields of a draft except its times.
    func setFields(of event: inout Component, _ draft: EventDraft) throws(EditError) {
        if let title = draft.title {
            guard !title.utf8.allSatisfy({ $0 == 32 }), title.utf8.count <= Limits.titleBytesMax
            else { throw .title }
            event.set(Property.text("SUMMARY", title))
        }
        set("LOCATION", draft.location, in: &event)
        if draft.notes != nil, event.first(.description) == nil {
            // The notes may have been in this property; see `ComponentView.notes`.
            event.remove("X-ALT-DESC")
        }
        set("DESCRIPTION", draft.notes, in: &event)
        setRaw("URL", draft.url, in: &event)
        if let color = draft.color { event.setColorName(color.isEmpty ? nil : color) }
        if let rule = draft.rule { try setRule(rule, in: &event) }
        setRaw("TRANSP", draft.isBusy.map { $0 ? "" : "TRANSPARENT" }, in: &event)
        setRaw("CLASS", draft.isPrivate.map { $0 ? "PRIVATE" : "" }, in: &event)
        switch draft.status {
        case .confirmed: setRaw("STATUS", "CONFIRMED", in: &event)
        case .tentative: setRaw("STATUS", "TENTATIVE", in: &event)
        case .cancelled: setRaw("STATUS", "CANCELLED", in: &event)
        case nil: break
        }
        if let categories = draft.categories { try setCategories(categories, of: &event) }
        if let reminders = draft.reminders { try setReminders(reminders, of: &event) }
        if let guests = draft.guests { try setGuests(guests, of: &event) }
    }

    /// Notes that an event was changed (RFC 5545, 3.8.7.3 and 3.8.7.4).
    func touch(_ event: inout Component) {
        event.set(Property(name: "DTSTAMP", rawValue: now.basicText))
        event.set(Property(name: "LAST-MODIFIED", rawValue: now.basicText))
        let sequence = event.first("SEQUENCE").flatMap { Int32($0.rawValue) } ?? 0
        let next = sequence == .max ? sequence : sequence + 1
        event.set(Property(name: "SEQUENCE", rawValue: String(next)))
    }

    /// Sets start and end.
    ///
    /// An event with a `DURATION`, or with neither that nor a `DTEND`, stays like that if possible.
    func setTimes(
        of event: inout Component,
        start: CalendarTime,
        end: CalendarTime
    ) throws(EditError) {
        guard instant(of: start) <= instant(of: end) else { throw .endBeforeStart }
        let isSameKind = event.time("DTSTART")?.isDate == start.isDate
        event.set(Property.time("DTSTART", start))
        if event.first("DTEND") == nil, isSameKind,
            let kept = VEvent(event)?.end(in: zone(of: start)),
            instant(of: kept) == instant(of: end)
        {
            return
        }
        guard event.first("DURATION") != nil, event.first("DTEND") == nil,
            let duration = duration(from: start, to: end)
        else {
            event.remove("DURATION")
            event.set(Property.time("DTEND", end))
            return
        }
        event.set(Property(name: "DURATION", rawValue: duration.text))
    }

    private func duration(from start: CalendarTime, to end: CalendarTime) -> CalendarDuration? {
        if start.isDate {
            return CalendarDuration(days: end.civil.date.days(since: start.civil.date))
        }
        let from = instant(of: start).secondsSinceEpoch
        return CalendarDuration(days: 0, seconds: instant(of: end).secondsSinceEpoch - from)
    }

    func zone(of time: CalendarTime) -> Zone {
        time.zoneID.flatMap(zone) ?? .utc
    }

    /// A time of a draft in the form that the event stores: a date, a time in the zone that the
    /// draft names, or else the viewer's time converted to the zone of the event.
    func time(
        _ civil: CivilDateTime,
        isAllDay: Bool,
        like old: CalendarTime?,
        zone wanted: ZoneID?
    ) throws(EditError) -> CalendarTime {
        if isAllDay { return .date(civil.date) }
        if let wanted {
            guard zone(wanted) != nil else { throw .unknownZone(wanted) }
            return wanted == .utc ? .utc(Zone.utc.instant(of: civil)) : .zoned(civil, wanted)
        }
        switch old {
        case .floating: return .floating(civil)
        case .utc: return .utc(viewer.instant(of: civil))
        case .zoned(_, let id):
            guard let zone = zone(id) else { return .zoned(civil, id) }
            return .zoned(zone.civil(at: viewer.instant(of: civil)), id)
        case .date, nil:
            let instant = viewer.instant(of: civil)
            let id = viewer.id(at: instant)
            return id == .utc ? .utc(instant) : .zoned(civil, id)
        }
    }

    /// The instant of a time, for comparing; an unknown zone is read as UTC.
    func instant(of time: CalendarTime) -> Instant {
        time.instant(in: zone(of: time))
    }

    /// The wall time in a time's zone, which in a gap differs from the written one.
    func shownCivil(of time: CalendarTime) -> CivilDateTime {
        guard case .zoned(let civil, let id) = time else { return time.civil }
        return zone(id)?.civil(at: instant(of: time)) ?? civil
    }

    func zone(_ id: ZoneID) -> Zone? {
        own.zone(id) ?? zones.zone(id)
    }

    private func set(_ name: String, _ text: String?, in event: inout Component) {
        guard let text else { return }
        if text.isEmpty {
            event.remove(name)
        } else {
            event.set(Property.text(name, text))
        }
    }

    private func setRaw(_ name: String, _ value: String?, in event: inout Component) {
        guard let value else { return }
        // A line break in a raw value would begin another property.
        let line = value.utf8.filter { $0 >= 32 }
        if line.isEmpty {
            event.remove(name)
        } else {
            event.set(Property(name: name, rawValue: String(decoding: line, as: UTF8.self)))
        }
    }

    /// An `UNTIL` by the viewer's clock, in the type that the start requires (RFC 5545, 3.3.10).
    private func last(_ civil: CivilDateTime, of start: CalendarTime) -> CalendarTime {
        switch start {
        case .date: .date(civil.date)
        case .floating: .floating(civil)
        case .utc, .zoned: .utc(viewer.instant(of: civil))
        }
    }

    private func setRule(_ text: String, in event: inout Component) throws(EditError) {
        guard !text.isEmpty else {
            for name in ["RRULE", "RDATE", "EXDATE", "EXRULE"] { event.remove(name) }
            return
        }
        if let rule = try? RecurrenceRule(parsing: text),
            rule.exceeds(timesPerDay: Limits.startsOfDayMax)
        {
            throw .ruleTooOften(text)
        }
        do {
            var rule = try RecurrenceRule(parsing: text)
            if case .until(.floating(let civil)) = rule.end, let start = event.time("DTSTART") {
                rule.end = .until(last(civil, of: start))
            }
            event.set(Property(name: "RRULE", rawValue: rule.text))
        } catch {
            throw .rule(text)
        }
    }
}
