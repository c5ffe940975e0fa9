import ServerBase
import Store

/// Who may register without the administrator.
package enum Registration: String, CaseIterable, Sendable {
    case open
    case invited
    case closed
}

extension AccountManagement {
    /// Whether somebody may register, with the token of a link to join or without one.
    ///
    /// False while there are no accounts: the first needs the set-up code from the server's console.
    func admitsNewcomer(joinToken: String?) async throws -> Bool {
        guard try await !store.accounts.isEmpty() else { return false }
        switch policy.registration {
        case .open: return true
        case .closed: return false
        case .invited:
            guard let joinToken else { return false }
            return try await joinLinks.admits(joinToken)
        }
    }
}

/// Checks the token of a link to join a group.
package struct JoinLinkCheck: Sendable {
    package let admits: @Sendable (_ token: String) async throws -> Bool

    package init(_ admits: @escaping @Sendable (_ token: String) async throws -> Bool) {
        self.admits = admits
    }

    /// Accepts usable links to join the groups of a store.
    static func ofGroups(
        in store: CalendarStore,
        clockAndRandom: ClockAndRandom
    ) -> JoinLinkCheck {
        JoinLinkCheck { token in
            do {
                _ = try await store.groups.joinLinkPreview(
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
