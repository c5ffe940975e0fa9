import Observability
import OpenIDConnect
import ServerBase
package import Store

/// What an administrator does with accounts.
extension AccountManagement {
    /// Disables an account, and returns whether it wasn't before.
    ///
    /// Nobody can sign in to it, in whichever way, and its sessions and secret addresses end at once, on
    /// other servers within a second or two. Its data stays, and so does what it shows to others.
    package func disable(_ account: AccountID) async throws -> Bool {
        let now = clockAndRandom.nowSecond()
        let isNew = try await store.administration.disable(account, nowSecond: now)
        if isNew { audit.note(.accountDisabled, of: account.text) }
        return isNew
    }

    /// Lets people sign in to an account again, and returns whether it was disabled.
    package func enable(_ account: AccountID) async throws -> Bool {
        let isNew = try await store.administration.enable(account)
        if isNew { audit.note(.accountEnabled, of: account.text) }
        return isNew
    }

    /// Notes that a calendar came back from a backup as a new one.
    ///
    /// - Parameters:
    ///   - calendar: The new calendar.
    ///   - account: Whose it is.
    ///   - day: The date of the backup, such as `2026-11-24`.
    package func noteRestored(
        _ calendar: CalendarID,
        to account: AccountID,
        fromBackupOf day: String
    ) {
        audit.note(.calendarRestored, of: calendar.text, ["owner": account.text, "backup": day])
    }

    /// Makes a link by which somebody can choose a new password, in place of an earlier one.
    ///
    /// Throws ``StoreError/disabled`` if the account is.
    package func makePasswordLink(for account: AccountID) async throws -> PasswordLink {
        let token = base64URLText(clockAndRandom.randomOctets(Limits.passwordLinkOctets))
        let link = PasswordLink(
            path: "/password#" + token,
            expiresSecond: clockAndRandom.nowSecond() + Limits.passwordLinkSeconds
        )
        try await store.passwordLinks.create(
            tokenHash: PasswordLink.hash(of: token),
            for: account,
            expiresSecond: link.expiresSecond
        )
        audit.note(.passwordLinkMade, of: account.text)
        return link
    }

    /// Sets the password of a link's account, ends all its sessions, and forgets failed sign-ins.
    ///
    /// Throws ``ServerError/passwordLinkOver`` if the link isn't valid any more.
    package func usePasswordLink(_ token: String, password: String) async throws -> Account {
        do {
            let account = try await store.passwordLinks.use(
                tokenHash: PasswordLink.hash(of: token),
                password: try await toStore(password, of: token),
                nowSecond: clockAndRandom.nowSecond()
            )
            audit.note(.passwordChanged, by: account.id, ["by": "link"])
            _ = try await forgetFailures(at: account.email)
            return account
        } catch StoreError.notFound {
            throw ServerError.passwordLinkOver
        }
    }

    /// Lets people try to sign in to an account again who have to wait, and returns whether anything was
    /// counted.
    package func unlock(_ account: Account) async throws -> Bool {
        let isCounted = try await forgetFailures(at: account.email)
        if isCounted { audit.note(.accountUnlocked, of: account.id.text) }
        return isCounted
    }

    private func forgetFailures(at address: String) async throws -> Bool {
        let hash = ThrottleKey.accountHash(of: address)
        return try await store.signInFailures.forgetAll(accountHash: hash) > 0
    }

    /// Until when some people have to wait before they can try an account again; nil if nobody has to.
    package func waitEnd(at address: String) async throws -> Int64? {
        try await store.signInFailures.waitEnd(
            accountHash: ThrottleKey.accountHash(of: address),
            nowSecond: clockAndRandom.nowSecond()
        )
    }

    /// The name of the service that an identity is at, or its address.
    package func serviceName(of identity: Identity) -> String {
        policy.providers.first { $0.issuer == identity.issuer }?.name ?? identity.issuer
    }
}
