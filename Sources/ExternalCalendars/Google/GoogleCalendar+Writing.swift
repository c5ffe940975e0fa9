import CivilTime
import ICalendar
import JSON
import ServerBase
import WebDAV

extension GoogleCalendar {
    func store(
        _ text: String,
        at path: String,
        if condition: ExternalWriteCondition,
        known: String?
    ) async throws(ExternalCalendarFailure) -> ExternalWriteAnswer {
        guard let id = GoogleSeries.id(at: path), let object = Self.object(text) else {
            return .refused(isForGood: true)
        }
        forget(path)
        try await readSettings()
        guard case .something(let etag) = condition else { return try await insert(object, id) }
        noteUID(object.uid, of: path)
        let series = try await series(id)
        if series.isGone { return .gone }
        guard etag == nil || etag == series.etag else { return .changedElsewhere }
        return try await change(series, to: object, known: known.flatMap(Self.object))
    }

    private static func object(_ text: String) -> CalendarObject? {
        CalendarText.parse(text).components.first.flatMap(CalendarObject.init)
    }

    func remove(
        at path: String,
        if condition: ExternalWriteCondition
    ) async throws(ExternalCalendarFailure) -> ExternalWriteAnswer {
        guard let id = GoogleSeries.id(at: path) else { return .gone }
        forget(path)
        let series = try await series(id)
        if series.isGone { return .gone }
        if case .something(let etag) = condition, let etag, etag != series.etag {
            return .changedElsewhere
        }
        let targets = series.master.map { [$0] } ?? series.events.filter { !$0.isCancelled }
        for event in targets {
            let answer = try await write("DELETE", event.id, ifMatch: event.etag, of: series)
            guard case .taken = answer else { return answer }
        }
        return .taken(etag: nil)
    }

    /// The UID here is that at Google, unless the event was added from here.
    private func noteUID(_ uid: String, of path: String) {
        if foreignUIDs[path] == nil { foreignUIDs[path] = uid }
    }

    // MARK: - New events

    /// Adds an event; nobody is told, because it may be an old one that was imported or moved here.
    private func insert(
        _ object: CalendarObject,
        _ id: String
    ) async throws(ExternalCalendarFailure) -> ExternalWriteAnswer {
        guard let master = object.master?.component else { return .refused(isForGood: true) }
        var series = GoogleSeries(id: id)
        var values = fields(of: master, in: series, object).values
        // Somebody else's meeting becomes one of one's own, to which nobody is invited.
        if !isOrganized(master) { values["attendees"] = .null }
        values["extendedProperties"] = .object([
            JSONValue.Member(
                name: "private",
                value: .object([
                    JSONValue.Member(name: GoogleSeries.uidProperty, value: .string(object.uid))
                ])
            )
        ])
        let answer = try await add(values, id)
        if answer.status == 409 { return try await restore(values, id, object) }
        if let refusal = try refusal(answer) { return refusal }
        let event = try answer.read(GoogleEvent.self)
        series.add(event)
        foreignUIDs[series.path] = event.iCalUID ?? foreignUIDs[series.path]
        guard !object.overrides.isEmpty else { return .taken(etag: series.etag) }
        return try await changeOccurrences(of: series, from: nil, to: object)
    }

    private func add(
        _ values: [String: JSONValue],
        _ id: String
    ) async throws(ExternalCalendarFailure) -> GoogleClient.Answer {
        var body = values.compactMapValues(\.withoutNulls)
        body["id"] = .string(id)
        var request = GoogleClient.Request("calendars", self.id, "events")
        request.method = "POST"
        request.query = [("sendUpdates", "none")]
        request.body = Self.octets(body)
        return try await client.send(request)
    }

    /// Brings an event back that was removed at Google, where it keeps its ID.
    private func restore(
        _ values: [String: JSONValue],
        _ id: String,
        _ object: CalendarObject
    ) async throws(ExternalCalendarFailure) -> ExternalWriteAnswer {
        guard let old = try await event(id), old.isCancelled else {
            // Either the event is there, restored by somebody, or Google has forgotten the deleted one.
            // Its ID can't be used again then, so the event gets its second one.
            guard try await event(id) == nil else { return .changedElsewhere }
            let answer = try await add(values, GoogleSeries.ids(forUID: object.uid)[1])
            // Its path is another, which the next list tells.
            return try refusal(answer) ?? .taken(etag: nil)
        }
        var request = GoogleClient.Request("calendars", self.id, "events", id)
        request.method = "PATCH"
        request.query = [("sendUpdates", "none")]
        request.body = Self.octets(values)
        request.ifMatch = old.etag
        if let refusal = try refusal(try await client.send(request)) { return refusal }
        // Its occurrences may have been cancelled with it.
        return try await change(try await series(id), to: object, known: nil)
    }

    /// Whether an event is the account owner's to invite to.
    private func isOrganized(_ component: Component) -> Bool {
        guard let organizer = component.first(.organizer)?.rawValue.lowercased() else {
            return true
        }
        return ownAddresses.contains { organizer == "mailto:" + $0 }
    }

    // MARK: - Changes

    private func change(
        _ series: GoogleSeries,
        to object: CalendarObject,
        known: CalendarObject?
    ) async throws(ExternalCalendarFailure) -> ExternalWriteAnswer {
        guard let before = self.object(series, uid: object.uid) else {
            return .refused(isForGood: true)
        }
        guard let old = series.master else {
            return try await changeOccurrences(of: series, from: before, to: object)
        }
        guard let master = object.master?.component, let usual = before.master?.component else {
            return .refused(isForGood: true)
        }
        let wanted = fields(of: master, in: series, object)
        var changes = wanted.changes(from: fields(of: usual, in: series, object))
        if let known = known?.master?.component {
            // What was said to be different at Google meanwhile, without another ETag, stays.
            let same = fields(of: known, in: series, object)
            changes = changes.filter { same.values[$0.key] != wanted.values[$0.key] }
        }
        keepUnknown(of: old, in: &changes)
        changes["recurrence"] = recurrence(of: master, usual, old, object)
        guard !changes.isEmpty else {
            return try await changeOccurrences(
                of: series,
                from: before,
                to: object,
                bringsBack: true
            )
        }
        let answer = try await write("PATCH", old.id, changes, ifMatch: old.etag, of: series)
        let isAlone = series.count == 1 && object.overrides.isEmpty
        guard case .taken = answer, !isAlone || object.isSeries else { return answer }
        let now = try await self.series(series.id)
        let isMoved = changes["start"] != nil || changes["recurrence"] != nil
        return try await changeOccurrences(
            of: now,
            // Google lets go of occurrences that differ when the others move.
            from: isMoved ? self.object(now, uid: object.uid) ?? before : before,
            to: object,
            bringsBack: !isMoved
        )
    }

    private func object(_ series: GoogleSeries, uid: String) -> CalendarObject? {
        reader(series).calendar(of: series.events, uid: uid).flatMap(CalendarObject.init)
    }

    /// The lines of a rule, if they changed; occurrences that were cancelled one by one aren't in them.
    private func recurrence(
        of master: Component,
        _ shown: Component,
        _ old: GoogleEvent,
        _ object: CalendarObject
    ) -> JSONValue? {
        let rules: [PropertyName] = [.recurrenceRule, .recurrenceDates, .exceptionRule]
        func lines(_ component: Component) -> [String] {
            rules.flatMap { component.all($0) }.map { String(decoding: $0.raw, as: UTF8.self) }
        }
        let kept = Set(master.times(.exceptionDates).map(\.basicText))
        let oldExceptions = (old.recurrence ?? []).filter { $0.uppercased().hasPrefix("EXDATE") }
        let exceptions = oldExceptions.filter { line in
            let text = "BEGIN:VEVENT\r\n\(line)\r\nEND:VEVENT\r\n"
            let times = CalendarText.parse(text).components.first?.times(.exceptionDates) ?? []
            return times.allSatisfy { kept.contains($0.basicText) }
        }
        let isSame = lines(master) == lines(shown) && exceptions == oldExceptions
        guard !isSame else { return nil }
        let zones = zones(of: object)
        let all =
            rules.flatMap { master.all($0) }.map { GoogleFields.line($0, zones) } + exceptions
        return all.isEmpty ? .null : .array(all.map(JSONValue.string))
    }

    // MARK: - Fields

    func fields(
        of component: Component,
        in series: GoogleSeries,
        _ object: CalendarObject
    ) -> GoogleFields {
        GoogleFields(component, zones: zones(of: object), usualZone: usualZone)
    }

    /// The zones that an object names, also those that it describes itself.
    func zones(of object: CalendarObject) -> ObjectZones {
        let times = object.events.flatMap { event in
            [event.start, event.end, event.component.time(.recurrenceID)]
        }
        var names = Set(times.compactMap { $0?.zoneID?.name })
        if let usualZone { names.insert(usualZone) }
        let known = zones.catalogue(of: names.sorted().map { ZoneID($0) })
        return ObjectZones(object: object, known: known)
    }

    /// Keeps what is said at Google of people who are still invited, such as a comment to an answer.
    ///
    /// Of a list with people left out, only one's own answer can be changed.
    func keepUnknown(of event: GoogleEvent, in changes: inout [String: JSONValue]) {
        guard case .array(let attendees)? = changes["attendees"] else { return }
        let people = event.attendees ?? []
        let known = Dictionary(people.map { ($0.email?.lowercased() ?? "", $0) }) { first, _ in
            first
        }
        let kept = attendees.compactMap { attendee -> JSONValue? in
            guard case .object(var members) = attendee,
                let email = members.first(where: { $0.name == "email" })?.value.text
            else { return attendee }
            let person = known[email.lowercased()]
            if event.attendeesOmitted == true, person?.`self` != true { return nil }
            func keep(_ name: String, _ value: JSONValue?) {
                if let value { members.append(JSONValue.Member(name: name, value: value)) }
            }
            keep("resource", person?.resource.map(JSONValue.boolean))
            keep("comment", person?.comment.map(JSONValue.string))
            keep("additionalGuests", person?.additionalGuests.map(JSONValue.integer))
            return .object(members)
        }
        changes["attendees"] = event.attendeesOmitted == true && kept.isEmpty ? nil : .array(kept)
        if event.attendeesOmitted == true, !kept.isEmpty {
            changes["attendeesOmitted"] = .boolean(true)
        }
    }

    // MARK: - Requests

    func write(
        _ method: String,
        _ eventID: String,
        _ changes: [String: JSONValue] = [:],
        ifMatch etag: String?,
        of series: GoogleSeries
    ) async throws(ExternalCalendarFailure) -> ExternalWriteAnswer {
        var request = GoogleClient.Request("calendars", id, "events", eventID)
        request.method = method
        let hasGuests =
            changes["attendees"] != nil
            || series.events.contains { $0.attendees?.isEmpty == false }
        // Who was invited at Google hears of it as from there.
        request.query = [("sendUpdates", hasGuests ? "all" : "none")]
        request.ifMatch = etag
        if !changes.isEmpty { request.body = Self.octets(changes) }
        let answer = try await client.send(request)
        if let refusal = try refusal(answer) { return refusal }
        let event = try? answer.read(GoogleEvent.self)
        return .taken(etag: event?.etag)
    }

    /// What an answer says of a change that wasn't taken; nil if it was.
    private func refusal(_ answer: GoogleClient.Answer) throws(ExternalCalendarFailure)
        -> ExternalWriteAnswer?
    {
        switch answer.status {
        case 200..<300: return nil
        case 404, 410: return .gone
        case 409, 412: return .changedElsewhere
        case _ where answer.isTooOften || answer.status == 401:
            throw answer.failure ?? .notAllowed
        case 403:
            // Other rights may come back.
            return .refused(isForGood: answer.reason.hasPrefix("forbidden"))
        case 400, 405, 413, 422: return .refused(isForGood: true)
        default: return .refused(isForGood: false)
        }
    }

    static func octets(_ values: [String: JSONValue]) -> [UInt8] {
        let members = values.sorted { $0.key < $1.key }
        var json = JSONWriter()
        json.value(.object(members.map { JSONValue.Member(name: $0.key, value: $0.value) }))
        return json.takeOctets()
    }
}

extension CalendarObject {
    /// Whether it repeats.
    fileprivate var isSeries: Bool {
        master?.component.first(.recurrenceRule) != nil
            || master?.component.first(.recurrenceDates) != nil
    }
}
