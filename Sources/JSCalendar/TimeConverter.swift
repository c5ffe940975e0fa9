import CivilTime
import ICalendar
import JSON

/// Converts the times and zones of one object.
struct TimeConverter {
    private let zone: (ZoneID) -> Zone?
    /// The zones that the object describes and the zone database doesn't have, by their names.
    private let described: [String: (component: Component, zone: Zone)]

    init(_ object: CalendarObject, zone: @escaping (ZoneID) -> Zone?) {
        self.zone = zone
        var described: [String: (Component, Zone)] = [:]
        for component in object.calendar.components(named: .timeZone) {
            guard let name = component.first(.zoneID)?.textValue, described[name] == nil,
                zone(ZoneID(name)) == nil, let own = component.zone()
            else { continue }
            described[name] = (component, own)
        }
        self.described = described
    }

    /// The zone of a time; nil for a date, a floating time and an unknown zone.
    func zone(of time: CalendarTime) -> Zone? {
        guard let id = time.zoneID else { return nil }
        return zone(id) ?? described[id.name]?.zone
    }

    /// The name of a time's zone: its name in the zone database, or the name of a zone in
    /// `timeZones`, which begins with a slash (RFC 8984, 4.7.2).
    func zoneName(of time: CalendarTime) -> String? {
        guard let id = time.zoneID else { return nil }
        if id == .utc { return "Etc/UTC" }
        if let known = zone(id) { return known.id.name }
        return described[id.name] == nil ? nil : "/" + id.name
    }

    /// A time by the clock of another time's zone, where JSCalendar wants local times.
    func local(_ time: CalendarTime, of start: CalendarTime) -> CivilDateTime {
        guard time.zoneID != start.zoneID, let to = zone(of: start) else { return time.civil }
        switch time {
        case .date, .floating: return time.civil
        case .utc(let instant): return to.civil(at: instant)
        case .zoned:
            guard let from = zone(of: time) else { return time.civil }
            return to.civil(at: time.instant(in: from))
        }
    }

    /// How long an event takes; nil if it takes no time.
    func duration(of event: Component) -> String? {
        guard let start = event.time(.dateTimeStart) else { return nil }
        let written = event.first(.dateTimeEnd) == nil ? event.first(.duration)?.duration : nil
        if let written, !written.isNegative, !start.isDate { return written.text }
        guard let end = VEvent(event)?.end, end != start else { return nil }
        if start.isDate {
            let days = end.civil.date.days(since: start.civil.date)
            return CalendarDuration(days: days)?.text
        }
        return CalendarDuration(days: 0, seconds: seconds(from: start, to: end))?.text
    }

    private func seconds(from start: CalendarTime, to end: CalendarTime) -> Int64 {
        let from = zone(of: start) ?? zone(.utc)
        let to = zone(of: end) ?? from
        guard let from, let to else {
            return max(0, end.civil.secondsSinceEpoch - start.civil.secondsSinceEpoch)
        }
        let length =
            end.instant(in: to).secondsSinceEpoch - start.instant(in: from).secondsSinceEpoch
        return max(0, length)
    }

    // MARK: - Zones of the object

    /// The zones that the zone database doesn't have, by their names in JSCalendar.
    var customZones: [(name: String, zone: JSONFields)] {
        described.sorted { $0.key < $1.key }.map { name, described in
            let component = described.component
            var fields = JSONFields()
            fields.add("@type", "TimeZone")
            fields.add("tzId", name)
            fields.addList("standard", component.components(named: .standard).compactMap(rules))
            fields.addList("daylight", component.components(named: .daylight).compactMap(rules))
            return ("/" + name, fields)
        }
    }

    private func rules(of observance: Component) -> JSONFields? {
        guard let start = observance.time(.dateTimeStart),
            let before = observance.first(.zoneOffsetFrom)?.offset,
            let after = observance.first(.zoneOffsetTo)?.offset
        else { return nil }
        var fields = JSONFields()
        fields.add("@type", "TimeZoneRule")
        fields.add("start", start.civil.text)
        fields.add("offsetFrom", before.extendedText)
        fields.add("offsetTo", after.extendedText)
        fields.addList(
            "recurrenceRules",
            observance.rules.map { rule in
                RuleConverter(self, start: start, untilOffset: before).fields(of: rule)
            }
        )
        let dates = Set(observance.times(.recurrenceDates).map { $0.civil.text })
        if !dates.isEmpty {
            var overrides = JSONFields()
            for date in dates.sorted() { overrides.add(date) { $0.object { _ in } } }
            fields.add("recurrenceOverrides") { overrides.write(to: &$0) }
        }
        fields.addSet("names", observance.all(.zoneName).map { $0.textValue })
        return fields
    }
}

extension UTCOffset {
    /// `+01:00`, or `-01:30:15`.
    fileprivate var extendedText: String {
        let size = seconds.magnitude
        let parts = [size / 3_600, size / 60 % 60] + (size % 60 == 0 ? [] : [size % 60])
        let digits = parts.map { $0 < 10 ? "0\($0)" : "\($0)" }
        return (seconds < 0 ? "-" : "+") + digits.joined(separator: ":")
    }
}
