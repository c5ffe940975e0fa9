public import CivilTime
import ICalendar
import Recurrence

extension Series {
    /// Reads a stored calendar object; nil when the text holds no event with a start.
    ///
    /// - Parameters:
    ///   - id: Where it is stored.
    ///   - etag: Its entity tag; empty when the server does not have it yet.
    ///   - text: A `VCALENDAR` with the events of one `UID`.
    ///   - zones: The zones that are known; the object's own `VTIMEZONE`s serve for other names.
    public init?(id: ObjectID, etag: String, text: [UInt8], zones: ZoneCatalogue) {
        guard let object = CalendarText.parse(text).components.first else { return nil }
        var reader = SeriesReader(zones: zones, timezones: object.components(named: "VTIMEZONE"))
        reader.read(object)
        guard reader.master != nil || !reader.overrides.isEmpty else { return nil }
        self.id = id
        self.etag = etag
        self.text = text
        uid = reader.uid
        master = reader.master
        overrides = reader.overrides
        self.zones = reader.found
        missingZones = reader.missing
        recurrence = reader.recurrence()
        lastStart = reader.lastStart(of: recurrence)
    }
}

/// Collects the parts of a calendar object.
private struct SeriesReader {
    let zones: ZoneCatalogue
    let timezones: [Component]
    var uid = ""
    var master: Event?
    var overrides: [Event] = []
    var found = NamedZones()
    var missing: [ZoneID] = []
    private var rules: [RecurrenceRule] = []
    private var dates: [CalendarTime] = []
    private var exceptions: [CalendarTime] = []

    init(zones: ZoneCatalogue, timezones: [Component]) {
        self.zones = zones
        self.timezones = timezones
    }

    mutating func read(_ object: Component) {
        for component in object.components {
            guard let event = VEvent(component), let start = event.start else { continue }
            uid = event.uid ?? uid
            look(up: start)
            // A flight starts in one zone and ends in another.
            if let end = component.time("DTEND") { look(up: end) }
            if let replaced = event.recurrenceID {
                look(up: replaced)
                exceptions.append(exception(replaced))
                // RFC 5546, 3.2.5: a cancelled occurrence is taken out of its series.
                if event.status != .cancelled { overrides.append(facts(of: event, start)) }
            } else if master == nil {
                master = facts(of: event, start)
                readRecurrence(component)
            }
        }
    }

    /// When the master happens, or nil when it happens once.
    func recurrence() -> RecurrenceSet? {
        guard let start = master?.start, !rules.isEmpty || !dates.isEmpty || !exceptions.isEmpty
        else { return nil }
        return RecurrenceSet(
            start: start,
            rules: rules,
            dates: dates,
            exceptions: exceptions,
            zone: zone(of: start)
        )
    }

    /// The last start, where the ends of the rules say it or few steps lead there.
    func lastStart(of recurrence: RecurrenceSet?) -> Instant? {
        let isNear = rules.allSatisfy { rule in
            switch rule.end {
            case .never: false
            case .count(let count): count <= Limits.countedMax
            case .until: true
            }
        }
        guard isNear else { return nil }
        var last = master?.start.instant(in: zone(of: master?.start)) ?? .distantPast
        for rule in rules {
            switch rule.end {
            case .until(let time):
                // A day more covers every reading of a date or a floating time.
                last = max(last, time.instant(in: .utc).adding(seconds: 2 * 86_400))
            case .never, .count: break
            }
        }
        if rules.contains(where: { if case .count = $0.end { true } else { false } }) {
            last = max(last, recurrence?.last?.instant ?? last)
        }
        for date in dates { last = max(last, date.instant(in: zone(of: date))) }
        return last
    }

    private mutating func readRecurrence(_ component: Component) {
        for property in component.all("RRULE") {
            // A rule that can't be read is kept in the text; the event then happens once.
            guard let rule = try? RecurrenceRule(parsing: property.rawValue) else { continue }
            rules.append(rule)
        }
        for time in component.times("RDATE") {
            look(up: time)
            dates.append(additional(time))
        }
        for time in component.times("EXDATE") {
            look(up: time)
            exceptions.append(exception(time))
        }
    }

    /// A time in a form that needs no zone but the master's.
    private func exception(_ time: CalendarTime) -> CalendarTime {
        guard case .zoned(_, let id) = time, let zone = found.zone(id) else { return time }
        if case .zoned(_, id)? = master?.start { return time }
        return .utc(time.instant(in: zone))
    }

    /// An extra date in the master's zone, in which it is then shown, named and edited.
    private func additional(_ time: CalendarTime) -> CalendarTime {
        let exact = exception(time)
        guard case .utc(let instant) = exact, case .zoned(_, let id)? = master?.start,
            let zone = found.zone(id)
        else { return exact }
        let civil = zone.civil(at: instant)
        // The second of two equal times can't be said otherwise than in UTC.
        return zone.instant(of: civil) == instant ? .zoned(civil, id) : exact
    }

    private func zone(of time: CalendarTime?) -> Zone {
        time?.zoneID.flatMap { found.zone($0) } ?? .utc
    }

    private mutating func look(up time: CalendarTime) {
        guard case .zoned(_, let id) = time, found.zone(id) == nil, !missing.contains(id) else {
            return
        }
        if let zone = zones.zone(id) {
            found.add(zone, as: id)
            return
        }
        let own = timezones.first { $0.first("TZID")?.rawValue == id.name }
        if let zone = own?.zone() { found.add(zone, as: id) }
        // A name of the zone database is asked for even where the object has its own rules: those
        // of other programs are often cut to the present year.
        if ZoneCatalogue.ianaName(for: id.name) != nil || found.zone(id) == nil {
            missing.append(id)
        }
    }

    private func facts(of event: VEvent, _ start: CalendarTime) -> Event {
        Event(
            title: event.summary ?? "",
            location: event.location ?? "",
            color: event.color.flatMap { EventColor($0) },
            status: event.status,
            start: start,
            length: length(of: event, from: start),
            recurrenceID: event.recurrenceID
        )
    }

    private func length(of event: VEvent, from start: CalendarTime) -> EventLength {
        if let duration = event.duration, !start.isDate {
            return .nominal(days: duration.days, seconds: duration.seconds)
        }
        guard let end = event.end else { return .seconds(0) }
        if start.isDate { return .days(max(1, end.civil.date.days(since: start.civil.date))) }
        let endZone = end.zoneID.flatMap { found.zone($0) } ?? zone(of: start)
        let from = start.instant(in: zone(of: start))
        let to = end.instant(in: endZone)
        return .seconds(max(0, to.secondsSinceEpoch - from.secondsSinceEpoch))
    }
}
