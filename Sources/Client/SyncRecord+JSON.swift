import Agenda
package import JSON

extension SyncRecord {
    /// Reads a record as the server writes it; nil for a kind that isn't known, and for one without what it needs.
    package init?(_ json: JSONValue) {
        switch json["type"]?.text {
        case "header":
            guard let account = json["account"]?["id"]?.text,
                let token = Self.token(json["token"])
            else { return nil }
            self = .header(account: account, token: token)
        case "calendar":
            guard let calendar = CalendarEntry(json) else { return nil }
            self = .calendar(calendar)
        case "group":
            guard let group = GroupEntry(json) else { return nil }
            self = .group(group)
        case "event":
            guard let object = ObjectID(json), let etag = json["etag"]?.text,
                let text = json["ical"]?.text
            else { return nil }
            let version = ObjectVersion(
                etag: etag,
                text: Array(text.utf8),
                isUnanswered: json["unanswered"] == .boolean(true)
            )
            self = .event(object, version)
        case "event-removed":
            guard let object = ObjectID(json) else { return nil }
            self = .eventRemoved(object)
        case "calendar-removed":
            guard let id = json["id"]?.text else { return nil }
            self = .calendarRemoved(CalendarID(id))
        case "group-removed":
            guard let id = json["id"]?.text else { return nil }
            self = .groupRemoved(id)
        case "left-out":
            guard let calendar = json["calendar"]?.text else { return nil }
            self = .leftOut(CalendarID(calendar))
        case "end": self = .end
        default: return nil
        }
    }

    /// A place in the server's log, which is sent as a text; nil if there's none.
    package static func token(_ json: JSONValue?) -> UInt64? {
        json?.text.flatMap { UInt64($0) }
    }
}

extension CalendarEntry {
    convenience init?(_ json: JSONValue) {
        guard let id = json["id"]?.text, let level = AccessLevel(seen: json["level"]?.text ?? "")
        else { return nil }
        let groups = json["groups"].map { $0.elements.compactMap { $0.text } } ?? []
        self.init(
            id: CalendarID(id),
            name: json["name"]?.text ?? "",
            color: EventColor(json["color"]?.text ?? "") ?? .blue,
            order: json["order"]?.wholeNumber ?? 0,
            isDefault: json["default"] == .boolean(true),
            level: level,
            owner: json["owner"]?.text ?? "",
            groups: json["group"]?.text.map { [$0] } ?? groups
        )
    }
}

extension GroupEntry {
    convenience init?(_ json: JSONValue) {
        guard let id = json["id"]?.text, let calendar = json["calendar"]?.text else { return nil }
        let members = json["members"].map { $0.elements } ?? []
        self.init(
            id: id,
            name: json["name"]?.text ?? "",
            calendar: CalendarID(calendar),
            members: members.compactMap { Member($0) },
            defaultShare: json["defaultLevel"]?.text.flatMap { AccessLevel(shown: $0) } ?? .busy,
            shares: Self.shares(json["shares"])
        )
    }

    private static func shares(_ json: JSONValue?) -> [Share] {
        guard case .object(let members) = json else { return [] }
        return members.compactMap { member in
            let level = member.value.text.flatMap { AccessLevel(shown: $0) }
            return level.map { Share(calendar: CalendarID(member.name), level: $0) }
        }
    }
}

extension GroupEntry.Member {
    init?(_ json: JSONValue) {
        guard let account = json["id"]?.text else { return nil }
        self.init(
            account: account,
            name: json["name"]?.text ?? "",
            color: EventColor(json["color"]?.text ?? "") ?? .blue
        )
    }
}
