extension Sources {
    /// All members of a source that are known.
    package func members(of run: SourceRun) async throws -> [SourceMember] {
        try await observed.database.read { connection in
            try connection.rows(
                "SELECT path, foreign_etag, href FROM source_members WHERE calendar_id = $1",
                [.text(run.source.calendar.text)]
            ).map { try SourceMember($0, from: 0) }
        }
    }

    /// Changes a calendar as the other service says, and keeps what was changed here meanwhile.
    ///
    /// What was changed on both sides is merged; what was changed on one side and removed on the
    /// other stays.
    ///
    /// - Parameters:
    ///   - changes: What was found, at most a transaction's worth.
    ///   - run: The reading that found it.
    ///   - merge: How two changes of one event are brought together.
    /// - Throws: ``StoreError/notFound`` if the reading has ended, ``StoreError/tooMany(_:)`` when
    ///   there is no room for them, and the errors of the database.
    package func apply(
        _ changes: MemberChanges,
        of run: SourceRun,
        merging merge: @escaping MergeRule
    ) async throws {
        let source = run.source
        try await observed.change(of: source.account, through: .importing) { connection in
            try connection.begin(changing: run)
            // Removed first: an object may come back under another path.
            for path in changes.removed { try connection.removeMember(at: path, of: source) }
            for found in changes.found {
                try connection.take(found, of: source, merging: merge)
            }
        }
    }

    /// The changes made here that the other service doesn't have, the oldest first.
    package func waiting(of run: SourceRun, countMax: Int) async throws -> [WaitingChange] {
        try await observed.database.read { connection in
            let calendar = SQLValue.text(run.source.calendar.text)
            let count = SQLValue.integer(Int64(countMax))
            let removed = try connection.rows(
                """
                SELECT path, foreign_etag, href FROM source_members AS members
                WHERE calendar_id = $1 AND \(WaitingChange.removedHere) LIMIT $2
                """,
                [calendar, count]
            ).map { WaitingChange(member: try SourceMember($0, from: 0), object: nil) }
            let changed = try connection.rows(
                """
                SELECT members.path, members.foreign_etag, objects.href, objects.uid,
                objects.etag, objects.ical FROM \(WaitingChange.changedHere)
                ORDER BY objects.change_token LIMIT $2
                """,
                [calendar, count]
            ).map { row in
                WaitingChange(
                    member: row.isNull(0) ? nil : try SourceMember(row, from: 0),
                    object: WaitingChange.Stored(
                        href: Href(stored: try row.text(2)),
                        uid: try row.text(3),
                        etag: try row.text(4),
                        text: try row.text(5)
                    )
                )
            }
            return Array((removed + changed).prefix(countMax))
        }
    }

    /// How many changes made here the other service doesn't have.
    package func waitingCount(of calendar: CalendarID) async throws -> Int64 {
        try await observed.database.read { try $0.waitingCount(of: calendar) }
    }

    /// Notes that the other service has taken a change.
    ///
    /// - Parameters:
    ///   - change: The change as it was sent; what has been changed here since then waits again.
    ///   - path: Where it is there.
    ///   - foreignETag: What the other service calls the new state; nil if it has to be read again.
    ///   - run: The reading that sent it.
    /// - Throws: ``StoreError/notFound`` if the reading has ended, and the errors of the database.
    package func noteTaken(
        _ change: WaitingChange,
        at path: String,
        foreignETag: String?,
        of run: SourceRun
    ) async throws {
        try await observed.database.write { connection in
            try connection.require(run)
            guard let object = change.object else {
                try connection.forget(path, of: run.source.calendar)
                return
            }
            try connection.keep(
                SourceMember(path: path, foreignETag: foreignETag, href: object.href),
                etag: object.etag,
                text: object.text,
                of: run.source.calendar
            )
        }
    }
}

extension DatabaseConnection {
    func waitingCount(of calendar: CalendarID) throws -> Int64 {
        let row = try row(
            """
            SELECT (SELECT count(*) FROM \(WaitingChange.changedHere))
            + (SELECT count(*) FROM source_members AS members
            WHERE calendar_id = $1 AND \(WaitingChange.removedHere))
            """,
            [.text(calendar.text)]
        )
        return try row?.integer(0) ?? 0
    }

    /// Makes a calendar at another service due, because something in it was changed here.
    func sendSoon(_ calendar: CalendarID) throws {
        try execute(
            "UPDATE sources SET due_second = 0 WHERE calendar_id = $1 AND kind = 'caldav'",
            [.text(calendar.text)]
        )
    }

    fileprivate func removeMember(at path: String, of source: SourceRecord) throws {
        guard let known = try member(at: path, of: source.calendar) else { return }
        try forget(path, of: source.calendar)
        guard let href = known.member.href else { return }
        let place = ObjectPlace(account: source.account, calendar: source.calendar, href: href)
        guard let present = try present(at: place) else { return }
        guard source.isConnected else { return try removeUnseen(at: place, id: present.id) }
        // What was changed here is new there.
        guard present.etag == known.etag else { return }
        _ = try remove(at: place, id: present.id)
    }

    fileprivate func take(
        _ found: FoundMember,
        of source: SourceRecord,
        merging merge: MergeRule
    ) throws {
        let known = try member(at: found.path, of: source.calendar)
        guard let object = found.object else {
            if known?.member.href != nil { try removeMember(at: found.path, of: source) }
            let member = SourceMember(path: found.path, foreignETag: found.foreignETag)
            return try keep(member, etag: nil, text: nil, of: source.calendar)
        }
        let draft = object.draft.asEvent
        let sameUID = try href(ofUID: draft.uid, in: source.calendar)
        let href = known?.member.href ?? sameUID ?? object.href
        // The other service has the same UID twice: the first one counts.
        guard sameUID == nil || sameUID == href, try isFree(href, for: found.path, source.calendar)
        else { return }
        let place = ObjectPlace(account: source.account, calendar: source.calendar, href: href)
        if let present = try present(at: place) {
            try update(to: draft, at: place, present, known, of: source, merging: merge)
        } else if let known, let etag = known.etag, known.text == draft.ical {
            // It was removed here, and says there what it said.
            let member = SourceMember(path: found.path, foreignETag: found.foreignETag, href: href)
            return try keep(member, etag: etag, text: known.text, of: source.calendar)
        } else {
            guard try objectCount(of: source.calendar) < Limits.objectsPerSourceMax else {
                throw StoreError.tooMany(.events)
            }
            _ = try insert(draft, at: place, id: object.id, isDelivered: true)
        }
        try keep(
            SourceMember(path: found.path, foreignETag: found.foreignETag, href: href),
            etag: draft.etag,
            text: source.isConnected ? draft.ical : nil,
            of: source.calendar
        )
    }

    private func update(
        to theirs: ObjectDraft,
        at place: ObjectPlace,
        _ present: PresentObject,
        _ known: KnownMember?,
        of source: SourceRecord,
        merging merge: MergeRule
    ) throws {
        guard present.etag != theirs.etag else { return }
        var draft = theirs
        if source.isConnected, present.etag != known?.etag {
            let ours = try ical(at: place)
            draft = (merge(known?.text, ours, theirs.ical) ?? theirs).asEvent
            guard draft.etag != present.etag else { return }
        }
        _ = try update(draft, at: place, id: present.id, isDelivered: true)
    }

    /// Whether no other member is stored under a href.
    private func isFree(_ href: Href, for path: String, _ calendar: CalendarID) throws -> Bool {
        try row(
            "SELECT 1 FROM source_members WHERE calendar_id = $1 AND href = $2 AND path <> $3",
            [.text(calendar.text), .text(href.text), .text(path)]
        ) == nil
    }

    private func member(at path: String, of calendar: CalendarID) throws -> KnownMember? {
        let row = try row(
            """
            SELECT path, foreign_etag, href, etag, text FROM source_members
            WHERE calendar_id = $1 AND path = $2
            """,
            [.text(calendar.text), .text(path)]
        )
        return try row.map { row in
            KnownMember(
                member: try SourceMember(row, from: 0),
                etag: row.isNull(3) ? nil : try row.text(3),
                text: row.isNull(4) ? nil : try row.text(4)
            )
        }
    }

    fileprivate func keep(
        _ member: SourceMember,
        etag: String?,
        text: String?,
        of calendar: CalendarID
    ) throws {
        try execute(
            """
            INSERT INTO source_members (calendar_id, path, foreign_etag, href, etag, text)
            VALUES ($1, $2, $3, $4, $5, $6)
            ON CONFLICT (calendar_id, path) DO UPDATE SET foreign_etag = $3, href = $4,
            etag = $5, text = $6
            """,
            [
                .text(calendar.text), .text(member.path), .optional(member.foreignETag),
                .optional(member.href?.text), .optional(etag), .optional(text),
            ]
        )
    }

    fileprivate func forget(_ path: String, of calendar: CalendarID) throws {
        try execute(
            "DELETE FROM source_members WHERE calendar_id = $1 AND path = $2",
            [.text(calendar.text), .text(path)]
        )
    }
}

extension WaitingChange {
    /// The condition for members that were removed here.
    fileprivate static let removedHere = """
        members.href IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM objects WHERE objects.calendar_id = members.calendar_id
            AND objects.href = members.href
        )
        """

    /// The objects that are new here, or were changed here.
    fileprivate static let changedHere = """
        objects LEFT JOIN source_members AS members
        ON members.calendar_id = objects.calendar_id AND members.href = objects.href
        WHERE objects.calendar_id = $1 AND objects.is_candidate = 0
        AND (members.etag IS NULL OR members.etag <> objects.etag)
        """
}

/// A member with what both sides had.
private struct KnownMember {
    let member: SourceMember
    /// The ETag of the text here when both sides had the same.
    let etag: String?
    /// What the other side had then.
    let text: String?
}

extension SourceMember {
    /// Reads `path`, `foreign_etag` and `href`.
    fileprivate init(_ row: Row, from column: Int) throws {
        path = try row.text(column)
        foreignETag = row.isNull(column + 1) ? nil : try row.text(column + 1)
        href = row.isNull(column + 2) ? nil : Href(stored: try row.text(column + 2))
    }
}
