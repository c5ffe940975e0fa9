import CivilTime
import ICalendar
import JSON
import WebDAV

extension GoogleCalendar {
    func store(
        _ text: String,
        at path: String,
        if condition: RemoteCondition
    ) async throws(SourceFailure) -> RemoteAnswer {
        guard let id = GoogleSeries.id(at: path),
            let root = CalendarText.parse(text).components.first,
            let object = CalendarObject(root)
        else { return .refused(isForGood: true) }
        forget(path)
        guard case .something(let etag) = condition else { return try await insert(object, id) }
        noteUID(object.uid, of: path)
        let series = try await series(id)
        if series.isGone { return .gone }
        guard etag == nil || etag == series.etag else { return .changedElsewhere }
        return try await change(series, to: object)
    }

    func remove(
        at path: String,
        if condition: RemoteCondition
    ) async throws(SourceFailure) -> RemoteAnswer {
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

    private func insert(
        _ object: CalendarObject,
        _ id: String
    ) async throws(SourceFailure) -> RemoteAnswer {
        guard let master = object.master?.component else { return .refused(isForGood: true) }
        var series = GoogleSeries(id: id)
        var values = fields(of: master, in: series, object).values
        values["extendedProperties"] = .object([
            JSONValue.Member(
                name: "private",
                value: .object([
                    JSONValue.Member(name: GoogleSeries.uidProperty, value: .string(object.uid))
                ])
            )
        ])
        var body = values
        body["id"] = .string(id)
        var request = GoogleClient.Request("calendars", self.id, "events")
        request.method = "POST"
        request.query = notification(of: values)
        request.body = Self.octets(body.compactMapValues(\.withoutNulls))
        var answer = try await client.send(request)
        if answer.status == 409 {
            // An event that was removed keeps its ID.
            guard let old = try await event(id), old.isCancelled else { return .changedElsewhere }
            var again = GoogleClient.Request("calendars", self.id, "events", id)
            again.method = "PATCH"
            again.query = notification(of: values)
            again.body = Self.octets(values)
            again.ifMatch = old.etag
            answer = try await client.send(again)
            if let refusal = try refusal(answer) { return refusal }
            // Its occurrences may have been cancelled with it.
            return try await change(try await self.series(id), to: object)
        }
        if let refusal = try refusal(answer) { return refusal }
        let event = try answer.read(GoogleEvent.self)
        series.add(event)
        foreignUIDs[series.path] = event.iCalUID ?? foreignUIDs[series.path]
        guard !object.overrides.isEmpty else { return .taken(etag: series.etag) }
        return try await changeOccurrences(of: series, from: nil, to: object)
    }

    // MARK: - Changes

    private func change(
        _ series: GoogleSeries,
        to object: CalendarObject
    ) async throws(SourceFailure) -> RemoteAnswer {
        guard let root = reader(series).calendar(of: series.events, uid: object.uid),
            let before = CalendarObject(root)
        else { return .refused(isForGood: true) }
        var series = series
        var shown = before
        var isMoved = false
        if let old = series.master {
            guard let master = object.master?.component, let usual = before.master?.component else {
                return .refused(isForGood: true)
            }
            var changes = fields(of: master, in: series, object)
                .changes(from: fields(of: usual, in: series, object))
            keepUnknown(of: old.attendees ?? [], in: &changes)
            changes["recurrence"] = recurrence(of: master, usual, old)
            if !changes.isEmpty {
                let answer = try await write(
                    "PATCH",
                    old.id,
                    changes,
                    ifMatch: old.etag,
                    of: series
                )
                guard case .taken = answer else { return answer }
                isMoved = changes["start"] != nil
                series = try await self.series(series.id)
                if isMoved || changes["recurrence"] != nil {
                    // Google lets go of occurrences that differ when the others move.
                    let root = reader(series).calendar(of: series.events, uid: object.uid)
                    shown = root.flatMap(CalendarObject.init) ?? before
                }
            }
        }
        return try await changeOccurrences(
            of: series,
            from: shown,
            to: object,
            bringsBack: !isMoved
        )
    }

    /// The lines of a rule, if they changed; occurrences that were cancelled one by one aren't in them.
    private func recurrence(
        of master: Component,
        _ shown: Component,
        _ old: GoogleEvent
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
        let all = lines(master) + exceptions
        return all.isEmpty ? .null : .array(all.map(JSONValue.string))
    }

    // MARK: - Fields

    func fields(
        of component: Component,
        in series: GoogleSeries,
        _ object: CalendarObject
    ) -> GoogleFields {
        GoogleFields(
            component,
            zones: catalogue(series, zoneNames(in: object)),
            usualZone: usualZone
        )
    }

    func zoneNames(in object: CalendarObject) -> [String] {
        object.events.flatMap { event in
            [event.start, event.end, event.component.time(.recurrenceID)].compactMap { time in
                time?.zoneID?.name
            }
        }
    }

    /// Keeps what is said at Google of people who are still invited, such as a comment to an answer.
    func keepUnknown(
        of people: [GoogleEvent.Person],
        in changes: inout [String: JSONValue]
    ) {
        guard case .array(let attendees)? = changes["attendees"] else { return }
        let known = Dictionary(people.map { ($0.email?.lowercased() ?? "", $0) }) { first, _ in
            first
        }
        changes["attendees"] = .array(
            attendees.map { attendee in
                guard case .object(var members) = attendee,
                    let email = members.first(where: { $0.name == "email" })?.value.text,
                    let person = known[email.lowercased()]
                else { return attendee }
                func keep(_ name: String, _ value: JSONValue?) {
                    if let value { members.append(JSONValue.Member(name: name, value: value)) }
                }
                keep("resource", person.resource.map(JSONValue.boolean))
                keep("comment", person.comment.map(JSONValue.string))
                keep("additionalGuests", person.additionalGuests.map(JSONValue.integer))
                return .object(members)
            }
        )
    }

    // MARK: - Requests

    func write(
        _ method: String,
        _ eventID: String,
        _ changes: [String: JSONValue] = [:],
        ifMatch etag: String?,
        of series: GoogleSeries
    ) async throws(SourceFailure) -> RemoteAnswer {
        var request = GoogleClient.Request("calendars", id, "events", eventID)
        request.method = method
        let hasGuests = series.events.contains { $0.attendees?.isEmpty == false }
        request.query = hasGuests ? [("sendUpdates", "all")] : notification(of: changes)
        request.ifMatch = etag
        if !changes.isEmpty { request.body = Self.octets(changes) }
        let answer = try await client.send(request)
        return try refusal(answer) ?? .taken(etag: nil)
    }

    /// Whether Google tells the guests: they were invited there.
    private func notification(of values: [String: JSONValue]) -> [(name: String, value: String)] {
        guard case .array? = values["attendees"] else { return [] }
        return [("sendUpdates", "all")]
    }

    /// What an answer says of a change that wasn't taken; nil if it was.
    private func refusal(_ answer: GoogleClient.Answer) throws(SourceFailure) -> RemoteAnswer? {
        switch answer.status {
        case 200..<300: return nil
        case 404, 410: return .gone
        case 409, 412: return .changedElsewhere
        case _ where answer.isTooOften || answer.status == 401:
            throw answer.failure ?? .notAllowed
        case 400, 403, 405, 413, 422: return .refused(isForGood: true)
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
