import CivilTime
import ICalendar
import JSON

/// Converts the events of one object.
struct EventConverter {
    private let object: CalendarObject
    let times: TimeConverter

    init(_ object: CalendarObject, zone: @escaping (ZoneID) -> Zone?) {
        self.object = object
        times = TimeConverter(object, zone: zone)
    }

    /// The JSON of each entry.
    func entries() -> [[UInt8]] {
        guard let master = object.master else {
            return object.overrides.compactMap { loneOverride($0.component) }
        }
        guard var fields = fields(of: master.component) else { return [] }
        let recurrence = RecurrenceConverter(of: master.component, times)
        recurrence.addRules(to: &fields)
        let overrides = recurrence.overrides(
            object.overrides.map { $0.component },
            comparedWith: fields,
            fields: self.fields
        )
        if !overrides.list.isEmpty {
            fields.add("recurrenceOverrides") { overrides.write(to: &$0) }
        }
        return [entry(fields)]
    }

    /// A single date of a series that isn't in the calendar (RFC 8984, 4.3.1).
    private func loneOverride(_ event: Component) -> [UInt8]? {
        guard var fields = fields(of: event), let id = event.time(.recurrenceID) else { return nil }
        fields.add("recurrenceId", id.civil.text)
        fields.add("recurrenceIdTimeZone", times.zoneName(of: id))
        return entry(fields)
    }

    private func entry(_ fields: JSONFields) -> [UInt8] {
        var whole = JSONFields()
        whole.add("@type", "Event")
        whole.add("uid", object.uid)
        var json = JSONWriter()
        let custom = times.customZones
        json.object { json in
            for (name, value) in whole.list + fields.list {
                json.name(escaping: name)
                json.json(value)
            }
            guard !custom.isEmpty else { return }
            json.name("timeZones")
            json.object { json in
                for (name, zone) in custom {
                    json.name(escaping: name)
                    zone.write(to: &json)
                }
            }
        }
        return json.octets
    }

    /// The fields that a master and an override both have; nil without a start.
    private func fields(of event: Component) -> JSONFields? {
        guard let start = event.time(.dateTimeStart) else { return nil }
        var fields = JSONFields()
        let changed = event.time(.lastModified) ?? event.time(.dateTimeStamp)
        if case .utc(let instant)? = changed { fields.add("updated", instant.text) }
        if case .utc(let instant)? = event.time(.created) { fields.add("created", instant.text) }
        fields.add("sequence", event.first(.sequence)?.number)
        fields.add("title", event.first(.summary)?.textValue)
        fields.add("description", event.first(.description)?.textValue)
        fields.add("start", start.civil.text)
        fields.add("timeZone", times.zoneName(of: start))
        fields.add("duration", times.duration(of: event))
        if start.isDate { fields.add("showWithoutTime") { $0.flag(true) } }
        addWords(of: event, to: &fields)
        fields.addSet("keywords", event.all(.categories).flatMap { $0.textValues })
        fields.addNumbered("locations", locations(of: event))
        fields.addNumbered("virtualLocations", event.all(.conference).map(Self.conference))
        fields.addNumbered("links", event.links)
        fields.addNumbered("alerts", event.components(named: .alarm).compactMap(Self.alert))
        return fields
    }

    private func addWords(of event: Component, to fields: inout JSONFields) {
        if let status = event.first(.status) {
            let words: [EventStatus: String] = [
                .confirmed: "confirmed", .tentative: "tentative", .cancelled: "cancelled",
            ]
            fields.add("status", words[EventStatus(status)])
        }
        if event.first(.transparency) != nil {
            let isFree = VEvent(event)?.isTransparent ?? false
            fields.add("freeBusyStatus", isFree ? "free" : "busy")
        }
        if let word = event.first(.classification)?.rawValue.uppercased() {
            fields.add(
                "privacy",
                word == "PUBLIC" ? "public" : word == "CONFIDENTIAL" ? "secret" : "private"
            )
        }
        if let priority = event.first(.priority)?.number, 0...9 ~= priority {
            fields.add("priority", priority)
        }
        fields.add("color", event.first(.color)?.textValue.lowercased())
    }

    /// The place, and where the event ends if that's in another zone (RFC 8984, 4.2.5).
    private func locations(of event: Component) -> [JSONFields] {
        var found: [JSONFields] = []
        let name = event.first(.location)?.textValue ?? ""
        let position = event.first(.position)?.position
        if !name.isEmpty || position != nil {
            var place = JSONFields()
            place.add("@type", "Location")
            if !name.isEmpty { place.add("name", name) }
            place.add("coordinates", position?.uri)
            found.append(place)
        }
        if let start = event.time(.dateTimeStart), let end = event.time(.dateTimeEnd),
            let zone = times.zoneName(of: end), zone != times.zoneName(of: start)
        {
            var place = JSONFields()
            place.add("@type", "Location")
            place.add("relativeTo", "end")
            place.add("timeZone", zone)
            found.append(place)
        }
        return found
    }

    private static func conference(_ property: Property) -> JSONFields {
        var fields = JSONFields()
        fields.add("@type", "VirtualLocation")
        fields.add("name", property.parameter("LABEL"))
        fields.add("uri", property.rawValue)
        return fields
    }

    private static func alert(_ alarm: Component) -> JSONFields? {
        guard let trigger = alarm.first(.trigger).flatMap(AlarmTrigger.init) else { return nil }
        var when = JSONFields()
        switch trigger {
        case .start(let offset), .end(let offset):
            when.add("@type", "OffsetTrigger")
            when.add("offset", offset.text)
            if case .end = trigger { when.add("relativeTo", "end") }
        case .instant(let instant):
            when.add("@type", "AbsoluteTrigger")
            when.add("when", instant.text)
        }
        var fields = JSONFields()
        fields.add("@type", "Alert")
        fields.add("trigger") { when.write(to: &$0) }
        let isMail = alarm.first(.action)?.rawValue.uppercased() == "EMAIL"
        fields.add("action", isMail ? "email" : "display")
        return fields
    }
}

extension Component {
    /// The links of an event: its page, and the attached files that aren't in the text itself.
    fileprivate var links: [JSONFields] {
        let pages = all(.url).map { ($0, String?.none) }
        let files = all(.attachment).map { ($0, String?.some("enclosure")) }
        let images = all(.image).map { ($0, String?.some("icon")) }
        return (pages + files + images).compactMap { property, relation in
            let address = property.rawValue
            let isBinary = property.parameter("VALUE")?.uppercased() == "BINARY"
            guard !address.isEmpty, !isBinary, !address.lowercased().hasPrefix("data:") else {
                return nil
            }
            var fields = JSONFields()
            fields.add("@type", "Link")
            fields.add("href", address)
            fields.add("contentType", property.parameter("FMTTYPE"))
            fields.add("rel", relation)
            return fields
        }
    }
}

extension GeographicPosition {
    /// The position as a `geo` URI (RFC 5870).
    fileprivate var uri: String {
        "geo:\(Self.degrees(latitudeMicrodegrees)),\(Self.degrees(longitudeMicrodegrees))"
    }

    private static func degrees(_ microdegrees: Int) -> String {
        let size = microdegrees.magnitude
        let decimals = String(1_000_000 + size % 1_000_000).dropFirst()
        return (microdegrees < 0 ? "-" : "") + "\(size / 1_000_000).\(decimals)"
    }
}
