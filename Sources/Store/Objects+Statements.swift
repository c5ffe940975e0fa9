extension ObjectRecord {
    static let columns = "calendar_id, href, etag, ical"

    /// Reads ``columns``.
    init(_ row: Row) throws {
        calendar = CalendarID(stored: try row.text(0))
        href = Href(stored: try row.text(1))
        etag = try row.text(2)
        ical = try row.text(3)
    }
}

extension ObjectPart {
    /// Narrows a choice of objects; its placeholders come after four others.
    var condition: String {
        let within = "(first_second < $6 AND (last_second IS NULL OR last_second >= $5))"
        return switch self {
        case .all: ""
        case .touching: "AND \(within)"
        case .apart: "AND NOT \(within)"
        }
    }

    /// What ``condition`` asks for.
    var values: [SQLValue] {
        switch self {
        case .all: []
        case .touching(let seconds), .apart(let seconds):
            [.integer(seconds.lowerBound), .integer(seconds.upperBound)]
        }
    }
}

extension DatabaseConnection {
    func etag(at place: ObjectPlace) throws -> String? {
        try row(
            "SELECT etag FROM objects WHERE calendar_id = $1 AND href = $2",
            [.text(place.calendar.text), .text(place.href.text)]
        )?.text(0)
    }

    func href(ofUID uid: String, in calendar: CalendarID) throws -> Href? {
        let row = try row(
            "SELECT href FROM objects WHERE calendar_id = $1 AND uid = $2",
            [.text(calendar.text), .text(uid)]
        )
        return try row.map { Href(stored: try $0.text(0)) }
    }

    func insert(_ draft: ObjectDraft, at place: ObjectPlace, id: String) throws -> ChangeToken {
        try requireRoomForObject(of: place.owner)
        let token = try record(.event(place.calendar, place.href), owner: place.owner)
        try execute(
            """
            INSERT INTO objects
            (id, calendar_id, href, uid, etag, ical, first_second, last_second, change_token)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
            """,
            [
                .text(id), .text(place.calendar.text), .text(place.href.text), .text(draft.uid),
                .text(draft.etag), .text(draft.ical), .integer(draft.firstSecond),
                .optional(draft.lastSecond), .integer(token.number),
            ]
        )
        try execute(
            "UPDATE calendars SET object_count = object_count + 1 WHERE id = $1",
            [.text(place.calendar.text)]
        )
        return token
    }

    func update(_ draft: ObjectDraft, at place: ObjectPlace) throws -> ChangeToken {
        let token = try record(.event(place.calendar, place.href), owner: place.owner)
        try execute(
            """
            UPDATE objects SET uid = $3, etag = $4, ical = $5, first_second = $6,
            last_second = $7, change_token = $8 WHERE calendar_id = $1 AND href = $2
            """,
            [
                .text(place.calendar.text), .text(place.href.text), .text(draft.uid),
                .text(draft.etag), .text(draft.ical), .integer(draft.firstSecond),
                .optional(draft.lastSecond), .integer(token.number),
            ]
        )
        return token
    }

    /// Adds one object of a file, replaces the one with its UID, or finds it unchanged.
    func add(
        _ object: ImportedObject,
        to calendar: CalendarID,
        owner: AccountID,
        _ isSame: (_ kept: String, _ new: String) -> Bool
    ) throws -> WritableKeyPath<ImportCounts, Int> {
        guard let href = try href(ofUID: object.draft.uid, in: calendar) else {
            let place = ObjectPlace(owner: owner, calendar: calendar, href: object.href)
            _ = try insert(object.draft, at: place, id: object.id)
            return \.added
        }
        let place = ObjectPlace(owner: owner, calendar: calendar, href: href)
        guard try etag(at: place) != object.draft.etag,
            try !isSame(ical(at: place), object.draft.ical)
        else { return \.unchanged }
        _ = try update(object.draft, at: place)
        return \.updated
    }

    private func ical(at place: ObjectPlace) throws -> String {
        let row = try row(
            "SELECT ical FROM objects WHERE calendar_id = $1 AND href = $2",
            [.text(place.calendar.text), .text(place.href.text)]
        )
        return try row?.text(0) ?? ""
    }

    private func requireRoomForObject(of owner: AccountID) throws {
        let row = try row(
            "SELECT sum(object_count) FROM calendars WHERE owner_id = $1",
            [.text(owner.text)]
        )
        guard try row?.integer(0) ?? 0 < Limits.objectsPerAccountMax else {
            throw StoreError.tooMany(.events)
        }
    }
}
