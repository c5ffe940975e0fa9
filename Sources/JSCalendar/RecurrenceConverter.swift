import CivilTime
import ICalendar
import JSON

/// Converts the recurrence of an event: its rules, extra dates, excluded dates, and changed ones
/// (RFC 8984, 4.3).
struct RecurrenceConverter {
    /// The properties that a changed date can't change (RFC 8984, 4.3.5).
    private static let unchangeable: Set<String> = [
        "privacy", "recurrenceRules", "excludedRecurrenceRules",
    ]

    private let master: Component
    private let start: CalendarTime
    private let times: TimeConverter

    /// - Parameters:
    ///   - master: An event with a start.
    ///   - times: Converts the times of its object.
    init(of master: Component, _ times: TimeConverter) {
        self.master = master
        self.times = times
        start = master.time(.dateTimeStart) ?? .utc(Instant(secondsSinceEpoch: 0))
    }

    func addRules(to fields: inout JSONFields) {
        let converter = RuleConverter(times, start: start)
        fields.addList("recurrenceRules", master.rules.map(converter.fields))
        let excluded = master.all(.exceptionRule).compactMap { $0.rule }
        fields.addList("excludedRecurrenceRules", excluded.map(converter.fields))
    }

    /// The dates that differ from the rules, by the local time at which they would have begun.
    ///
    /// - Parameters:
    ///   - events: The overrides.
    ///   - fields: The fields of the master.
    ///   - converted: Makes the fields of an override; nil if it has no start.
    /// - Returns: The patches, in order of time.
    func overrides(
        _ events: [Component],
        comparedWith fields: JSONFields,
        fields converted: (Component) -> JSONFields?
    ) -> JSONFields {
        var patches: [String: JSONFields] = [:]
        for property in master.all(.recurrenceDates) {
            for period in property.periods { patches[key(period.start)] = patch(period) }
            guard property.periods.isEmpty else { continue }
            for time in property.times { patches[key(time)] = JSONFields() }
        }
        for time in master.times(.exceptionDates) {
            var excluded = JSONFields()
            excluded.add("excluded") { $0.flag(true) }
            patches[key(time)] = excluded
        }
        for event in events {
            guard let id = event.time(.recurrenceID), let changed = converted(event) else {
                continue
            }
            patches[key(id)] = patch(changed, of: fields, at: key(id))
        }
        var sorted = JSONFields()
        for (key, patch) in patches.sorted(by: { $0.key < $1.key }) {
            sorted.add(key) { patch.write(to: &$0) }
        }
        return sorted
    }

    private func key(_ time: CalendarTime) -> String {
        guard time.isDate, !start.isDate else { return times.local(time, of: start).text }
        // A date alone means the occurrence of that day.
        return CivilDateTime(date: time.civil.date, time: start.civil.time).text
    }

    /// The fields in which a date differs from the master; null for those that it lacks.
    private func patch(
        _ changed: JSONFields,
        of master: JSONFields,
        at key: String
    ) -> JSONFields {
        var patch = JSONFields()
        for (name, value) in changed.list where !Self.unchangeable.contains(name) {
            let usual = name == "start" ? Array("\"\(key)\"".utf8) : master[name]
            if value != usual { patch.add(name) { $0.json(value) } }
        }
        for (name, _) in master.list
        where changed[name] == nil && !Self.unchangeable.contains(name) {
            patch.add(name) { $0.null() }
        }
        return patch
    }

    /// An extra date with a length of its own.
    private func patch(_ period: CalendarPeriod) -> JSONFields {
        var event = Component(.event)
        event.append(.time("DTSTART", period.start))
        switch period.end {
        case .time(let end): event.append(.time("DTEND", end))
        case .duration(let duration):
            event.append(Property(name: "DURATION", rawValue: duration.text))
        }
        var patch = JSONFields()
        patch.add("duration", times.duration(of: event))
        return patch
    }
}
