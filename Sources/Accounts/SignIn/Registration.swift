import ServerBase
import Store

/// Who may register without the administrator.
package enum Registration: String, CaseIterable, Sendable {
    case open
    case invited
    case closed
}

extension AccountManagement {
    /// Whether somebody may register, with an invitation's token or without one.
    ///
    /// False while there are no accounts: the first needs the set-up code from the server's console.
    func admitsNewcomer(invitation: String?) async throws -> Bool {
        guard try await !store.accounts.isEmpty() else { return false }
        switch policy.registration {
        case .open: return true
        case .closed: return false
        case .invited:
            guard let invitation else { return false }
            return try await invitations.admits(invitation)
        }
    }
}

/// Checks the token of an invitation.
package struct InvitationCheck: Sendable {
    package let admits: @Sendable (_ token: String) async throws -> Bool

    package init(_ admits: @escaping @Sendable (_ token: String) async throws -> Bool) {
        self.admits = admits
    }

    /// Accepts usable invitations to the groups of a store.
    static func ofGroups(
        in store: CalendarStore,
        clockAndRandom: ClockAndRandom
    ) -> InvitationCheck {
        InvitationCheck { token in
            do {
                _ = try await store.groups.preview(
                    tokenHash: sha256Text(Array(token.utf8)),
                    nowSecond: clockAndRandom.nowSecond()
                )
                return true
            } catch StoreError.notFound {
                return false
            }
        }
    }
}
