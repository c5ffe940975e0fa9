import Agenda

/// How a version ended.
enum VersionEnd: String {
    case changed
    case deleted
    /// It was deleted after the same event had been added to another calendar.
    case moved
    /// It was deleted, and has been brought back.
    case restored
}

extension HistoryStatements {
    /// Keeps the present text of an object that the change with a token is about to replace or
    /// remove.
    ///
    /// Returns true if it keeps one; it has then also counted by how many bytes the new text is
    /// longer.
    ///
    /// Candidates of proposals are not kept: their answers change all the time, and nobody misses a
    /// withdrawn proposal as an event.
    func keepVersion(
        of place: ObjectPlace,
        until token: ChangeToken,
        _ end: VersionEnd,
        _ charge: StorageCharge,
        _ growth: Int64 = 0
    ) throws -> Bool {
        let row = try connection.row(
            """
            SELECT id, version, uid, ical, change_token, is_candidate FROM objects
            WHERE calendar_id = $1 AND href = $2
            """,
            [.text(place.calendar.text), .text(place.href.text)]
        )
        guard let row, try !row.bool(5) else { return false }
        let (id, number, text) = (try row.text(0), try row.integer(1), try row.text(3))
        let bytes = Int64(text.utf8.count)
        try connection.execute(
            """
            INSERT INTO versions (object_id, number, calendar_id, href, uid, ical, bytes,
            since_token, until_token, ended)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
            """,
            [
                .text(id), .integer(number), .text(place.calendar.text), .text(place.href.text),
                .text(try row.text(2)), .text(text), .integer(bytes),
                .integer(try row.integer(4)), .integer(token.number), .text(end.rawValue),
            ]
        )
        if number > Int64(Limits.versionsPerObjectMax) {
            try dropVersions(
                "object_id = $1 AND number <= $2",
                [.text(id), .integer(number - Int64(Limits.versionsPerObjectMax))]
            )
        }
        connection.storage.add(StorageUsage(historyBytes: bytes), of: charge.holder)
        let counted = try connection.writtenRow(
            """
            UPDATE calendars SET history_bytes = history_bytes + $2,
            object_bytes = \(StorageCharge.calendarBytes(plus: "$3"))
            WHERE id = $1 RETURNING history_bytes
            """,
            [.text(place.calendar.text), .integer(bytes), .integer(growth)]
        )
        let excess = try (counted?.integer(0) ?? 0) - Int64(Limits.historyBytesPerCalendarMax)
        try dropOldestVersions(excess, "calendar_id = $1", .text(place.calendar.text))
        return true
    }

    /// Drops the oldest versions in some calendars, until this many bytes are freed.
    func dropOldestVersions(_ bytes: Int64, _ condition: String, _ value: SQLValue) throws {
        var excess = bytes
        while excess > 0 {
            let oldest = try connection.rows(
                """
                SELECT until_token, bytes FROM versions WHERE \(condition)
                ORDER BY until_token LIMIT 100
                """,
                [value]
            )
            guard !oldest.isEmpty else { return }
            var last: Int64 = 0
            for version in oldest where excess > 0 {
                last = try version.integer(0)
                excess -= try version.integer(1)
            }
            try dropVersions(
                "\(condition) AND until_token <= $2",
                [value, .integer(last)]
            )
        }
    }

    /// Deletes the versions that meet a condition, and subtracts their bytes from their calendars.
    func dropVersions(_ condition: String, _ values: [SQLValue]) throws {
        let sums = try connection.rows(
            "SELECT calendar_id, sum(bytes) FROM versions WHERE \(condition) GROUP BY calendar_id",
            values
        )
        guard !sums.isEmpty else { return }
        try connection.execute("DELETE FROM versions WHERE \(condition)", values)
        for sum in sums {
            try connection.execute(
                "UPDATE calendars SET history_bytes = history_bytes - $2 WHERE id = $1",
                [.text(try sum.text(0)), .integer(try sum.integer(1))]
            )
        }
    }

    /// Whether an account has written every version of an event that isn't there any more, as far as that is known.
    func isWritten(_ id: String, onlyBy account: AccountID) throws -> Bool {
        let authors = try connection.rows(
            """
            WITH found AS MATERIALIZED (
                SELECT since_token AS token, \(Write.lastToken(of: "since_token"))
                FROM versions WHERE object_id = $1
            )
            SELECT writes.account_id FROM found
            LEFT JOIN writes ON writes.last_token = found.last_token
            AND writes.first_token <= found.token
            """,
            [.text(id)]
        )
        return try authors.allSatisfy { try !$0.isNull(0) && $0.text(0) == account.text }
    }

    /// Deletes the versions of an event that is in the bin; one that was moved isn't there.
    func dropDeleted(_ id: String) throws {
        try dropVersions(
            """
            object_id = $1 AND object_id IN (
                SELECT object_id FROM versions WHERE object_id = $1 AND ended = 'deleted'
            )
            """,
            [.text(id)]
        )
    }

    /// Deletes versions and deleted events that are too old.
    ///
    /// There are none nearly every time.
    func clear(nowSecond: Int64) throws {
        if let token = try connection.changes.lastToken(before: nowSecond - Limits.binSeconds) {
            try dropVersions(
                """
                object_id IN (
                    SELECT object_id FROM versions
                    WHERE ended IN ('deleted', 'moved') AND until_token <= $1
                )
                """,
                [.integer(token.number)]
            )
            try connection.execute(
                "DELETE FROM calendars WHERE deleted_token <= $1",
                [.integer(token.number)]
            )
        }
        if let token = try connection.changes.lastToken(before: nowSecond - Limits.historySeconds) {
            try dropVersions("until_token <= $1", [.integer(token.number)])
            try connection.execute(
                "DELETE FROM writes WHERE last_token <= $1",
                [.integer(token.number)]
            )
        }
    }

    /// Whether the same event was written later in another calendar that the account may write.
    ///
    /// If so, it has been moved there, and isn't missing.
    func hasMoved(from place: ObjectPlace) throws -> Bool {
        try connection.row(
            """
            SELECT 1 FROM objects AS old
            JOIN objects AS new ON new.uid = old.uid AND new.change_token > old.change_token
            AND new.calendar_id IN (
                SELECT calendar_id FROM sights
                WHERE viewer_id = $3 AND level IN \(CalendarAction.writeEvents.levels)
            )
            WHERE old.calendar_id = $1 AND old.href = $2 AND new.calendar_id <> old.calendar_id
            LIMIT 1
            """,
            [.text(place.calendar.text), .text(place.href.text), .text(place.account.text)]
        ) != nil
    }
}
