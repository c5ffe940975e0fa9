import Agenda

/// The groups, their members, and what the members show them.
package struct Groups: Sendable {
    let observed: ObservedDatabase

    /// The groups an account is a member of.
    package func all(of account: AccountID) async throws -> [GroupRecord] {
        try await observed.database.read(as: .account(account)) { try $0.groups.all(of: account) }
    }

    /// A group as a member sees it.
    package func group(_ id: GroupID, seenBy account: AccountID) async throws -> GroupRecord {
        try await observed.database.read(as: .account(account)) {
            try $0.groups.seenGroup(id, by: account)
        }
    }

    /// Creates a group and its calendar.
    ///
    /// The account becomes the owner of both.
    package func create(
        _ new: NewGroup,
        of owner: AccountID,
        nowSecond: Int64
    ) async throws -> GroupRecord {
        try await observed.change(of: owner) { connection in
            try connection.groups.requireRoomForGroup(of: owner)
            try connection.groups.requireRoomForOwnGroup(of: owner)
            let color = EventColor.blue.name
            try connection.execute(
                "INSERT INTO groups (id, name, color, created_second) VALUES ($1, $2, $3, $4)",
                [.text(new.id.text), .text(new.name), .text(color), .integer(nowSecond)]
            )
            try connection.calendars.changingAccess(of: owner) {
                try connection.groups.insertMember(
                    NewMember(
                        account: owner,
                        role: .owner,
                        edit: ShareEdit(),
                        times: new.ownersTimes
                    ),
                    into: new.id,
                    nowSecond: nowSecond
                )
                _ = try connection.execute(
                    """
                    INSERT INTO calendars
                    (id, owner_id, name, color, position, is_default, change_token, group_id)
                    VALUES ($1, $2, $3, $4, 0, 0, 0, $5)
                    """,
                    [
                        .text(new.calendar.text), .text(owner.text), .text(new.name),
                        .text(color), .text(new.id.text),
                    ]
                )
            }
            try connection.groups.record(new.id)
            return try connection.groups.seenGroup(new.id, by: owner)
        }
    }

    /// Changes the name or colour of a group and its calendar.
    package func edit(
        _ id: GroupID,
        by account: AccountID,
        _ edit: GroupEdit
    ) async throws -> GroupRecord {
        try await observed.change(of: account) { connection in
            try connection.groups.require(.edit, of: id, by: account)
            let old = try connection.groups.seenGroup(id, by: account)
            let values: [SQLValue] = [
                .text(id.text), .text(edit.name ?? old.name), .text(edit.color ?? old.color),
            ]
            try connection.execute("UPDATE groups SET name = $2, color = $3 WHERE id = $1", values)
            try connection.execute(
                "UPDATE calendars SET name = $2, color = $3 WHERE group_id = $1",
                values
            )
            try connection.groups.record(id)
            try connection.calendars.record(old.calendar)
            return try connection.groups.seenGroup(id, by: account)
        }
    }

    /// Removes a group and its calendar.
    ///
    /// Its members keep their own calendars.
    package func remove(_ id: GroupID, by account: AccountID) async throws {
        try await observed.change(of: account, mayUseReserve: true) { connection in
            try connection.groups.require(.remove, of: id, by: account)
            try connection.groups.remove(id)
        }
    }

    /// Changes what a group sees of a member's calendars.
    package func share(
        _ id: GroupID,
        by account: AccountID,
        _ edit: ShareEdit
    ) async throws -> GroupRecord {
        try await observed.change(of: account) { connection in
            try connection.groups.require(.share, of: id, by: account)
            try connection.calendars.changingAccess(of: account) {
                try connection.groups.apply(edit, of: account, to: id)
            }
            try connection.groups.recordAll(of: account, only: id, among: [account])
            return try connection.groups.seenGroup(id, by: account)
        }
    }
}

extension GroupStatements {
    func all(of account: AccountID) throws -> [GroupRecord] {
        try connection.rows(
            """
            SELECT groups.id FROM groups
            JOIN memberships ON memberships.group_id = groups.id
            WHERE memberships.account_id = $1
            ORDER BY memberships.joined_second, groups.id
            """,
            [.text(account.text)]
        ).compactMap { try group(GroupID(stored: $0.text(0)), seenBy: account) }
    }

    /// A group as a member sees it; throws ``StoreError/notFound`` for anyone who isn't a member.
    func seenGroup(_ id: GroupID, by account: AccountID) throws -> GroupRecord {
        guard let group = try group(id, seenBy: account) else { throw StoreError.notFound }
        return group
    }

    /// A group as a member sees it; nil for anyone who isn't a member.
    func group(_ id: GroupID, seenBy account: AccountID) throws -> GroupRecord? {
        let row = try connection.row(
            """
            SELECT groups.name, groups.color, calendars.id, memberships.role,
            memberships.default_level
            FROM memberships JOIN groups ON groups.id = memberships.group_id
            JOIN calendars ON calendars.group_id = groups.id
            WHERE memberships.group_id = $1 AND memberships.account_id = $2
            """,
            [.text(id.text), .text(account.text)]
        )
        guard let row else { return nil }
        return GroupRecord(
            id: id,
            name: try row.text(0),
            color: try row.text(1),
            calendar: CalendarID(stored: try row.text(2)),
            role: try GroupRole(stored: row.text(3)),
            defaultLevel: try AccessLevel(stored: row.integer(4)),
            shares: try shares(of: account, in: id),
            members: try members(of: id)
        )
    }

    private func shares(of account: AccountID, in group: GroupID) throws -> [CalendarShare] {
        try connection.rows(
            """
            SELECT calendar_id, level FROM shares
            WHERE group_id = $1 AND account_id = $2
            AND calendar_id NOT IN (SELECT id FROM calendars WHERE deleted_token IS NOT NULL)
            ORDER BY calendar_id
            """,
            [.text(group.text), .text(account.text)]
        ).map {
            CalendarShare(
                calendar: CalendarID(stored: try $0.text(0)),
                level: try AccessLevel(stored: $0.integer(1))
            )
        }
    }

    /// Checks that an account's role allows an action, and returns the role.
    ///
    /// Throws ``StoreError/notAllowed`` for a member, ``StoreError/notFound`` for anyone else.
    @discardableResult
    func require(
        _ action: GroupAction,
        of group: GroupID,
        by account: AccountID
    ) throws -> GroupRole {
        guard let role = try role(of: account, in: group) else { throw StoreError.notFound }
        guard Permission.allows(action, as: role) else { throw StoreError.notAllowed }
        return role
    }

    /// Stores what a member shows a group: the member's own calendars at any level, and those of
    /// other groups at most as busy times.
    func apply(_ edit: ShareEdit, of account: AccountID, to group: GroupID) throws {
        if let level = edit.defaultLevel {
            try connection.execute(
                """
                UPDATE memberships SET default_level = $3
                WHERE group_id = $1 AND account_id = $2
                """,
                [.text(group.text), .text(account.text), .integer(Int64(level.rawValue))]
            )
        }
        for share in edit.shares {
            // Members may show another group's calendar as busy times, but not in full.
            let isInFull = Permission.allows(.seeEvents, at: share.level)
            try connection.calendars.require(
                isInFull ? .manage : .shareTimes,
                of: share.calendar,
                by: account
            )
            let calendarOfGroup = try connection.row(
                "SELECT 1 FROM calendars WHERE id = $1 AND group_id = $2",
                [.text(share.calendar.text), .text(group.text)]
            )
            guard calendarOfGroup == nil else { throw StoreError.notFound }
            try connection.execute(
                """
                INSERT INTO shares (group_id, account_id, calendar_id, level)
                VALUES ($1, $2, $3, $4)
                ON CONFLICT (group_id, account_id, calendar_id)
                DO UPDATE SET level = excluded.level
                """,
                [
                    .text(group.text), .text(account.text), .text(share.calendar.text),
                    .integer(Int64(share.level.rawValue)),
                ]
            )
        }
    }

    /// Removes the members, then the group with its calendar and its owner.
    ///
    /// Members are removed one by one, so that each gets the log entries for what they no longer see.
    func remove(_ id: GroupID) throws {
        let members = try members(of: id)
        for member in members where member.role != .owner {
            try removeMember(member.id, from: id)
            _ = try connection.changes.record(.groupRemoved(id), owner: member.id)
            try recordAll(of: member.id, among: [member.id])
        }
        guard let owner = members.first(where: { $0.role == .owner })?.id else { return }
        try connection.calendars.changingAccess(of: owner) {
            try connection.execute("DELETE FROM calendars WHERE group_id = $1", [.text(id.text)])
            _ = try connection.execute("DELETE FROM groups WHERE id = $1", [.text(id.text)])
        }
        _ = try connection.changes.record(.groupRemoved(id), owner: owner)
        try recordAll(of: owner, among: [owner])
    }

    func requireRoomForGroup(of account: AccountID) throws {
        let row = try connection.row(
            "SELECT count(*) FROM memberships WHERE account_id = $1",
            [.text(account.text)]
        )
        guard try row?.integer(0) ?? 0 < Limits.groupsPerAccountMax else {
            throw StoreError.tooMany(.groups)
        }
    }

    /// Refuses another group if an account owns as many as it may.
    ///
    /// Each group has its own quota, so somebody with any number of groups could store any amount.
    func requireRoomForOwnGroup(of account: AccountID) throws {
        let row = try connection.row(
            "SELECT count(*) FROM memberships WHERE account_id = $1 AND role = 'owner'",
            [.text(account.text)]
        )
        guard try row?.integer(0) ?? 0 < connection.storage.quotas.ownedGroups else {
            throw StoreError.tooMany(.ownGroups)
        }
    }
}
