import Agenda

/// What happens to a group when one of its members deletes their account.
package struct GroupDeparture: Hashable, Sendable {
    package enum Kind: String, Sendable {
        /// The member leaves; nothing else changes.
        case left
        /// The member was the owner, and another member becomes the owner.
        case handedOver = "handed-over"
        /// The member was the only one, so the group is deleted.
        case deleted
    }

    package let id: GroupID
    package let name: String
    package let kind: Kind
    /// The new owner of a group that is handed over: the admin who joined first, or else the member
    /// who joined first; nil for other kinds.
    package let heir: AccountID?
    /// The heir's name; empty without an heir.
    package let heirName: String
}

extension Groups {
    /// What would happen to an account's groups if the account were deleted.
    package func departures(of account: AccountID) async throws -> [GroupDeparture] {
        try await observed.database.read(as: .account(account)) {
            try $0.groups.departures(of: account)
        }
    }

    /// Whether two accounts are the same, or have a group in common.
    package func shareGroup(_ one: AccountID, _ other: AccountID) async throws -> Bool {
        try await observed.database.read(as: .account(one)) {
            try one == other || $0.groups.haveGroupInCommon(one, other)
        }
    }
}

extension GroupStatements {
    func departures(of account: AccountID) throws -> [GroupDeparture] {
        try all(of: account).map { group in
            let others = group.members.filter { $0.id != account }
            let heir = others.first { $0.role == .admin } ?? others.first
            let kind: GroupDeparture.Kind =
                group.role != .owner ? .left : heir == nil ? .deleted : .handedOver
            return GroupDeparture(
                id: group.id,
                name: group.name,
                kind: kind,
                heir: kind == .handedOver ? heir?.id : nil,
                heirName: kind == .handedOver ? heir?.name ?? "" : ""
            )
        }
    }

    /// Takes an account out of all its groups, as ``departures(of:)`` describes.
    ///
    /// `edit` takes the account out of the candidates of its groups' open proposals.
    func leaveAll(_ account: AccountID, _ edit: CandidateEdit) throws {
        for departure in try departures(of: account) {
            if departure.kind == .deleted {
                try remove(departure.id)
                continue
            }
            if let heir = departure.heir { try handOver(departure.id, from: account, to: heir) }
            try connection.proposals.rewriteCandidates(of: departure.id, for: account, edit)
            try removeMember(account, from: departure.id)
            try record(departure.id)
        }
    }
}
