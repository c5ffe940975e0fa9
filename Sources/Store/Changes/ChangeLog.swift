import Agenda

/// The log of changes, in commit order.
///
/// An entry says only what changed; the content is read from its table when the log is read. Entries
/// that a later one replaced are skipped, so a reader never sees an old state after a new one.
package struct ChangeLog: Sendable {
    let database: AnyDatabase

    /// The newest token of the whole installation.
    package func latest() async throws -> ChangeToken {
        try await database.read(as: .server(.changeLog)) { try $0.changes.latestToken() }
    }

    /// The number of changes that were ever written; on PostgreSQL, of those that are still in the
    /// log.
    package func writtenCount() async throws -> Int64 {
        try await database.read(as: .server(.changeLog)) { connection in
            try connection.row(connection.dialect.writtenChangeCount)?.integer(0) ?? 0
        }
    }

    /// The accounts and calendars that the entries after a token concern; nil when there are more
    /// entries than a limit, or when some of them have already left the log.
    package func audience(
        after token: ChangeToken,
        entriesMax: Int = Limits.followedEntriesMax
    ) async throws -> (audience: LogAudience?, latest: ChangeToken) {
        try await database.read(as: .server(.changeLog)) { connection in
            let latest = try connection.changes.latestToken()
            guard try connection.counter("change-floor") <= token else { return (nil, latest) }
            let span: [SQLValue] = [.integer(token.number), .integer(latest.number)]
            let entries = try connection.rows(
                """
                SELECT owner_id, what, subject_id FROM changes
                WHERE token > $1 AND token <= $2 LIMIT $3
                """,
                span + [.integer(Int64(entriesMax) + 1)]
            )
            guard entries.count <= entriesMax else { return (nil, latest) }
            var audience = LogAudience()
            for entry in entries {
                audience.owners.insert(AccountID(stored: try entry.text(0)))
                let subject = try entry.text(2)
                switch try entry.text(1) {
                case "event", "event-removed":
                    audience.calendars.insert(CalendarID(stored: subject))
                case "calendar", "calendar-removed":
                    audience.editedCalendars.insert(CalendarID(stored: subject))
                default: audience.changesRights = true
                }
            }
            return (audience, latest)
        }
    }

    /// The accounts that see each of some calendars.
    package func viewers(
        of calendars: Set<CalendarID>
    ) async throws -> [CalendarID: [AccountID]] {
        try await database.read(as: .server(.changeLog)) { connection in
            var viewers: [CalendarID: [AccountID]] = [:]
            for calendar in calendars {
                viewers[calendar] = try connection.calendars.viewers(of: calendar)
            }
            return viewers
        }
    }

    /// The token of the last change of what an account sees of a calendar.
    ///
    /// If the calendar hasn't changed since the log was pruned, it's the token up to which the log
    /// was pruned.
    package func latest(
        in calendar: CalendarID,
        seenBy account: AccountID
    ) async throws -> ChangeToken {
        try await database.read(as: .account(account)) {
            try $0.changes.latest(in: calendar, seenBy: account)
        }
    }

    /// The tokens of the last changes of what an account sees of some calendars.
    package func latest(
        in calendars: [CalendarID],
        seenBy account: AccountID
    ) async throws -> [CalendarID: ChangeToken] {
        try await database.read(as: .account(account)) { connection in
            var tokens: [CalendarID: ChangeToken] = [:]
            for calendar in calendars {
                tokens[calendar] = try connection.changes.latest(in: calendar, seenBy: account)
            }
            return tokens
        }
    }

    /// Whether all changes after a token are still in the log.
    package func reachesBack(to token: ChangeToken) async throws -> Bool {
        try await database.read(as: .server(.changeLog)) { connection in
            try connection.counter("change-floor") <= token
                && token <= connection.completeToken()
        }
    }

    /// The token of the last change to the list of calendars that an account sees, or to its access
    /// to them.
    package func latestOfCalendars(seenBy account: AccountID) async throws -> ChangeToken {
        try await database.read(as: .account(account)) { connection in
            let row = try connection.row(
                """
                SELECT max(token) FROM changes WHERE owner_id = $1 AND token <= $2 AND what IN
                ('calendar', 'calendar-removed', 'sight', 'group', 'group-removed')
                """,
                [.text(account.text), .integer(try connection.completeToken().number)]
            )
            guard let row, !row.isNull(0) else { return try connection.counter("change-floor") }
            return ChangeToken(try row.integer(0))
        }
    }

    /// What an account sees now, with the token after which to read changes.
    package func snapshot(of account: AccountID) async throws -> Snapshot {
        try await database.read(as: .account(account)) { connection in
            let calendars = try connection.calendars.all(seenBy: account)
            let sizes = try connection.calendars.sizes(seenBy: account)
            let counted = calendars.filter {
                $0.holdsEvents && Permission.allows(.seeEvents, at: $0.relation.level)
            }
            return Snapshot(
                token: try connection.completeToken(),
                calendars: calendars,
                groups: try connection.groups.all(of: account),
                objectCount: counted.reduce(0) { $0 + Int64(sizes[$1.id]?.objects ?? 0) },
                sizes: sizes
            )
        }
    }

    /// The changes after a token.
    ///
    /// - Returns: nil when the entries after the token have been pruned, or when the token is newer
    ///   than the log, as after restoring a backup.
    package func page(
        of reader: AccountID,
        after token: ChangeToken,
        countMax: Int
    ) async throws -> ChangePage? {
        try await database.read(as: .account(reader)) { connection -> ChangePage? in
            let complete = try connection.completeToken()
            guard try connection.counter("change-floor") <= token, token <= complete else {
                return nil
            }
            var (rows, isCut) = try connection.changes.changeRows(
                for: reader,
                after: token,
                through: complete,
                countMax: countMax
            )
            let hasMore = isCut || rows.count == countMax
            let last = try rows.last.map { ChangeToken(try $0.integer(0)) }
            let reached = hasMore ? last ?? complete : complete
            // An entry has one row per calendar the reader sees it in: an event of another group's
            // calendar shows up as the busy times of each member. The limit may have cut off some rows of the last entry.
            if hasMore {
                rows += try connection.changes.changeRows(for: reader, at: reached, past: rows)
            }
            return ChangePage(
                changes: try rows.compactMap { try connection.changes.change($0, for: reader) },
                reached: reached,
                hasMore: hasMore
            )
        }
    }
}

extension ChangeStatements {
    func latest(
        in calendar: CalendarID,
        seenBy account: AccountID
    ) throws -> ChangeToken {
        let access = try connection.calendars.require(.seeTimes, of: calendar, by: account)
        let row = try connection.row(
            """
            SELECT max(token) FROM (
                SELECT max(token) AS token FROM changes WHERE subject_id = $1 AND token <= $3
                UNION ALL
                SELECT max(token) FROM changes WHERE subject_id = $2 AND token <= $3
            ) AS latest
            """,
            [
                .text(access.calendar.text), .text(access.shown.text),
                .integer(try connection.completeToken().number),
            ]
        )
        guard let row, !row.isNull(0) else { return try connection.counter("change-floor") }
        return ChangeToken(try row.integer(0))
    }

    /// Writes an entry and returns its token.
    ///
    /// For an event, `owner` is the calendar's owner, and everybody who sees the calendar reads the
    /// entry. For any other entry, `owner` is the only account that reads it.
    func record(_ entry: ChangeEntry, owner: AccountID) throws -> ChangeToken {
        let token = try connection.takeToken()
        let (what, subject) = entry.columns
        let object = entry.object
        try connection.executeSoon(
            """
            INSERT INTO changes (token, owner_id, what, subject_id, href, object_id, path_name)
            VALUES ($1, $2, $3, $4, $5, $6, $7)
            """,
            [
                .integer(token.number), .text(owner.text), .text(what), .text(subject),
                .optional(object?.href.text), .optional(object?.id), .optional(entry.pathName),
            ]
        )
        let calendar = object == nil ? nil : CalendarID(stored: subject)
        connection.entries.add(WrittenEntries.Entry(token: token, owner: owner, calendar: calendar))
        return token
    }

    /// The newest token that no later entry can come before any more.
    fileprivate func latestToken() throws -> ChangeToken {
        let row = try connection.row(
            "SELECT max(token) FROM changes WHERE token <= $1",
            [.integer(try connection.completeToken().number)]
        )
        guard let row, !row.isNull(0) else { return try connection.counter("change-floor") }
        return ChangeToken(try row.integer(0))
    }

    /// The entries that concern a reader, except those that a later one replaced.
    ///
    /// Ordered by token, with one row per calendar the reader sees an entry in. The cost is
    /// proportional to the entries after the token.
    fileprivate func changeRows(
        for reader: AccountID,
        after token: ChangeToken,
        through complete: ChangeToken,
        countMax: Int
    ) throws -> (rows: [Row], isCut: Bool) {
        try changeRows(
            for: reader,
            "changes.token > $2 AND changes.token <= $3",
            token,
            limit: "LIMIT $4",
            [.integer(complete.number), .integer(Int64(countMax))],
            bytesMax: Limits.pageBytesMax
        )
    }

    /// The rows of an entry that the limit cut off.
    fileprivate func changeRows(
        for reader: AccountID,
        at token: ChangeToken,
        past read: [Row]
    ) throws -> [Row] {
        let taken = try read.count { try $0.integer(0) == token.number }
        let all = try changeRows(for: reader, "changes.token = $2", token).rows
        return Array(all.dropFirst(taken))
    }

    // PostgreSQL uses an index only for conditions that can't reveal what a policy hides. It knows
    // that about CASE, but not about coalesce().
    private func changeRows(
        for reader: AccountID,
        _ which: String,
        _ token: ChangeToken,
        limit: String = "",
        _ more: [SQLValue] = [],
        bytesMax: Int = .max
    ) throws -> (rows: [Row], isCut: Bool) {
        try connection.rows(
            """
            WITH seen AS MATERIALIZED (
                SELECT \(CalendarAccess.columns), max(level) AS level FROM sights
                WHERE viewer_id = $1 GROUP BY calendar_id, shown_id, member_id
            )
            SELECT changes.token, changes.what, changes.subject_id, changes.href,
            changes.object_id, objects.id, objects.etag, objects.ical,
            seen.calendar_id, seen.shown_id, seen.member_id, seen.level, objects.schedule_tag,
            changes.path_name, objects.is_unanswered
            FROM changes
            LEFT JOIN seen ON changes.href IS NOT NULL
            AND seen.calendar_id = changes.subject_id
            LEFT JOIN objects ON objects.change_token = changes.token
            WHERE \(which) AND CASE WHEN changes.href IS NULL
            THEN changes.owner_id = $1 ELSE seen.level IS NOT NULL END
            AND NOT EXISTS (
                SELECT 1 FROM changes AS later
                WHERE later.owner_id = $1
                AND later.subject_id =
                CASE WHEN seen.shown_id IS NULL THEN changes.subject_id ELSE seen.shown_id END
                AND later.token > changes.token AND later.what IN
                ('calendar', 'calendar-removed', 'sight', 'group', 'group-removed')
                AND (later.what NOT IN ('calendar', 'group') OR later.what = changes.what)
            )
            ORDER BY changes.token, seen.shown_id \(limit)
            """,
            [.text(reader.text), .integer(token.number)] + more,
            bytesMax: bytesMax
        )
    }

    /// The change to send to a reader, with the current content; nil when there's nothing to send,
    /// such as an event that a later entry replaced.
    fileprivate func change(_ row: Row, for reader: AccountID) throws -> LoggedChange? {
        let subject = try row.text(2)
        let calendar = CalendarID(stored: subject)
        let change: Change? =
            switch try row.text(1) {
            case "calendar":
                try connection.calendars.seenCalendar(calendar, by: reader).map(Change.calendar)
            case "calendar-removed":
                .calendarRemoved(calendar, pathName: row.isNull(13) ? nil : try row.text(13))
            case "sight":
                .access(calendar, try connection.calendars.seenCalendar(calendar, by: reader))
            case "group":
                try connection.groups.group(GroupID(stored: subject), seenBy: reader).map(
                    Change.group
                )
            case "group-removed": .groupRemoved(GroupID(stored: subject))
            case "event": try Self.event(row, seen: CalendarAccess(row, from: 8))
            default: try Self.removal(row, seen: CalendarAccess(row, from: 8))
            }
        return try change.map { LoggedChange(token: ChangeToken(try row.integer(0)), change: $0) }
    }

    private static func event(_ row: Row, seen access: CalendarAccess) throws -> Change? {
        guard !row.isNull(5) else { return nil }
        let stored = StoredObject(
            id: try row.text(5),
            record: ObjectRecord(
                calendar: access.calendar,
                href: Href(stored: try row.text(3)),
                etag: try row.text(6),
                ical: try row.text(7),
                scheduleTag: row.isNull(12) ? nil : try row.text(12),
                isUnanswered: try row.bool(14)
            )
        )
        // An event that no longer takes time disappears for readers who only see busy times.
        return stored.shown(at: access).map(Change.event)
            ?? .eventRemoved(access.shown, stored.href(at: access))
    }

    private static func removal(_ row: Row, seen access: CalendarAccess) throws -> Change? {
        if Permission.allows(.seeAll, at: access.level) {
            return .eventRemoved(access.shown, Href(stored: try row.text(3)))
        }
        // Entries without an object's ID are older than groups, so only the owner needs them.
        guard !row.isNull(4) else { return nil }
        return .eventRemoved(access.shown, Href(stored: try row.text(4)))
    }
}

extension ChangeEntry {
    /// The values of the columns `what` and `subject_id`.
    fileprivate var columns: (what: String, subject: String) {
        switch self {
        case .calendar(let id): ("calendar", id.text)
        case .calendarRemoved(let id, _): ("calendar-removed", id.text)
        case .access(let id): ("sight", id.text)
        case .group(let id): ("group", id.text)
        case .groupRemoved(let id): ("group-removed", id.text)
        case .event(let id, _, _): ("event", id.text)
        case .eventRemoved(let id, _, _): ("event-removed", id.text)
        }
    }

    fileprivate var object: (href: Href, id: String)? {
        switch self {
        case .event(_, let href, let id), .eventRemoved(_, let href, let id): (href, id)
        default: nil
        }
    }

    fileprivate var pathName: String? {
        if case .calendarRemoved(_, let pathName) = self { pathName } else { nil }
    }
}
