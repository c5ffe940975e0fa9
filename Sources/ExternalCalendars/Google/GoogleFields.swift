import Agenda
import CivilTime
import ICalendar
import JSON

/// The fields of an event that are sent to Google, as its interface takes them.
///
/// What has no place in them, such as categories, stays here.
struct GoogleFields: Hashable {
    private(set) var values: [String: JSONValue] = [:]

    /// No fields, as of an event that isn't there yet.
    init() {}

    /// The fields of an event.
    ///
    /// - Parameters:
    ///   - component: The event.
    ///   - zones: The zones that the server knows.
    ///   - usualZone: The zone of the calendar, in which floating times are.
    init(_ component: Component, zones: ObjectZones, usualZone: String?) {
        values["summary"] = Self.text(component.first(.summary))
        values["description"] = Self.text(component.first(.description))
        values["location"] = Self.text(component.first(.location))
        values["colorId"] = component.first(.color).flatMap { Self.color($0.textValue) } ?? .null
        values["transparency"] = .string(
            VEvent(component)?.isTransparent == true ? "transparent" : "opaque"
        )
        values["status"] = .string(Self.status(component))
        values["visibility"] = .string(Self.visibility(component))
        values["reminders"] = Self.reminders(component)
        values["attendees"] = Self.attendees(component)
        if let event = VEvent(component), let start = event.start {
            let end = event.end ?? start
            let isSeries = component.first(.recurrenceRule) != nil
            values["start"] = Self.time(start, zones, usualZone, isSeries)
            values["end"] = Self.time(end, zones, usualZone, isSeries)
        }
        values["recurrence"] = Self.recurrence(component, zones)
    }

    /// The fields that are to be changed so that others become these.
    ///
    /// A field that is to be removed is null.
    func changes(from others: GoogleFields) -> [String: JSONValue] {
        values.filter { name, value in others.values[name] ?? .null != value }
    }

    // MARK: - Texts and states

    private static func text(_ property: Property?) -> JSONValue {
        .string(property?.textValue ?? "")
    }

    private static func color(_ name: String) -> JSONValue? {
        let lowercased = name.lowercased()
        let colors = GoogleEventReader.colors
        if let id = colors.first(where: { $0.value == lowercased })?.key { return .string(id) }
        guard let near = EventColor(name) else { return nil }
        let ids = colors.filter { EventColor($0.value) == near }.keys.compactMap { Int($0) }
        return ids.min().map { .string(String($0)) }
    }

    private static func status(_ component: Component) -> String {
        let isTentative = component.first(.status)?.textValue.uppercased() == "TENTATIVE"
        return isTentative ? "tentative" : "confirmed"
    }

    private static func visibility(_ component: Component) -> String {
        switch component.first(.classification)?.textValue.uppercased() {
        case "PRIVATE": "private"
        case "CONFIDENTIAL": "confidential"
        case "PUBLIC": "public"
        default: "default"
        }
    }

    // MARK: - Times

    /// A time; null for the form that an event doesn't have, because a patch keeps what it doesn't name.
    private static func time(
        _ time: CalendarTime,
        _ zones: ObjectZones,
        _ usualZone: String?,
        _ isSeries: Bool
    ) -> JSONValue {
        let google = GoogleEvent.Time(time, zones, usual: usualZone)
        // A series needs a zone in which it goes on.
        let zone = google.timeZone ?? (isSeries && google.date == nil ? usualZone : nil)
        func member(_ name: String, _ text: String?) -> JSONValue.Member {
            JSONValue.Member(name: name, value: text.map(JSONValue.string) ?? .null)
        }
        return .object([
            member("date", google.date), member("dateTime", google.dateTime),
            member("timeZone", zone),
        ])
    }

    private static func recurrence(_ component: Component, _ zones: ObjectZones) -> JSONValue {
        let lines = component.properties.compactMap { property -> JSONValue? in
            switch property.knownName {
            case .recurrenceRule, .recurrenceDates, .exceptionDates, .exceptionRule:
                .string(line(property, zones))
            default: nil
            }
        }
        return lines.isEmpty ? .null : .array(lines)
    }

    /// A line of a rule; its times are in UTC if Google wouldn't know their zone.
    static func line(_ property: Property, _ zones: ObjectZones) -> String {
        guard let name = property.zoneName, ZoneCatalogue.ianaName(for: name) != name,
            let zone = zones.zone(ZoneID(name))
        else { return String(decoding: property.raw, as: UTF8.self) }
        let times = property.times.map { CalendarTime.utc(zone.instant(of: $0.civil)) }
        return String(decoding: Property.times(property.name, times).raw, as: UTF8.self)
    }

    // MARK: - People and reminders

    private static func attendees(_ component: Component) -> JSONValue {
        let attendees = component.all(.attendee).compactMap { property -> JSONValue? in
            guard let email = email(property) else { return nil }
            var members = [JSONValue.Member(name: "email", value: .string(email))]
            if let name = property.parameter("CN") {
                members.append(JSONValue.Member(name: "displayName", value: .string(name)))
            }
            if property.parameter("ROLE")?.uppercased() == "OPT-PARTICIPANT" {
                members.append(JSONValue.Member(name: "optional", value: .boolean(true)))
            }
            let answer = property.parameter("PARTSTAT")?.uppercased() ?? "NEEDS-ACTION"
            let word = GoogleEventReader.answers.first { $0.value == answer }?.key
            members.append(
                JSONValue.Member(name: "responseStatus", value: .string(word ?? "needsAction"))
            )
            return .object(members)
        }
        return attendees.isEmpty ? .null : .array(attendees)
    }

    private static func email(_ property: Property) -> String? {
        let address = property.rawValue
        guard address.lowercased().hasPrefix("mailto:") else { return nil }
        return String(address.dropFirst("mailto:".count))
    }

    private static func reminders(_ component: Component) -> JSONValue {
        let minutes = component.components(named: .alarm).compactMap { alarm -> Int? in
            guard let trigger = alarm.first(.trigger), let before = trigger.duration,
                trigger.parameter("RELATED")?.uppercased() != "END"
            else { return nil }
            let seconds = Int64(before.days) * 86_400 + before.seconds
            // Google reminds at most four weeks before, and not afterwards.
            return min(max(Int(-seconds / 60), 0), 40_320)
        }
        let overrides = Set(minutes).sorted().prefix(5).map { minutes in
            JSONValue.object([
                JSONValue.Member(name: "method", value: .string("popup")),
                JSONValue.Member(name: "minutes", value: .integer(minutes)),
            ])
        }
        return .object([
            JSONValue.Member(name: "useDefault", value: .boolean(false)),
            JSONValue.Member(name: "overrides", value: .array(Array(overrides))),
        ])
    }
}

extension JSONValue {
    /// The value without members that are null; nil for null itself.
    var withoutNulls: JSONValue? {
        switch self {
        case .null: nil
        case .object(let members):
            .object(
                members.compactMap { member in
                    member.value.withoutNulls.map { Member(name: member.name, value: $0) }
                }
            )
        default: self
        }
    }
}

/// The zones that an object's times are in.
struct ObjectZones {
    let object: CalendarObject
    let known: ZoneCatalogue

    /// A zone of the system, or else as the object describes it.
    func zone(_ id: ZoneID) -> Zone? { object.zone(id, known: known) }
}
