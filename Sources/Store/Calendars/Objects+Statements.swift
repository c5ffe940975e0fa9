import Agenda

extension StoredObject {
    static let columns = "objects.id, calendar_id, href, etag, ical, schedule_tag, is_unanswered"

    /// Reads ``columns``.
    init(_ row: Row) throws {
        id = try row.text(0)
        record = ObjectRecord(
            calendar: CalendarID(stored: try row.text(1)),
            href: Href(stored: try row.text(2)),
            etag: try row.text(3),
            ical: try row.text(4),
            scheduleTag: row.isNull(5) ? nil : try row.text(5),
            isUnanswered: try row.bool(6)
        )
    }
}

extension ObjectPart {
    /// The SQL to add to a `WHERE`.
    ///
    /// Its placeholders follow `$3`.
    var condition: String {
        let within = "(first_second < $5 AND (last_second IS NULL OR last_second >= $4))"
        return switch self {
        case .all: ""
        case .touching: "AND \(within)"
        case .apart: "AND NOT \(within)"
        }
    }

    /// The values for the placeholders of ``condition``.
    var values: [SQLValue] {
        switch self {
        case .all: []
        case .touching(let seconds), .apart(let seconds):
            [.integer(seconds.lowerBound), .integer(seconds.upperBound)]
        }
    }
}

extension Query {
    /// The address of the object that has a UID.
    static func href(ofUID uid: String, in calendar: CalendarID) -> Query {
        Query(
            "SELECT href FROM objects WHERE calendar_id = $1 AND uid = $2",
            [.text(calendar.text), .text(uid)]
        )
    }
}

extension ObjectStatements {
    /// An object as an account sees it, by the name that the account knows; nil if it sees none.
    func object(_ href: Href, at access: CalendarAccess) throws -> ObjectRecord? {
        let key = Permission.allows(.seeAll, at: access.level) ? "href" : "objects.id"
        let row = try connection.row(
            """
            SELECT \(StoredObject.columns) FROM objects
            WHERE calendar_id = $1 AND \(key) = $2
            """,
            [.text(access.calendar.text), .text(href.text)]
        )
        return try row.flatMap { try StoredObject($0).shown(at: access) }
    }

    func href(ofUID uid: String, in calendar: CalendarID) throws -> Href? {
        try connection.row(.href(ofUID: uid, in: calendar)).map { Href(stored: try $0.text(0)) }
    }

    /// Adds an object.
    ///
    /// An object with the UID of a deleted one is that object, brought back: it keeps its ID and
    /// history. `isDelivered` says that another person's message brings it, and `isUnanswered` that
    /// it waits for an answer.
    func insert(
        _ draft: ObjectDraft,
        at place: ObjectPlace,
        id: String,
        isDelivered: Bool = false,
        isUnanswered: Bool = false
    ) throws -> ChangeToken {
        let charge = try charge(at: place)
        try charge.refuseForgedCandidate(draft)
        connection.storage.add(StorageUsage(events: 1, bytes: draft.byteCount), of: charge.holder)
        let deleted =
            draft.proposal == nil
            ? try connection.bin.deletedObject(uid: draft.uid, in: place.calendar) : nil
        let id = deleted?.id ?? id
        if deleted != nil { try connection.bin.endStay(inBin: id) }
        let token = try connection.changes.record(
            .event(place.calendar, place.href, object: id),
            owner: charge.owner
        )
        if !isDelivered, charge.hasSource {
            try connection.externalCalendars.sendSoon(place.calendar)
        }
        // The object refers to the calendar's row, and PostgreSQL needn't lock a row that is
        // already changed.
        try connection.executeSoon(
            """
            UPDATE calendars SET object_count = object_count + 1, object_bytes = object_bytes + $2
            WHERE id = $1
            """,
            [.text(place.calendar.text), .integer(draft.byteCount)]
        )
        try connection.executeSoon(
            """
            INSERT INTO objects
            (id, calendar_id, href, uid, etag, ical, first_second, last_second, change_token,
            proposal_id, is_candidate, version, is_delivered, is_unanswered)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
            """,
            [
                .text(id), .text(place.calendar.text), .text(place.href.text), .text(draft.uid),
                .text(draft.etag), .text(draft.ical), .integer(draft.firstSecond),
                .optional(draft.lastSecond), .integer(token.number), .optional(draft.proposal),
                .bool(draft.proposal != nil), .integer((deleted?.number ?? 0) + 1),
                .bool(isDelivered), .bool(isUnanswered),
            ]
        )
        return token
    }

    /// Replaces the text of an object, and keeps the earlier text as a version.
    ///
    /// A delivery that replaces a delivery keeps no version: however often somebody else changes an
    /// event, that mustn't push the owner's own versions out of the history.
    func update(
        _ draft: ObjectDraft,
        at place: ObjectPlace,
        id: String,
        isDelivered: Bool = false,
        isUnanswered: Bool = false
    ) throws -> ChangeToken {
        let charge = try charge(at: place)
        try charge.refuseForgedCandidate(draft)
        let growth = draft.byteCount - charge.presentBytes
        connection.storage.add(StorageUsage(bytes: growth), of: charge.holder)
        let token = try connection.changes.record(
            .event(place.calendar, place.href, object: id),
            owner: charge.owner
        )
        let keepsVersion = try !isDelivered || !wasDelivered(id)
        let isCounted =
            try keepsVersion
            && connection.history.keepVersion(of: place, until: token, .changed, charge, growth)
        if !isCounted { try addBytes(growth, to: place.calendar) }
        if !isDelivered {
            if !isUnanswered { try connection.invitations.endWaiting(of: id) }
            if charge.hasSource { try connection.externalCalendars.sendSoon(place.calendar) }
        }
        try connection.execute(
            """
            UPDATE objects SET uid = $3, etag = $4, ical = $5, first_second = $6,
            last_second = $7, change_token = $8, is_candidate = $9, schedule_tag = NULL,
            version = version + CASE WHEN is_candidate = 1 THEN 0 ELSE $10 END, is_delivered = $11,
            is_unanswered = $12
            WHERE calendar_id = $1 AND href = $2
            """,
            [
                .text(place.calendar.text), .text(place.href.text), .text(draft.uid),
                .text(draft.etag), .text(draft.ical), .integer(draft.firstSecond),
                .optional(draft.lastSecond), .integer(token.number), .bool(draft.proposal != nil),
                .integer(keepsVersion ? 1 : 0), .bool(isDelivered), .bool(isUnanswered),
            ]
        )
        return token
    }

    private func wasDelivered(_ id: String) throws -> Bool {
        try connection.row("SELECT is_delivered FROM objects WHERE id = $1", [.text(id)])?.bool(0)
            ?? false
    }

    /// Moves an object into the bin and logs its removal.
    func remove(at place: ObjectPlace, id: String) throws -> ChangeToken {
        let charge = try charge(at: place)
        let token = try recordRemoval(of: place, id: id, charge)
        if charge.hasSource { try connection.externalCalendars.sendSoon(place.calendar) }
        let end: VersionEnd = try connection.history.hasMoved(from: place) ? .moved : .deleted
        _ = try connection.history.keepVersion(of: place, until: token, end, charge)
        try delete(at: place, charge)
        return token
    }

    /// Removes an object that its owner never wrote, with everything stored about it.
    func removeUnseen(at place: ObjectPlace, id: String) throws {
        let charge = try charge(at: place)
        _ = try recordRemoval(of: place, id: id, charge)
        try connection.history.dropVersions("object_id = $1", [.text(id)])
        try delete(at: place, charge)
    }

    private func recordRemoval(
        of place: ObjectPlace,
        id: String,
        _ charge: StorageCharge
    ) throws -> ChangeToken {
        try connection.changes.record(
            .eventRemoved(place.calendar, place.href, object: id),
            owner: charge.owner
        )
    }

    private func delete(at place: ObjectPlace, _ charge: StorageCharge) throws {
        connection.storage.add(
            StorageUsage(events: -1, bytes: -charge.presentBytes),
            of: charge.holder
        )
        try connection.execute(
            "DELETE FROM objects WHERE calendar_id = $1 AND href = $2",
            [.text(place.calendar.text), .text(place.href.text)]
        )
        try connection.execute(
            """
            UPDATE calendars SET object_count = object_count - 1,
            object_bytes = \(StorageCharge.calendarBytes(plus: "$2"))
            WHERE id = $1
            """,
            [.text(place.calendar.text), .integer(-charge.presentBytes)]
        )
    }

    /// Counts a change of the length of a text, if no version of it is kept.
    private func addBytes(_ growth: Int64, to calendar: CalendarID) throws {
        guard growth != 0 else { return }
        try connection.execute(
            """
            UPDATE calendars SET object_bytes = \(StorageCharge.calendarBytes(plus: "$2"))
            WHERE id = $1
            """,
            [.text(calendar.text), .integer(growth)]
        )
    }

    /// Imports one object: adds it, or replaces the one with the same UID unless that's a candidate
    /// or has the same content.
    func add(
        _ object: ImportedObject,
        to calendar: CalendarID,
        by account: AccountID,
        _ level: AccessLevel,
        _ isSame: (_ kept: String, _ new: String) -> Bool,
        _ stored: (_ draft: ObjectDraft, _ old: String?) throws -> ObjectDraft
    ) throws -> ObjectImport {
        let etag = object.draft.etag
        guard let href = try href(ofUID: object.draft.uid, in: calendar) else {
            if case .leftOut(let word)? = object.merge?(nil) { return .leftOut(word: word) }
            if let original = object.original,
                let kept = try self.href(ofUID: original.uid, in: calendar),
                try isSame(
                    ical(at: ObjectPlace(account: account, calendar: calendar, href: kept)),
                    original.ical
                )
            {
                return .unchanged
            }
            let place = ObjectPlace(account: account, calendar: calendar, href: object.href)
            let draft = try stored(object.draft, nil)
            _ = try insert(draft, at: place, id: object.id)
            return .added(ImportChange(href: object.href, etag: draft.etag, before: nil))
        }
        let place = ObjectPlace(account: account, calendar: calendar, href: href)
        guard let present = try present(at: place), !present.isProposal, present.etag != etag
        else { return .unchanged }
        let before = try ical(at: place)
        var draft = object.draft
        var effect: String?
        switch object.merge?(before) {
        case nil, .stored: break
        case .unchanged: return .unchanged
        case .leftOut(let word): return .leftOut(word: word)
        case .changed(let merged, let word):
            guard let writable = merged.writable(at: level) else { return .unchanged }
            (draft, effect) = (writable, word)
        }
        draft = try stored(draft, before)
        guard draft.etag != present.etag, !isSame(before, draft.ical) else { return .unchanged }
        _ = try update(draft, at: place, id: present.id)
        let change = ImportChange(href: href, etag: draft.etag, before: before)
        return .updated(change, word: effect)
    }

    func ical(at place: ObjectPlace) throws -> String {
        let row = try connection.row(
            "SELECT ical FROM objects WHERE calendar_id = $1 AND href = $2",
            [.text(place.calendar.text), .text(place.href.text)]
        )
        return try row?.text(0) ?? ""
    }
}
