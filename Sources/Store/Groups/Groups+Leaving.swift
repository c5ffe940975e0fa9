import Agenda

/// What becomes of a group when one of its members deletes the account.
package struct GroupFate: Hashable, Sendable {
    package enum Kind: String, Sendable {
        /// The others go on without the member.
        case left
        /// The others go on, and one of them is the owner now.
        case handedOver = "handed-over"
        /// Nobody else was in it.
        case deleted
    }

    package let id: GroupID
    package let name: String
    package let kind: Kind
    /// Who gets it when it is handed over: the first admin to have joined, or else the first member.
    package let heir: AccountID?
    /// The heir's name; empty when there is none.
    package let heirName: String
}

extension Groups {
    /// What would become of an account's groups if it were deleted.
    package func fates(of account: AccountID) async throws -> [GroupFate] {
        try await observed.database.read { try $0.groupFates(of: account) }
    }

    /// Whether two accounts are the same, or have a group in common.
    package func areFellows(_ one: AccountID, _ other: AccountID) async throws -> Bool {
        try await observed.database.read { connection in
            let row = try connection.row(
                """
                SELECT 1 FROM memberships AS one
                JOIN memberships AS other ON other.group_id = one.group_id
                WHERE one.account_id = $1 AND other.account_id = $2 LIMIT 1
                """,
                [.text(one.text), .text(other.text)]
            )
            return one == other || row != nil
        }
    }
}

extension DatabaseConnection {
    func groupFates(of account: AccountID) throws -> [GroupFate] {
        try groups(of: account).map { group in
            let others = group.members.filter { $0.id != account }
            let heir = others.first { $0.role == .admin } ?? others.first
            let kind: GroupFate.Kind =
                group.role != .owner ? .left : heir == nil ? .deleted : .handedOver
            return GroupFate(
                id: group.id,
                name: group.name,
                kind: kind,
                heir: kind == .handedOver ? heir?.id : nil,
                heirName: kind == .handedOver ? heir?.name ?? "" : ""
            )
        }
    }

    /// Takes an account out of all its groups, as ``groupFates(of:)`` said before, and by an edit out
    /// of what is proposed in them.
    func leaveAllGroups(_ account: AccountID, _ edit: CandidateEdit) throws {
        for fate in try groupFates(of: account) {
            if fate.kind == .deleted {
                try removeGroup(fate.id)
                continue
            }
            if let heir = fate.heir { try handOver(fate.id, from: account, to: heir) }
            try rewriteCandidates(of: fate.id, for: account, edit)
            try removeMember(account, from: fate.id)
            try recordGroup(fate.id)
        }
    }
}
