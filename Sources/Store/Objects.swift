/// The events of every calendar, as iCalendar text.
package struct Objects<Driver: Database>: Sendable {
    let journal: Journal<Driver>

    package func object(at place: ObjectPlace) async throws -> ObjectRecord {
        try await journal.database.read { connection in
            _ = try connection.calendar(place.calendar, of: place.owner)
            let row = try connection.row(
                """
                SELECT \(ObjectRecord.columns) FROM objects
                WHERE calendar_id = $1 AND href = $2
                """,
                [.text(place.calendar.text), .text(place.href.text)]
            )
            guard let row else { throw StoreError.notFound }
            return try ObjectRecord(row)
        }
    }

    /// A page of a calendar's objects, by href; the next page starts after the last one's.
    package func page(
        of calendar: CalendarID,
        owner: AccountID,
        after href: Href?,
        part: ObjectPart = .all,
        countMax: Int
    ) async throws -> [ObjectRecord] {
        try await journal.database.read { connection in
            try connection.rows(
                """
                SELECT \(ObjectRecord.columns) FROM objects
                WHERE calendar_id = $1 AND href > $2
                AND EXISTS (SELECT 1 FROM calendars WHERE id = $1 AND owner_id = $3)
                \(part.condition) ORDER BY href LIMIT $4
                """,
                [
                    .text(calendar.text), .text(href?.text ?? ""), .text(owner.text),
                    .integer(Int64(countMax)),
                ] + part.values
            ).map { try ObjectRecord($0) }
        }
    }

    /// The UIDs that stand in more than one of an account's calendars, each with the first of
    /// these calendars, by position, then identity.
    package func sharedUIDs(of owner: AccountID) async throws -> [String: CalendarID] {
        try await journal.database.read { connection in
            let rows = try connection.rows(
                """
                SELECT objects.uid, calendars.id FROM objects
                JOIN calendars ON calendars.id = objects.calendar_id
                WHERE calendars.owner_id = $1 AND objects.uid IN (
                    SELECT objects.uid FROM objects
                    JOIN calendars ON calendars.id = objects.calendar_id
                    WHERE calendars.owner_id = $1 GROUP BY objects.uid HAVING count(*) > 1
                )
                ORDER BY calendars.position, calendars.id
                """,
                [.text(owner.text)]
            )
            var first: [String: CalendarID] = [:]
            for row in rows {
                let uid = try row.text(0)
                if first[uid] == nil { first[uid] = CalendarID(stored: try row.text(1)) }
            }
            return first
        }
    }

    /// Creates or replaces an object, when it is as the writer expects.
    package func put(
        _ draft: ObjectDraft,
        at place: ObjectPlace,
        id: String,
        expecting: WriteCondition
    ) async throws -> PutOutcome {
        try await journal.change(of: place.owner) { connection in
            _ = try connection.calendar(place.calendar, of: place.owner)
            let present = try connection.etag(at: place)
            try expecting.check(against: present)
            if let other = try connection.href(ofUID: draft.uid, in: place.calendar),
                other != place.href
            {
                throw StoreError.uidTaken(href: other.text)
            }
            let token =
                present == nil
                ? try connection.insert(draft, at: place, id: id)
                : try connection.update(draft, at: place)
            return PutOutcome(created: present == nil, etag: draft.etag, token: token)
        }
    }

    /// Removes an object, when it is as the writer expects.
    package func remove(
        at place: ObjectPlace,
        expecting: WriteCondition
    ) async throws -> ChangeToken {
        try await journal.change(of: place.owner) { connection in
            _ = try connection.calendar(place.calendar, of: place.owner)
            guard let present = try connection.etag(at: place) else { throw StoreError.notFound }
            try expecting.check(against: present)
            try connection.execute(
                "DELETE FROM objects WHERE calendar_id = $1 AND href = $2",
                [.text(place.calendar.text), .text(place.href.text)]
            )
            try connection.execute(
                "UPDATE calendars SET object_count = object_count - 1 WHERE id = $1",
                [.text(place.calendar.text)]
            )
            return try connection.record(
                .eventRemoved(place.calendar, place.href),
                owner: place.owner
            )
        }
    }

    /// Adds a batch of a file by UID, in one transaction: new ones are added, others replaced when
    /// their text differs and `isSame` does not say that the one kept means the same.
    package func add(
        _ batch: [ImportedObject],
        to calendar: CalendarID,
        owner: AccountID,
        isSame: @escaping @Sendable (_ kept: String, _ new: String) -> Bool = { $0 == $1 }
    ) async throws -> ImportCounts {
        try await journal.change(of: owner) { connection in
            _ = try connection.calendar(calendar, of: owner)
            var counts = ImportCounts()
            for object in batch {
                let outcome = try connection.add(object, to: calendar, owner: owner, isSame)
                counts[keyPath: outcome] += 1
            }
            return counts
        }
    }
}

extension WriteCondition {
    func check(against present: String?) throws(StoreError) {
        switch self {
        case .anything:
            return
        case .nothing:
            guard present == nil else { throw .changedElsewhere(etag: present) }
        case .etag(let etag):
            guard present == etag else { throw .changedElsewhere(etag: present) }
        }
    }
}
