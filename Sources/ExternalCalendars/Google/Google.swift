import Observability
package import OpenIDConnect
import Secrets
import ServerBase
package import Store

/// What this server has at Google: a client that people can let in, and their access tokens.
package struct Google: Sendable {
    let openID: OpenIDClient
    let tokens = GoogleTokens()
    /// The interface's address.
    let base: String

    /// Nil if the administrator hasn't set a client up.
    package init?(_ client: OpenIDClient?, base: String) {
        guard let client else { return nil }
        openID = client
        self.base = base
    }
}

/// Access tokens, for as long as they last, by the refresh tokens that they were given for: what a newer
/// consent allows, an older token doesn't.
actor GoogleTokens {
    private var known: [String: (text: String, endsSecond: Int64)] = [:]

    func token(for refreshToken: String, nowSecond: Int64) -> String? {
        guard let token = known[refreshToken], token.endsSecond > nowSecond else { return nil }
        return token.text
    }

    func keep(_ text: String, for refreshToken: String, endsSecond: Int64) {
        if known.count >= Limits.googleTokensMax { known.removeAll() }
        known[refreshToken] = (text, endsSecond)
    }
}

extension ExternalCalendarManagement {
    package static func secretPlace(of account: GoogleAccountID) -> String {
        "google \(account.text)"
    }

    /// Keeps what somebody has just allowed, and fetched with their session.
    ///
    /// - Returns: The Google account.
    /// - Throws: ``StoreError/tooMany(_:)``, and the errors of the database.
    package func keep(_ answer: GoogleAnswer, of owner: AccountID) async throws -> GoogleAccountID {
        let known = try await store.googleAccounts.all(of: owner)
            .first { $0.subject == answer.subject }
        guard let id = known?.id ?? GoogleAccountID(clockAndRandom.identifier()) else {
            throw ServerError.notFound
        }
        let account = try await store.googleAccounts.save(
            GoogleAccount(
                id: id,
                account: owner,
                subject: answer.subject,
                email: answer.email,
                refreshToken: secrets.seal(answer.refreshToken, for: Self.secretPlace(of: id)),
                canWrite: answer.canWrite
            ),
            nowSecond: clockAndRandom.nowSecond()
        )
        audit.note(.googleConnected, by: owner, of: account.id.text)
        return account.id
    }

    /// A client that asks in the name of a Google account's owner.
    ///
    /// - Throws: ``ExternalCalendarFailure/consentEnded`` if this server has no client at Google any more.
    package func googleClient(of account: GoogleAccount) throws(ExternalCalendarFailure)
        -> GoogleClient
    {
        guard let google else { throw .consentEnded }
        return GoogleClient(web: web, base: google.base) {
            refused throws(ExternalCalendarFailure) in
            try await accessToken(of: account, google, refused)
        }
    }

    private func accessToken(
        of account: GoogleAccount,
        _ google: Google,
        _ refused: String?
    ) async throws(ExternalCalendarFailure) -> String {
        let now = clockAndRandom.nowSecond()
        let place = Self.secretPlace(of: account.id)
        guard let refreshToken = try? secrets.open(account.refreshToken, for: place) else {
            throw .secretLost
        }
        let known = await google.tokens.token(for: refreshToken, nowSecond: now)
        if let known, known != refused { return known }
        let token: (text: String, seconds: Int64)
        do {
            token = try await google.openID.accessToken(refreshToken)
        } catch {
            throw ExternalCalendarFailure(of: error)
        }
        await google.tokens.keep(
            token.text,
            for: refreshToken,
            endsSecond: now
                + min(max(token.seconds, 0), Limits.googleTokenSecondsMax)
                - Limits.googleTokenSpareSeconds
        )
        return token.text
    }

    /// The calendar at Google, and the account through which it's read.
    func googleCalendar(
        of source: ExternalCalendar
    ) async throws -> (calendar: GoogleCalendar, account: GoogleAccount) {
        guard let id = source.googleAccount else { throw ExternalCalendarFailure.consentEnded }
        let account = try await store.googleAccounts.account(id, of: source.account)
        let place = Self.secretPlace(of: source.calendar)
        guard let calendar = try? secrets.open(source.address, for: place) else {
            throw ExternalCalendarFailure.secretLost
        }
        let client = try googleClient(of: account)
        return (
            GoogleCalendar(
                client: client,
                id: calendar,
                ownAddress: account.email,
                zones: zones
            ), account
        )
    }

    /// Withdraws what the owner of a Google account has allowed, there and here.
    package func disconnect(_ account: GoogleAccount) async throws {
        // A calendar may be added in this moment.
        repeat {
            for calendar in try await store.googleAccounts.calendars(of: account.id) {
                try await store.calendars.remove(calendar, of: account.account)
                audit.note(.externalCalendarRemoved, by: account.account, of: calendar.text)
            }
        } while try await !store.googleAccounts.remove(account.id, of: account.account)
        audit.note(.googleDisconnected, by: account.account, of: account.id.text)
        await revoke(account)
    }

    /// Withdraws all that somebody has allowed at Google, before their account here is removed.
    package func revokeGoogle(of account: AccountID) async throws {
        for google in try await store.googleAccounts.all(of: account) { await revoke(google) }
    }

    /// Withdraws a consent, unless another account here lives on it: Google withdraws it for all.
    private func revoke(_ account: GoogleAccount) async {
        let place = Self.secretPlace(of: account.id)
        guard let google, let token = try? secrets.open(account.refreshToken, for: place),
            (try? await store.googleAccounts.hasOther(than: account)) == false
        else { return }
        // If that fails, its owner can still withdraw it at Google.
        try? await google.openID.revoke(token)
    }
}
