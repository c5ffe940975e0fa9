import Agenda

/// A deleted event that can be brought back.
package struct DeletedObject: Hashable, Sendable {
    package let id: String
    package let calendar: CalendarID
    package let href: Href
    package let ical: String
    /// Who deleted it, and when.
    package let write: Write?
    /// Whether the account may delete it for good: an event in its own calendars, or an event that
    /// it deleted from a group's calendar.
    package let isDiscardable: Bool
}

/// A page of deleted events, the most recently deleted first.
package struct DeletedObjectPage: Hashable, Sendable {
    package let objects: [DeletedObject]
    /// Where the next page continues; nil when this is the last one.
    package let last: ChangeToken?
}

/// A deleted calendar that can be brought back.
package struct DeletedCalendar: Hashable, Sendable {
    package let id: CalendarID
    package let name: String
    package let color: String
    package let objectCount: Int64
    package let write: Write?
}

/// The result of one step of restoring a calendar.
package enum CalendarReturn: Sendable {
    case back(CalendarRecord)
    /// People have been told about the events up to this one.
    case told(upTo: Href)
}

/// Events and calendars that were deleted within the last 30 days: events of calendars that the
/// account may write, and its own calendars.
package struct Bin: Sendable {
    let observed: ObservedDatabase

    package func objects(
        of account: AccountID,
        before token: ChangeToken?,
        countMax: Int
    ) async throws -> DeletedObjectPage {
        let second = observed.clock()
        return try await observed.database.read(as: .account(account).also(.authors)) {
            connection in
            let floor = try connection.changes.lastToken(before: second - Limits.binSeconds)
            let rows = try connection.bin.deletedRows(
                for: account,
                "AND versions.until_token < $2 AND versions.until_token > $3",
                [.integer(token?.number ?? .max), .integer(floor?.number ?? 0)],
                countMax: countMax
            )
            return DeletedObjectPage(
                objects: try rows.map { try DeletedObject($0, for: account) },
                last: rows.count == countMax
                    ? try rows.last.map { ChangeToken(try $0.integer(4)) } : nil
            )
        }
    }

    /// Restores an event at its old place; if another event has taken that, at the spare place.
    ///
    /// `read` checks the stored text and finds the values that queries need. People who were told
    /// that the event is gone are invited again.
    package func restore(
        _ id: String,
        for account: AccountID,
        spare: Href,
        through way: WriteSource = .page,
        scheduling planning: (any SchedulingPlanning)? = nil,
        _ read: @escaping @Sendable (_ text: String) throws -> ObjectDraft
    ) async throws -> (place: ObjectPlace, outcome: PutOutcome) {
        try await observed.change(of: account, through: way, doing: .authors) { connection in
            let deleted = try connection.bin.deletedObject(id, for: account)
            let draft = try read(deleted.ical)
            let old = ObjectPlace(
                account: account,
                calendar: deleted.calendar,
                href: deleted.href
            )
            try connection.invitations.letYield(to: draft, at: old, by: planning)
            if let other = try connection.objects.href(ofUID: draft.uid, in: deleted.calendar) {
                throw StoreError.uidTaken(href: other.text)
            }
            let isTaken = try connection.objects.present(at: old) != nil
            let place =
                isTaken
                ? ObjectPlace(account: account, calendar: deleted.calendar, href: spare) : old
            let outcome = try connection.objects.write(
                ObjectWrite(
                    draft: draft,
                    place: place,
                    present: nil,
                    newID: id,
                    way: way,
                    cause: .restoration,
                    planning: planning
                )
            )
            return (place, outcome)
        }
    }

    /// Deletes an event for good, with its history.
    package func discard(_ id: String, for account: AccountID) async throws {
        try await observed.change(of: account, doing: .authors, mayUseReserve: true) { connection in
            guard try connection.bin.deletedObject(id, for: account).isDiscardable else {
                throw StoreError.notAllowed
            }
            try connection.history.dropVersions("object_id = $1", [.text(id)])
        }
    }

    package func calendars(of account: AccountID) async throws -> [DeletedCalendar] {
        let second = observed.clock()
        return try await observed.database.read(as: .account(account).also(.authors)) {
            connection in
            let floor = try connection.changes.lastToken(before: second - Limits.binSeconds)
            return try connection.rows(
                """
                WITH found AS MATERIALIZED (
                    SELECT id, name, color, object_count, deleted_token AS token,
                    \(Write.lastToken(of: "deleted_token"))
                    FROM calendars WHERE owner_id = $1 AND deleted_token > $2
                )
                SELECT found.id, found.name, found.color, found.object_count, \(Write.columns)
                FROM found \(Write.join)
                ORDER BY found.token DESC
                """,
                [.text(account.text), .integer(floor?.number ?? 0)]
            ).map { try DeletedCalendar($0) }
        }
    }

    /// Restores a calendar with its events and shares.
    ///
    /// People who were told that something in it is gone are invited again. With many events this
    /// takes several calls. Each returns how far people have been told, for the next call to
    /// continue there; the last call restores the calendar.
    package func restore(
        _ calendar: CalendarID,
        of owner: AccountID,
        after told: Href? = nil,
        scheduling planning: (any SchedulingPlanning)? = nil,
        _ read: @escaping @Sendable (_ text: String) throws -> ObjectDraft = { _ in
            throw StoreError.notFound
        }
    ) async throws -> CalendarReturn {
        try await observed.change(of: owner, doing: .authors) { connection in
            try connection.bin.requireDeleted(calendar, of: owner)
            let present = try connection.calendars.all(of: owner)
            guard present.count < Limits.calendarsPerAccountMax else {
                throw StoreError.tooMany(.calendars)
            }
            if let planning {
                let last = try connection.scheduling.tellOfAll(
                    in: calendar,
                    of: owner,
                    after: told,
                    by: planning
                ) {
                    try connection.bin.inviteAgain($0, at: $1, by: planning, read)
                }
                if let last { return .told(upTo: last) }
            }
            try connection.bin.addReturning(calendar, of: owner)
            try connection.calendars.changingAccess(of: owner) {
                // A program may have put the name in its address into another calendar's since.
                _ = try connection.execute(
                    """
                    UPDATE calendars SET deleted_token = NULL, path_name = CASE WHEN EXISTS (
                        SELECT 1 FROM calendars AS other WHERE other.owner_id = calendars.owner_id
                        AND other.path_name = calendars.path_name AND other.deleted_token IS NULL
                    ) THEN NULL ELSE path_name END
                    WHERE id = $1
                    """,
                    [.text(calendar.text)]
                )
            }
            _ = try connection.changes.record(.access(calendar), owner: owner)
            try connection.groups.recordAll(of: owner, among: [owner])
            return .back(try connection.calendars.calendar(calendar, of: owner))
        }
    }

    /// Deletes a calendar for good.
    package func discard(_ calendar: CalendarID, of owner: AccountID) async throws {
        try await observed.change(of: owner, doing: .authors, mayUseReserve: true) { connection in
            try connection.bin.requireDeleted(calendar, of: owner)
            try connection.bin.removeForGood(calendar)
        }
    }

    /// Deletes for good everything that the account may delete: its calendars, their events, and
    /// the events that it deleted from the calendars of groups.
    package func empty(of account: AccountID) async throws {
        try await observed.change(of: account, doing: .authors, mayUseReserve: true) { connection in
            try connection.execute(
                "DELETE FROM calendars WHERE owner_id = $1 AND deleted_token IS NOT NULL",
                [.text(account.text)]
            )
            for id in try connection.bin.discardableObjects(of: account) {
                try connection.history.dropVersions("object_id = $1", [.text(id)])
            }
        }
    }
}

extension BinStatements {
    /// Hides a calendar from everybody, so that the access to it can be compared before and after.
    ///
    /// Afterwards, ``moveIntoBin(_:of:at:)`` stores the real token.
    func hide(_ calendar: CalendarID) throws {
        try connection.invitations.endWaiting(in: calendar)
        try connection.secretAddresses.removeAll(of: calendar)
        try connection.execute(
            "UPDATE calendars SET deleted_token = change_token, is_default = 0 WHERE id = $1",
            [.text(calendar.text)]
        )
    }

    /// Stores when a hidden calendar was deleted, and makes room for it in the bin.
    func moveIntoBin(
        _ calendar: CalendarID,
        of owner: AccountID,
        at token: ChangeToken
    ) throws {
        try connection.execute(
            "UPDATE calendars SET deleted_token = $2 WHERE id = $1",
            [.text(calendar.text), .integer(token.number)]
        )
        // The newest calendar stays, however large it is.
        try connection.execute(
            """
            DELETE FROM calendars WHERE id IN (
                SELECT id FROM (
                    SELECT id, row_number() OVER (ORDER BY deleted_token DESC) AS place,
                    sum(object_bytes) OVER (ORDER BY deleted_token DESC) AS bytes
                    FROM calendars WHERE owner_id = $1 AND deleted_token IS NOT NULL
                ) AS deleted WHERE place > $2 OR (place > 1 AND bytes > $3)
            )
            """,
            [
                .text(owner.text), .integer(Int64(Limits.deletedCalendarsPerAccountMax)),
                .integer(connection.storage.quotas.account.bytes),
            ]
        )
    }

    /// Invites people to an event of a calendar that is being restored, and returns the number of
    /// messages.
    fileprivate func inviteAgain(
        _ text: String,
        at place: ObjectPlace,
        by planning: any SchedulingPlanning,
        _ read: (_ text: String) throws -> ObjectDraft
    ) throws -> Int {
        guard let present = try connection.objects.present(at: place) else { return 0 }
        let written = try read(text)
        let scheduled = try connection.scheduling.scheduled(
            written,
            replacing: nil,
            at: place,
            through: .page,
            because: .restoration,
            by: planning
        )
        if let draft = scheduled.draft, draft.etag != present.etag {
            _ = try connection.objects.update(
                draft.asEvent,
                at: place,
                id: present.id,
                isUnanswered: scheduled.isUnanswered
            )
        }
        return scheduled.messageCount
    }

    /// Notes that the events of a deleted calendar count towards the quota again.
    fileprivate func addReturning(_ calendar: CalendarID, of owner: AccountID) throws {
        let row = try connection.row(
            "SELECT object_count, object_bytes FROM calendars WHERE id = $1",
            [.text(calendar.text)]
        )
        guard let row else { throw StoreError.notFound }
        connection.storage.add(
            StorageUsage(events: try row.integer(0), bytes: try row.integer(1)),
            of: .account(owner)
        )
    }

    func removeForGood(_ calendar: CalendarID) throws {
        try connection.execute("DELETE FROM calendars WHERE id = $1", [.text(calendar.text)])
    }

    fileprivate func requireDeleted(_ calendar: CalendarID, of owner: AccountID) throws {
        let row = try connection.row(
            """
            SELECT 1 FROM calendars
            WHERE id = $1 AND owner_id = $2 AND deleted_token IS NOT NULL
            """,
            [.text(calendar.text), .text(owner.text)]
        )
        guard row != nil else { throw StoreError.notFound }
    }

    fileprivate func deletedObject(_ id: String, for account: AccountID) throws -> DeletedObject {
        let rows = try deletedRows(
            for: account,
            "AND versions.object_id = $2",
            [.text(id)],
            countMax: 1
        )
        guard let row = rows.first else { throw StoreError.notFound }
        return try DeletedObject(row, for: account)
    }

    /// The deleted events that an account may delete for good, without their texts.
    fileprivate func discardableObjects(of account: AccountID) throws -> [String] {
        try connection.rows(
            """
            WITH found AS MATERIALIZED (
                SELECT versions.object_id, sights.level, versions.until_token AS token,
                \(Write.lastToken(of: "versions.until_token"))
                FROM versions JOIN sights ON sights.calendar_id = versions.calendar_id
                AND sights.viewer_id = $1 AND sights.level IN \(CalendarAction.seeAll.levels)
                WHERE versions.ended = 'deleted'
            )
            SELECT found.object_id FROM found \(Write.join)
            WHERE found.level IN \(CalendarAction.manage.levels) OR users.id = $1
            """,
            [.text(account.text)]
        ).map { try $0.text(0) }
    }

    /// The deleted events of the calendars that an account may write.
    ///
    /// The placeholders of `condition` follow `$1`.
    fileprivate func deletedRows(
        for account: AccountID,
        _ condition: String,
        _ values: [SQLValue],
        countMax: Int
    ) throws -> [Row] {
        try connection.rows(
            """
            WITH seen AS MATERIALIZED (
                SELECT calendar_id, max(level) AS level FROM sights
                WHERE viewer_id = $1 AND level IN \(CalendarAction.seeAll.levels)
                GROUP BY calendar_id
            ),
            found AS MATERIALIZED (
                SELECT versions.object_id, versions.calendar_id, versions.href, versions.ical,
                seen.level, versions.until_token AS token,
                \(Write.lastToken(of: "versions.until_token"))
                FROM versions JOIN seen ON seen.calendar_id = versions.calendar_id
                WHERE versions.ended = 'deleted' \(condition)
                ORDER BY versions.until_token DESC LIMIT \(countMax)
            )
            SELECT found.object_id, found.calendar_id, found.href, found.ical, found.token,
            found.level, \(Write.columns)
            FROM found \(Write.join)
            ORDER BY found.token DESC
            """,
            [.text(account.text)] + values
        )
    }
}

extension DeletedObject {
    fileprivate init(_ row: Row, for account: AccountID) throws {
        id = try row.text(0)
        calendar = CalendarID(stored: try row.text(1))
        href = Href(stored: try row.text(2))
        ical = try row.text(3)
        write = try Write(row, from: 6)
        let level = AccessLevel(stored: try row.integer(5))
        isDiscardable = Permission.allows(.manage, at: level) || write?.account == account
    }
}

extension DeletedCalendar {
    fileprivate init(_ row: Row) throws {
        id = CalendarID(stored: try row.text(0))
        name = try row.text(1)
        color = try row.text(2)
        objectCount = try row.integer(3)
        write = try Write(row, from: 4)
    }
}
