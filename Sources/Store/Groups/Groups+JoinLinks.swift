import Agenda

/// A new link to join a group.
///
/// Only the hash of its token is stored.
package struct NewJoinLink: Sendable {
    package let id: String
    package let tokenHash: String
    /// How many people may join with it; nil for any number.
    package let usesMax: Int?
    package let createdSecond: Int64
    package let expiresSecond: Int64

    package init(
        id: String,
        tokenHash: String,
        usesMax: Int?,
        createdSecond: Int64,
        expiresSecond: Int64
    ) {
        self.id = id
        self.tokenHash = tokenHash
        self.usesMax = usesMax
        self.createdSecond = createdSecond
        self.expiresSecond = expiresSecond
    }
}

/// A link to join a group that can still be used, as members who may invite see it.
package struct JoinLink: Hashable, Sendable {
    package let id: String
    /// How many more people may join with it; nil for any number.
    package let usesLeft: Int?
    package let createdBy: AccountID
    package let createdSecond: Int64
    package let expiresSecond: Int64
}

/// What a person with a link to join sees of the group before joining.
package struct JoinLinkPreview: Hashable, Sendable {
    package let groupName: String
    package let memberNames: [String]
    package let invitedBy: String
}

extension Groups {
    /// The links to join a group that can still be used.
    package func joinLinks(
        to group: GroupID,
        by account: AccountID,
        nowSecond: Int64
    ) async throws -> [JoinLink] {
        try await observed.database.read(as: .account(account)) { connection in
            try connection.groups.require(.invite, of: group, by: account)
            return try connection.groups.joinLinks(to: group, nowSecond: nowSecond)
        }
    }

    package func addJoinLink(
        to group: GroupID,
        by account: AccountID,
        _ new: NewJoinLink
    ) async throws -> JoinLink {
        try await observed.change(of: account) { connection in
            try connection.groups.require(.invite, of: group, by: account)
            try connection.execute(
                "DELETE FROM invitations WHERE group_id = $1 AND expires_second <= $2",
                [.text(group.text), .integer(new.createdSecond)]
            )
            let present = try connection.groups.joinLinks(to: group, nowSecond: new.createdSecond)
            guard present.count < Limits.joinLinksPerGroupMax else {
                throw StoreError.tooMany(.joinLinks)
            }
            try connection.execute(
                """
                INSERT INTO invitations
                (id, group_id, token_hash, uses_left, created_by, created_second, expires_second)
                VALUES ($1, $2, $3, $4, $5, $6, $7)
                """,
                [
                    .text(new.id), .text(group.text), .text(new.tokenHash),
                    .optional(new.usesMax.map(Int64.init)), .text(account.text),
                    .integer(new.createdSecond), .integer(new.expiresSecond),
                ]
            )
            return JoinLink(
                id: new.id,
                usesLeft: new.usesMax,
                createdBy: account,
                createdSecond: new.createdSecond,
                expiresSecond: new.expiresSecond
            )
        }
    }

    /// Withdraws a link to join.
    package func revokeJoinLink(_ id: String, to group: GroupID, by account: AccountID) async throws
    {
        try await observed.change(of: account, mayUseReserve: true) { connection in
            try connection.groups.require(.invite, of: group, by: account)
            let count = try connection.execute(
                "DELETE FROM invitations WHERE id = $1 AND group_id = $2",
                [.text(id), .text(group.text)]
            )
            guard count == 1 else { throw StoreError.notFound }
        }
    }

    /// The group that a link to join leads to; throws when it can't be used any more.
    package func joinLinkPreview(tokenHash: String, nowSecond: Int64) async throws
        -> JoinLinkPreview
    {
        try await observed.database.read(as: .server(.joining)) { connection in
            let link = try connection.groups.joinLink(tokenHash: tokenHash)
            guard let link, link.isUsable(nowSecond: nowSecond) else {
                throw StoreError.notFound
            }
            let row = try connection.row(
                """
                SELECT groups.name, users.name FROM groups, users
                WHERE groups.id = $1 AND users.id = $2
                """,
                [.text(link.group.text), .text(link.createdBy.text)]
            )
            guard let row else { throw StoreError.notFound }
            return JoinLinkPreview(
                groupName: try row.text(0),
                memberNames: try connection.groups.members(of: link.group).map(\.name),
                invitedBy: try row.text(1)
            )
        }
    }

    /// Joins a group with a link.
    ///
    /// Nothing changes for a person who is already a member.
    ///
    /// `ask` adds the new member to the candidates of every open proposal.
    package func join(
        tokenHash: String,
        as account: AccountID,
        times: CalendarID,
        showing edit: ShareEdit,
        nowSecond: Int64,
        _ ask: @escaping CandidateEdit
    ) async throws -> GroupRecord {
        try await observed.change(of: account, doing: .joining) { connection in
            guard let link = try connection.groups.joinLink(tokenHash: tokenHash) else {
                throw StoreError.notFound
            }
            let group = link.group
            if let present = try connection.groups.group(group, seenBy: account) { return present }
            guard link.isUsable(nowSecond: nowSecond) else { throw StoreError.notFound }
            try connection.groups.requireRoomForGroup(of: account)
            try connection.execute(
                "UPDATE invitations SET uses_left = uses_left - 1 WHERE token_hash = $1",
                [.text(tokenHash)]
            )
            try connection.calendars.changingAccess(of: account) {
                try connection.groups.insertMember(
                    NewMember(account: account, role: .member, edit: edit, times: times),
                    into: group,
                    nowSecond: nowSecond
                )
            }
            try connection.proposals.rewriteCandidates(of: group, for: account, ask)
            try connection.groups.record(group)
            return try connection.groups.seenGroup(group, by: account)
        }
    }
}

/// A link to join as stored.
private struct StoredJoinLink {
    let group: GroupID
    let usesLeft: Int64?
    let createdBy: AccountID
    let expiresSecond: Int64

    func isUsable(nowSecond: Int64) -> Bool { usesLeft != 0 && nowSecond < expiresSecond }
}

extension GroupStatements {
    /// Withdraws a member's links to join a group.
    func removeJoinLinks(of member: AccountID, to group: GroupID) throws {
        try connection.execute(
            "DELETE FROM invitations WHERE group_id = $1 AND created_by = $2",
            [.text(group.text), .text(member.text)]
        )
    }

    fileprivate func joinLink(tokenHash: String) throws -> StoredJoinLink? {
        let row = try connection.row(
            """
            SELECT group_id, uses_left, created_by, expires_second FROM invitations
            WHERE token_hash = $1
            """,
            [.text(tokenHash)]
        )
        return try row.map { row in
            StoredJoinLink(
                group: GroupID(stored: try row.text(0)),
                usesLeft: row.isNull(1) ? nil : try row.integer(1),
                createdBy: AccountID(stored: try row.text(2)),
                expiresSecond: try row.integer(3)
            )
        }
    }

    fileprivate func joinLinks(
        to group: GroupID,
        nowSecond: Int64
    ) throws -> [JoinLink] {
        try connection.rows(
            """
            SELECT id, uses_left, created_by, created_second, expires_second FROM invitations
            WHERE group_id = $1 AND expires_second > $2 AND (uses_left IS NULL OR uses_left > 0)
            ORDER BY created_second, id
            """,
            [.text(group.text), .integer(nowSecond)]
        ).map { row in
            JoinLink(
                id: try row.text(0),
                usesLeft: row.isNull(1) ? nil : Int(try row.integer(1)),
                createdBy: AccountID(stored: try row.text(2)),
                createdSecond: try row.integer(3),
                expiresSecond: try row.integer(4)
            )
        }
    }
}
