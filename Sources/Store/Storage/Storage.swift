import Agenda

/// How much the calendars of accounts and groups hold.
///
/// Each calendar counts its events and bytes in its own row, in the transaction that changes them.
/// So the count is always right, even if the calendar is removed, and writers of different
/// calendars never wait for each other.
package struct Storage: Sendable {
    let observed: ObservedDatabase

    /// What an account's own calendars hold, without those of its groups.
    package func usage(of account: AccountID) async throws -> StorageUsage {
        try await observed.database.read(as: .account(account)) {
            try $0.quota.usage(of: .account(account))
        }
    }

    /// What a group's calendar holds.
    ///
    /// Every member may write there, and so may know whether there's room. Throws
    /// ``StoreError/notFound`` for anybody who isn't a member.
    package func usage(of group: GroupID, by account: AccountID) async throws -> StorageUsage {
        try await observed.database.read(as: .account(account)) { connection in
            try connection.groups.require(.see, of: group, by: account)
            return try connection.quota.usage(of: .group(group))
        }
    }

    /// How much an account, or a group, may hold.
    package var quotas: Quotas { observed.quotas }
}

/// What a write to a calendar needs to know for counting.
struct StorageCharge {
    /// The owner of the calendar, who also owns its entries in the log.
    let owner: AccountID
    let holder: StorageHolder
    /// The bytes of the text at the address; 0 if there is none.
    let presentBytes: Int64
    /// Whether it's an external calendar, to whose service changes may have to be sent.
    let hasSource: Bool

    /// An expression for the bytes of a calendar after a change by a number of bytes.
    ///
    /// It's never negative. During an update, a server of the previous version may add events
    /// without counting their bytes.
    static func calendarBytes(plus change: String) -> String {
        "CASE WHEN object_bytes + \(change) > 0 THEN object_bytes + \(change) ELSE 0 END"
    }
}

extension Query {
    /// The query for the ``StorageUsage`` of a holder.
    static func usage(of holder: StorageHolder) -> Query {
        let (condition, id) = holder.calendars
        return Query(
            """
            SELECT coalesce(sum(CASE WHEN deleted_token IS NULL THEN object_count ELSE 0 END), 0),
            coalesce(sum(CASE WHEN deleted_token IS NULL THEN object_bytes ELSE 0 END), 0),
            coalesce(sum(history_bytes), 0)
            FROM calendars WHERE \(condition)
            """,
            [id]
        )
    }
}

extension QuotaStatements {
    /// What an account or a group holds.
    ///
    /// A deleted calendar doesn't count.
    func usage(of holder: StorageHolder) throws -> StorageUsage {
        guard let row = try connection.row(.usage(of: holder)) else { return StorageUsage() }
        return StorageUsage(
            events: try row.integer(0),
            bytes: try row.integer(1),
            historyBytes: try row.integer(2)
        )
    }

    /// Refuses a change that would exceed a quota by more than some bytes, before it's written.
    ///
    /// Invitations that were cancelled before their recipient answered make room for it, except for
    /// `object`.
    func requireRoom(
        for added: StorageUsage,
        of holder: StorageHolder,
        within quotas: Quotas,
        sparing spareBytes: Int64 = 0,
        besides object: String? = nil
    ) throws {
        try require(
            try usage(of: holder) + added,
            adding: added,
            of: holder,
            within: quotas,
            sparing: spareBytes,
            besides: object
        )
    }

    /// Refuses a transaction that exceeded a quota, and drops the oldest history that the quota has
    /// no room for.
    ///
    /// This happens at the end of a transaction, so that moving an event needs no room for two.
    /// Only the account that makes the change is checked: a delivery to another account must not
    /// fail the sender's write, and was checked before.
    ///
    /// Invitations that were cancelled before the account answered make room for the rest.
    ///
    /// A change that adds no event may go a little beyond the quota: people have to be able to
    /// answer an invitation, and to take a day out of a series, which lengthens its text.
    func settle(of account: AccountID) throws {
        for (holder, change) in connection.storage.changes where holder.isChecked(for: account) {
            guard change.events > 0 || change.bytes > 0 || change.historyBytes > 0 else { continue }
            let before = change.historyBytes == 0 ? connection.storage.usageBefore[holder] : nil
            let after = try before.map { $0 + change } ?? usage(of: holder)
            try keepWithinQuota(after, adding: change, of: holder)
        }
    }

    /// Refuses a new event that would exceed a quota, before it's written.
    ///
    /// The usage is then known, and needn't be read again at the end. If room must be made
    /// first, it's made now.
    func requireRoom(forNew draft: ObjectDraft, at place: ObjectPlace) throws {
        let holder = try connection.objects.charge(at: place).holder
        guard holder.isChecked(for: place.account) else { return }
        let change = StorageUsage(events: 1, bytes: draft.byteCount)
        let before = try usage(of: holder)
        if connection.storage.quotas.quota(of: holder).exceeded(by: before + change, adding: change)
            == nil
        {
            connection.storage.noteUsageBefore(before, of: holder)
        } else {
            try keepWithinQuota(before + change, adding: change, of: holder)
        }
    }

    /// Refuses a change that exceeds the quota, and drops history that the quota has no room for.
    private func keepWithinQuota(
        _ usageAfter: StorageUsage,
        adding change: StorageUsage,
        of holder: StorageHolder
    ) throws {
        var usage = usageAfter
        let quota = connection.storage.quotas.quota(of: holder)
        // It's a new event even if a cancelled invitation made room for it.
        let addsEvent = change.events > 0 || connection.storage.arriving != nil
        let spare = addsEvent ? 0 : Limits.changesSpareBytes
        if quota.exceeded(by: usage, adding: change, sparing: spare) != nil {
            usage = usage + (try departing(from: holder))
        }
        try require(
            usage,
            adding: change,
            of: holder,
            within: connection.storage.quotas,
            sparing: spare
        )
        let excess = usage.historyBytes - quota.bytes
        if excess > 0 {
            let (condition, id) = holder.calendars
            try connection.history.dropOldestVersions(
                excess,
                "calendar_id IN (SELECT id FROM calendars WHERE \(condition))",
                id
            )
        }
    }

    /// The usage that removing the added event from another of the holder's calendars will free.
    ///
    /// Some programs move an event by adding it and then removing it, in two transactions.
    private func departing(from holder: StorageHolder) throws -> StorageUsage {
        guard let (uid, calendar) = connection.storage.arriving else { return StorageUsage() }
        let (condition, id) = holder.calendars
        let row = try connection.row(
            """
            SELECT \(connection.dialect.byteCount(of: "objects.ical")) FROM objects
            JOIN calendars ON calendars.id = objects.calendar_id
            WHERE objects.uid = $2 AND calendars.id <> $3 AND calendars.deleted_token IS NULL
            AND \(condition) LIMIT 1
            """,
            [id, .text(uid), .text(calendar.text)]
        )
        guard let row else { return StorageUsage() }
        return StorageUsage(events: -1, bytes: -(try row.integer(0)))
    }

    private func require(
        _ usage: StorageUsage,
        adding change: StorageUsage,
        of holder: StorageHolder,
        within quotas: Quotas,
        sparing spareBytes: Int64,
        besides object: String? = nil
    ) throws {
        let quota = quotas.quota(of: holder)
        func exceeded(after removal: StorageUsage = StorageUsage()) -> ReachedQuota.Measure? {
            quota.exceeded(by: usage + removal, adding: change, sparing: spareBytes)
        }
        guard let measure = exceeded() else { return }
        let isRoomMade =
            if case .account(let account) = holder {
                try connection.invitations.removeCalledOff(to: account, besides: object) {
                    exceeded(after: $0) == nil
                }
            } else {
                false
            }
        guard !isRoomMade else { return }
        throw StoreError.quotaReached(ReachedQuota(measure, of: holder, quota))
    }
}

extension StorageHolder {
    /// Whether a change by an account is checked against the quota of this holder.
    ///
    /// The change mustn't fail because of another account's quota.
    fileprivate func isChecked(for account: AccountID) -> Bool {
        if case .account(let other) = self { other == account } else { true }
    }

    /// A condition for the calendars that count, and the value of its `$1`.
    fileprivate var calendars: (condition: String, id: SQLValue) {
        switch self {
        case .account(let id): ("owner_id = $1 AND group_id IS NULL", .text(id.text))
        case .group(let id): ("group_id = $1", .text(id.text))
        }
    }
}

extension ObjectDraft {
    /// Bytes of its text in UTF-8.
    var byteCount: Int64 { Int64(ical.utf8.count) }
}
