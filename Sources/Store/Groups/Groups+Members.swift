package import Agenda

extension Groups {
    /// Gives a member another role.
    ///
    /// When somebody becomes the owner, the former owner becomes an admin.
    package func setRole(
        _ role: GroupRole,
        of member: AccountID,
        in group: GroupID,
        by account: AccountID
    ) async throws -> GroupRecord {
        try await observed.change(of: account) { connection in
            try connection.groups.require(.assignRoles, of: group, by: account)
            guard let old = try connection.groups.role(of: member, in: group) else {
                throw StoreError.notFound
            }
            if old != role {
                guard old != .owner else { throw StoreError.lastOwner }
                if role == .owner {
                    // The account can't see which other groups the new owner is in.
                    try connection.also(.joining) {
                        try connection.groups.requireRoomForOwnGroup(of: member)
                    }
                    try connection.groups.handOver(group, from: account, to: member)
                } else {
                    try connection.groups.setRole(role, of: member, in: group)
                    if role == .member {
                        try connection.groups.removeJoinLinks(of: member, to: group)
                        try connection.secretAddresses.removeAll(of: member, to: group)
                    }
                }
                try connection.groups.record(group)
            }
            return try connection.groups.seenGroup(group, by: account)
        }
    }

    /// Leaves a group, or removes a fellow member from it.
    ///
    /// `edit` takes the member out of the candidates of the group's open proposals.
    package func removeMember(
        _ member: AccountID,
        from group: GroupID,
        by account: AccountID,
        _ edit: @escaping CandidateEdit
    ) async throws {
        try await observed.change(of: account, mayUseReserve: true) { connection in
            let action = member == account ? GroupAction.see : .removeMember
            try connection.groups.require(action, of: group, by: account)
            guard let role = try connection.groups.role(of: member, in: group) else {
                throw StoreError.notFound
            }
            guard role != .owner else {
                throw member == account ? StoreError.lastOwner : StoreError.notAllowed
            }
            try connection.proposals.rewriteCandidates(of: group, for: account, edit)
            try connection.groups.removeMember(member, from: group)
            _ = try connection.changes.record(.groupRemoved(group), owner: member)
            // This also removed the busy times of this group's calendar that the member showed
            // other groups.
            try connection.groups.recordAll(of: member, among: [member])
            try connection.groups.record(group)
        }
    }
}

/// An account that joins a group.
struct NewMember {
    let account: AccountID
    let role: GroupRole
    let edit: ShareEdit
    /// The ID under which other groups see the times that the member has in this group.
    let times: CalendarID
}

extension GroupStatements {
    /// Whether two accounts are members of the same group.
    func haveGroupInCommon(_ one: AccountID, _ other: AccountID) throws -> Bool {
        try connection.row(
            """
            SELECT 1 FROM memberships AS one
            JOIN memberships AS other ON other.group_id = one.group_id
            WHERE one.account_id = $1 AND other.account_id = $2 LIMIT 1
            """,
            [.text(one.text), .text(other.text)]
        ) != nil
    }

    func role(of account: AccountID, in group: GroupID) throws -> GroupRole? {
        let row = try connection.row(
            "SELECT role FROM memberships WHERE group_id = $1 AND account_id = $2",
            [.text(group.text), .text(account.text)]
        )
        return try row.map { try GroupRole(stored: $0.text(0)) }
    }

    func members(of group: GroupID) throws -> [MemberRecord] {
        try connection.rows(
            """
            SELECT users.id, users.name, memberships.role, memberships.color,
            users.zone, pictures.etag, \(WorkingHours.columns)
            FROM memberships JOIN users ON users.id = memberships.account_id
            LEFT JOIN pictures ON pictures.user_id = users.id
            WHERE memberships.group_id = $1 ORDER BY memberships.joined_second, users.id
            """,
            [.text(group.text)]
        ).map { row in
            MemberRecord(
                id: AccountID(stored: try row.text(0)),
                name: try row.text(1),
                role: try GroupRole(stored: row.text(2)),
                color: try row.text(3),
                zone: try row.text(4),
                hours: try WorkingHours(row, from: 6),
                pictureETag: row.isNull(5) ? nil : try row.text(5)
            )
        }
    }

    /// Logs a change of a group for every member.
    func record(_ group: GroupID) throws {
        for member in try memberIDs(of: group) {
            _ = try connection.changes.record(.group(group), owner: member)
        }
    }

    /// The members of a group, even if the account has just left it.
    private func memberIDs(of group: GroupID) throws -> [AccountID] {
        try connection.also(.sharing) {
            try connection.rows(
                "SELECT account_id FROM memberships WHERE group_id = $1 ORDER BY account_id",
                [.text(group.text)]
            ).map { AccountID(stored: try $0.text(0)) }
        }
    }

    /// Logs a change of an account's groups, such as after the account's name changed.
    ///
    /// - Parameters:
    ///   - account: The account whose groups to log.
    ///   - only: The one group to log; nil for all.
    ///   - readers: The accounts to log it for; nil for all members of each group.
    /// - Throws: The errors of the database.
    func recordAll(
        of account: AccountID,
        only: GroupID? = nil,
        among readers: [AccountID]? = nil
    ) throws {
        // Another account may be in groups that this one doesn't know.
        let groups = try connection.also(.sharing) {
            try connection.rows(
                "SELECT group_id FROM memberships WHERE account_id = $1 ORDER BY group_id",
                [.text(account.text)]
            )
        }
        for row in groups {
            let group = GroupID(stored: try row.text(0))
            guard only == nil || only == group else { continue }
            for reader in try readers ?? memberIDs(of: group) {
                _ = try connection.changes.record(.group(group), owner: reader)
            }
        }
    }

    /// Adds a member with the colour that the fewest members have; that's a free colour if there is
    /// one.
    func insertMember(_ new: NewMember, into group: GroupID, nowSecond: Int64) throws {
        let members = try members(of: group)
        guard members.count < Limits.membersPerGroupMax else {
            throw StoreError.tooMany(.members)
        }
        let colors = EventColor.allCases.map(\.name)
        let uses = colors.map { color in members.count { $0.color == color } }
        let color = zip(colors, uses).min { $0.1 < $1.1 }?.0 ?? EventColor.blue.name
        // A policy keeps accounts from adding themselves to a group.
        _ = try connection.also(.joining) {
            try connection.execute(
                """
                INSERT INTO memberships
                (group_id, account_id, role, color, default_level, joined_second, times_id)
                VALUES ($1, $2, $3, $4, $5, $6, $7)
                """,
                [
                    .text(group.text), .text(new.account.text), .text(new.role.word), .text(color),
                    .integer(Int64(AccessLevel.busy.rawValue)), .integer(nowSecond),
                    .text(new.times.text),
                ]
            )
        }
        try apply(new.edit, of: new.account, to: group)
    }

    /// Removes a member with their shares, links to join and secret addresses, and what they showed
    /// other groups of this group's calendar.
    func removeMember(_ member: AccountID, from group: GroupID) throws {
        let values: [SQLValue] = [.text(group.text), .text(member.text)]
        try connection.calendars.changingAccess(of: member) {
            // Some shares may be with groups that the account isn't in.
            _ = try connection.also(.sharing) {
                try connection.execute(
                    """
                    DELETE FROM shares WHERE account_id = $2 AND (group_id = $1
                    OR calendar_id IN (SELECT id FROM calendars WHERE group_id = $1))
                    """,
                    values
                )
            }
            try removeJoinLinks(of: member, to: group)
            try connection.secretAddresses.removeAll(of: member, to: group)
            _ = try connection.execute(
                "DELETE FROM memberships WHERE group_id = $1 AND account_id = $2",
                values
            )
        }
    }

    func setRole(_ role: GroupRole, of member: AccountID, in group: GroupID) throws {
        try connection.execute(
            "UPDATE memberships SET role = $3 WHERE group_id = $1 AND account_id = $2",
            [.text(group.text), .text(member.text), .text(role.word)]
        )
    }

    /// Makes another member the owner of a group, its calendar and the calendar's log entries.
    ///
    /// Otherwise deleting the former owner's account would delete these too.
    func handOver(_ group: GroupID, from owner: AccountID, to heir: AccountID) throws {
        try setRole(.admin, of: owner, in: group)
        try setRole(.owner, of: heir, in: group)
        // Otherwise a row's owner can't be changed, and log entries can't be changed at all.
        try connection.also(.sharing) {
            try connection.execute(
                "UPDATE calendars SET owner_id = $2 WHERE group_id = $1",
                [.text(group.text), .text(heir.text)]
            )
            try connection.execute(
                """
                UPDATE changes SET owner_id = $2 WHERE href IS NOT NULL
                AND subject_id IN (SELECT id FROM calendars WHERE group_id = $1)
                """,
                [.text(group.text), .text(heir.text)]
            )
        }
    }
}

extension GroupRole {
    /// A role from the database, where the schema checks it.
    init(stored word: String) { self = GroupRole(word) ?? .member }
}
