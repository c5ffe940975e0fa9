import Store

/// Who may make an account without the administrator.
package enum Registration: String, CaseIterable, Sendable {
    case open
    case invited
    case closed
}

extension Backend {
    /// Whether somebody may make an account, by an invitation or without one.
    ///
    /// Never the first: that one is for whoever reads the server's console.
    func admitsNewcomer(invitation: String?) async throws -> Bool {
        guard try await !store.accounts.isEmpty() else { return false }
        switch settings.registration {
        case .open: return true
        case .closed: return false
        case .invited:
            guard let invitation else { return false }
            return try await invitations.admits(invitation)
        }
    }
}

/// Says which invitations are good.
package struct InvitationCheck: Sendable {
    package let admits: @Sendable (_ token: String) async throws -> Bool

    package init(_ admits: @escaping @Sendable (_ token: String) async throws -> Bool) {
        self.admits = admits
    }

    /// Those to the groups of a store.
    static func ofGroups<Driver: Database>(
        in store: CalendarStore<Driver>,
        surroundings: ClockAndRandom
    ) -> InvitationCheck {
        InvitationCheck { token in
            do {
                _ = try await store.groups.preview(
                    tokenHash: sha256Text(Array(token.utf8)),
                    nowSecond: surroundings.nowSecond()
                )
                return true
            } catch StoreError.notFound {
                return false
            }
        }
    }
}
