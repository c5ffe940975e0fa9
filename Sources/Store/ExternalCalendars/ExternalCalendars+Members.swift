extension ExternalCalendars {
    /// Requires room for the result of a reading before any of it is stored.
    ///
    /// Invitations that were called off before the account answered leave its calendars if that makes room.
    ///
    /// - Parameters:
    ///   - found: The texts to store: the bytes of each, and the object that it replaces, or nil
    ///     for a new one.
    ///   - removed: The objects to remove.
    ///   - run: The reading.
    /// - Throws: ``StoreError/tooMany(_:)``, ``StoreError/quotaReached(_:)``, and the errors of the
    ///   database.
    package func requireRoom(
        for found: [(bytes: Int, replaced: Href?)],
        removing removed: [Href],
        of run: ReadingRun
    ) async throws {
        let quotas = observed.quotas
        let source = run.source
        let holder = StorageHolder.account(source.account)
        let excess = try await observed.database.read(as: .account(source.account)) {
            connection -> StorageUsage? in
            let more = Int64(found.count { $0.replaced == nil } - removed.count)
            guard
                try connection.calendars.objectCount(of: source.calendar) + more
                    <= Limits.objectsPerSourceMax
            else { throw StoreError.tooMany(.events) }
            var added = StorageUsage(
                events: more,
                bytes: found.reduce(0) { $0 + Int64($1.bytes) }
            )
            let usage = try connection.quota.usage(of: holder)
            // It mostly fits even without the removals, which take a while to count.
            guard quotas.account.exceeded(by: usage + added, adding: added) != nil else {
                return nil
            }
            let going = Set(found.compactMap(\.replaced) + removed)
            added.bytes -= try connection.externalCalendars.bytes(of: going, in: source.calendar)
            return quotas.account.exceeded(by: usage + added, adding: added) == nil ? nil : added
        }
        guard let excess else { return }
        try await observed.change(of: source.account, through: .importing) { connection in
            try connection.quota.requireRoom(for: excess, of: holder, within: quotas)
        }
    }

    /// The members of a calendar as the other service reported them last: those at some paths, or all
    /// of them.
    package func members(
        of run: ReadingRun,
        at paths: Set<String>? = nil
    ) async throws -> [ExternalMember] {
        try await observed.database.read(as: .account(run.source.account)) { connection in
            if let paths {
                return try paths.sorted().compactMap { path in
                    try connection.externalCalendars.unread(at: path, of: run.source.calendar)
                        ?? connection.externalCalendars.member(at: path, of: run.source.calendar)?
                        .member
                }
            }
            return try connection.rows(
                """
                SELECT path, foreign_etag, href FROM source_members AS members
                WHERE calendar_id = $1 AND NOT EXISTS (
                    SELECT 1 FROM source_unread AS unread
                    WHERE unread.calendar_id = members.calendar_id AND unread.path = members.path
                ) UNION ALL
                SELECT path, foreign_etag, NULL FROM source_unread WHERE calendar_id = $1
                """,
                [.text(run.source.calendar.text)]
            ).map { try ExternalMember($0, from: 0) }
        }
    }

    /// How many members of an external calendar are known.
    package func memberCount(of run: ReadingRun) async throws -> Int {
        try await observed.database.read(as: .account(run.source.account)) { connection in
            let row = try connection.row(
                """
                SELECT count(*) FROM (
                    SELECT path FROM source_members WHERE calendar_id = $1
                    UNION SELECT path FROM source_unread WHERE calendar_id = $1
                ) AS known
                """,
                [.text(run.source.calendar.text)]
            )
            return Int(try row?.integer(0) ?? 0)
        }
    }

    /// The paths of members that were kept out by another member with the same UID, which is gone
    /// now.
    package func freedPaths(of run: ReadingRun) async throws -> [String] {
        try await observed.database.read(as: .account(run.source.account)) { connection in
            try connection.rows(
                """
                SELECT path FROM source_members AS members
                WHERE calendar_id = $1 AND href IS NULL AND text IS NOT NULL AND NOT EXISTS (
                    SELECT 1 FROM objects WHERE objects.calendar_id = members.calendar_id
                    AND objects.uid = members.text
                ) ORDER BY path
                """,
                [.text(run.source.calendar.text)]
            ).map { try $0.text(0) }
        }
    }

    /// The paths of members that aren't events, or couldn't be read.
    ///
    /// Members that were kept out by another one with the same UID are among them if an older
    /// version read them.
    package func unreadPaths(of run: ReadingRun, countMax: Int) async throws -> [String] {
        try await observed.database.read(as: .account(run.source.account)) { connection in
            try connection.rows(
                """
                SELECT path FROM source_members
                WHERE calendar_id = $1 AND href IS NULL AND text IS NULL ORDER BY path LIMIT $2
                """,
                [.text(run.source.calendar.text), .integer(Int64(countMax))]
            ).map { try $0.text(0) }
        }
    }

    /// Which of some paths belong to members.
    package func present(among paths: [String], of run: ReadingRun) async throws -> Set<String> {
        try await observed.database.read(as: .account(run.source.account)) { connection in
            Set(
                try paths.filter { path in
                    try connection.row(
                        """
                        SELECT 1 FROM source_members WHERE calendar_id = $1 AND path = $2
                        UNION ALL SELECT 1 FROM source_unread WHERE calendar_id = $1 AND path = $2
                        """,
                        [.text(run.source.calendar.text), .text(path)]
                    ) != nil
                }
            )
        }
    }

    /// The texts that both sides had of some members, by path; only for calendars that are written
    /// from here.
    package func texts(at paths: [String], of run: ReadingRun) async throws -> [String: String] {
        guard run.source.isConnected else { return [:] }
        return try await observed.database.read(as: .account(run.source.account)) { connection in
            var texts: [String: String] = [:]
            for path in paths {
                texts[path] = try connection.externalCalendars.member(
                    at: path,
                    of: run.source.calendar
                )?.text
            }
            return texts
        }
    }

    /// The changes made here to objects that were also changed at the other service, by path.
    package func ownChanges(
        of found: [FoundMember],
        in run: ReadingRun
    ) async throws -> [String: OwnChange] {
        guard run.source.isConnected else { return [:] }
        return try await observed.database.read(as: .account(run.source.account)) { connection in
            var changes: [String: OwnChange] = [:]
            for each in found {
                changes[each.path] = try connection.externalCalendars.ownChange(
                    of: each,
                    in: run.source
                )
            }
            return changes
        }
    }

    /// Changes a calendar to what the other service says, and keeps changes that were made here
    /// meanwhile.
    ///
    /// An object that was changed on both sides is merged. An object that was changed on one side
    /// and removed on the other stays.
    ///
    /// - Parameters:
    ///   - changes: The changes that were found, at most as many as one transaction should make.
    ///   - run: The reading that found it.
    /// - Returns: The paths of members that have to be read again, because they were changed here
    ///   at this moment.
    /// - Throws: ``StoreError/notFound`` if the reading has ended, ``StoreError/tooMany(_:)`` or
    ///   ``StoreError/quotaReached(_:)`` when there is no room for them, and the errors of the database.
    package func apply(
        _ changes: MemberChanges,
        of run: ReadingRun
    ) async throws -> [String] {
        let source = run.source
        return try await observed.change(of: source.account, through: .importing) { connection in
            try connection.externalCalendars.begin(changing: run)
            for path in changes.removed + changes.found.map(\.path) {
                try connection.externalCalendars.forgetUnread(path, of: source.calendar)
            }
            // Remove first, because an object may come back under another path.
            for path in changes.removed {
                try connection.externalCalendars.removeMember(at: path, of: source)
            }
            return try changes.found.filter {
                try !connection.externalCalendars.store($0, of: source)
            }.map(
                \.path
            )
        }
    }
}

extension ExternalCalendarStatements {
    fileprivate func removeMember(at path: String, of source: ExternalCalendar) throws {
        guard let known = try member(at: path, of: source.calendar) else { return }
        try forget(path, of: source.calendar)
        guard let href = known.member.href else { return }
        let place = ObjectPlace(account: source.account, calendar: source.calendar, href: href)
        guard let present = try connection.objects.present(at: place) else { return }
        guard source.isConnected else {
            return try connection.objects.removeUnseen(at: place, id: present.id)
        }
        // If it was changed here, it's new at the other service.
        guard present.etag == known.etag else { return }
        _ = try connection.objects.remove(at: place, id: present.id)
    }

    /// Stores a member that was found; returns false if it was changed here at this moment and has
    /// to be merged.
    fileprivate func store(_ found: FoundMember, of source: ExternalCalendar) throws -> Bool {
        let known = try member(at: found.path, of: source.calendar)
        guard let draft = found.object?.draft.asEvent, let id = found.object?.id,
            let href = try href(for: found, known, of: source)
        else {
            if known?.member.href != nil { try removeMember(at: found.path, of: source) }
            let member = ExternalMember(path: found.path, foreignETag: found.foreignETag)
            // It's read again once its UID is free.
            let uid = found.object?.draft.uid
            try keep(member, etag: nil, text: uid, of: source.calendar)
            return true
        }
        let place = ObjectPlace(account: source.account, calendar: source.calendar, href: href)
        let member = ExternalMember(path: found.path, foreignETag: found.foreignETag, href: href)
        if let present = try connection.objects.present(at: place) {
            var stored = draft
            if source.isConnected, ![draft.etag, known?.etag].contains(present.etag) {
                guard let merged = found.merged, merged.ownETag == present.etag else {
                    return false
                }
                stored = merged.draft.asEvent
            }
            if stored.etag != present.etag {
                _ = try connection.objects.update(
                    stored,
                    at: place,
                    id: present.id,
                    isDelivered: true
                )
            }
        } else if try known?.text == draft.ical
            || sentText(of: href, in: source.calendar) == draft.ical
        {
            // It was removed here, and the other service still has the text that was removed.
            try keep(member, etag: draft.etag, text: draft.ical, of: source.calendar)
            return true
        } else {
            guard
                try connection.calendars.objectCount(of: source.calendar)
                    < Limits.objectsPerSourceMax
            else {
                throw StoreError.tooMany(.events)
            }
            _ = try connection.objects.insert(draft, at: place, id: id, isDelivered: true)
        }
        let text = source.isConnected ? draft.ical : nil
        try keep(member, etag: draft.etag, text: text, of: source.calendar)
        try forgetSent(href, in: source.calendar)
        return true
    }

    /// The href to store a member under; nil if the other service has its UID twice, and the other
    /// member counts.
    private func href(
        for found: FoundMember,
        _ known: KnownMember?,
        of source: ExternalCalendar
    ) throws -> Href? {
        guard let object = found.object else { return nil }
        let sameUID = try connection.objects.href(ofUID: object.draft.uid, in: source.calendar)
        if let own = known?.member.href {
            return sameUID == nil || sameUID == own ? own : nil
        }
        guard let sameUID else {
            return try hrefOfSent(object.draft.ical, in: source.calendar) ?? object.href
        }
        guard let holder = try holder(of: sameUID, in: source.calendar) else { return sameUID }
        // The text was sent to one path and is at another, because some services choose the names
        // themselves.
        guard holder.foreignETag == nil else { return nil }
        try forget(holder.path, of: source.calendar)
        return sameUID
    }

    /// The change made here to a member that was found; nil if there is none.
    fileprivate func ownChange(of found: FoundMember, in source: ExternalCalendar) throws
        -> OwnChange?
    {
        guard let draft = found.object?.draft else { return nil }
        let known = try member(at: found.path, of: source.calendar)
        guard
            let href = try known?.member.href
                ?? connection.objects.href(ofUID: draft.uid, in: source.calendar)
        else { return nil }
        let place = ObjectPlace(account: source.account, calendar: source.calendar, href: href)
        guard let present = try connection.objects.present(at: place),
            ![draft.etag, known?.etag].contains(present.etag)
        else { return nil }
        return OwnChange(
            base: known?.text,
            sent: try sentText(of: href, in: source.calendar),
            text: try connection.objects.ical(at: place),
            etag: present.etag
        )
    }

    /// The member that is stored under a href.
    private func holder(of href: Href, in calendar: CalendarID) throws -> ExternalMember? {
        try connection.row(
            "SELECT path, foreign_etag, href FROM source_members WHERE calendar_id = $1 AND href = $2",
            [.text(calendar.text), .text(href.text)]
        ).map { try ExternalMember($0, from: 0) }
    }

    fileprivate func member(at path: String, of calendar: CalendarID) throws -> KnownMember? {
        let row = try connection.row(
            """
            SELECT path, foreign_etag, href, etag, text FROM source_members
            WHERE calendar_id = $1 AND path = $2
            """,
            [.text(calendar.text), .text(path)]
        )
        return try row.map { row in
            let member = try ExternalMember(row, from: 0)
            return KnownMember(
                member: member,
                etag: row.isNull(3) ? nil : try row.text(3),
                text: member.href == nil || row.isNull(4) ? nil : try row.text(4)
            )
        }
    }

    /// Stores the state of a member.
    ///
    /// - Parameters:
    ///   - member: The member.
    ///   - etag: The ETag of the text here when both sides were the same; nil for a member that
    ///     isn't stored here.
    ///   - text: The text of the other side at that time; for a member that isn't stored here, the
    ///     UID that another member has.
    ///   - calendar: The calendar.
    /// - Throws: The errors of the database.
    func keep(
        _ member: ExternalMember,
        etag: String?,
        text: String?,
        of calendar: CalendarID
    ) throws {
        try connection.execute(
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

    func forget(_ path: String, of calendar: CalendarID) throws {
        try connection.execute(
            "DELETE FROM source_members WHERE calendar_id = $1 AND path = $2",
            [.text(calendar.text), .text(path)]
        )
    }
}

/// A member with the state that both sides had.
private struct KnownMember {
    let member: ExternalMember
    /// The ETag of the text here when both sides were the same.
    let etag: String?
    /// The text of the other side at that time.
    let text: String?
}

extension ExternalMember {
    /// Reads `path`, `foreign_etag` and `href`.
    init(_ row: Row, from column: Int) throws {
        path = try row.text(column)
        foreignETag = row.isNull(column + 1) ? nil : try row.text(column + 1)
        href = row.isNull(column + 2) ? nil : Href(stored: try row.text(column + 2))
    }
}

extension ExternalCalendarStatements {
    /// The bytes of some objects of a calendar in total.
    ///
    /// It's a single statement, although a statement can't have a placeholder for each object of a
    /// large calendar.
    fileprivate func bytes(of hrefs: Set<Href>, in calendar: CalendarID) throws -> Int64 {
        try connection.rows(
            "SELECT href, \(connection.dialect.byteCount(of: "ical")) FROM objects WHERE calendar_id = $1",
            [.text(calendar.text)]
        ).reduce(0) { sum, row in
            hrefs.contains(Href(stored: try row.text(0))) ? sum + (try row.integer(1)) : sum
        }
    }
}
