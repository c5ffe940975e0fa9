import Store

/// What this server has at Google: a client that people can let in, and their access tokens.
struct Google: Sendable {
    let openID: OpenIDClient
    let tokens = GoogleTokens()
    /// The interface's address.
    let base: String

    /// Nil if the administrator hasn't set a client up.
    init?(_ openID: OpenID, base: String) {
        guard let client = openID.clients[OpenIDProvider.googleID] else { return nil }
        self.openID = client
        self.base = base
    }
}

/// The access tokens of Google accounts, for as long as they last.
actor GoogleTokens {
    private var known: [GoogleAccountID: (text: String, endsSecond: Int64)] = [:]

    func token(of account: GoogleAccountID, nowSecond: Int64) -> String? {
        guard let token = known[account], token.endsSecond > nowSecond else { return nil }
        return token.text
    }

    func keep(_ text: String, of account: GoogleAccountID, endsSecond: Int64) {
        if known.count >= Limits.googleTokensMax { known.removeAll() }
        known[account] = (text, endsSecond)
    }

    func forget(_ account: GoogleAccountID) {
        known[account] = nil
    }
}

extension Backend {
    static func secretPlace(of account: GoogleAccountID) -> String { "google \(account.text)" }

    /// Keeps what somebody has just allowed.
    ///
    /// - Returns: The Google account.
    /// - Throws: ``OpenIDError``, and the errors of the database.
    func keep(
        _ tokens: OpenIDClient.Tokens,
        of person: OpenIDPerson,
        _ consent: GoogleConsent
    ) async throws -> GoogleAccountID {
        guard let google, let lasting = tokens.refreshToken,
            GoogleConsent.canRead(tokens.scope),
            !consent.canWrite || GoogleConsent.canWrite(tokens.scope),
            lasting.utf8.count <= Limits.googleTokenBytesMax
        else { throw OpenIDError.consentIncomplete }
        let known = try await store.googleAccounts.all(of: consent.account)
            .first { $0.subject == person.subject }
        guard let id = known?.id ?? GoogleAccountID(clockAndRandom.identifier()) else {
            throw OpenIDError.consentIncomplete
        }
        do {
            let account = try await store.googleAccounts.save(
                GoogleAccount(
                    id: id,
                    account: consent.account,
                    subject: person.subject,
                    email: person.email?.text ?? consent.email ?? "",
                    refreshToken: secrets.seal(lasting, for: Self.secretPlace(of: id)),
                    canWrite: GoogleConsent.canWrite(tokens.scope)
                ),
                nowSecond: clockAndRandom.nowSecond()
            )
            await google.tokens.forget(account.id)
            return account.id
        } catch StoreError.tooMany(.googleAccounts) {
            throw OpenIDError.tooManyGoogleAccounts
        }
    }

    /// A client that asks in the name of a Google account's owner.
    ///
    /// - Throws: ``SourceFailure/consentEnded`` if this server has no client at Google any more.
    func googleClient(of account: GoogleAccount) throws(SourceFailure) -> GoogleClient {
        guard let google else { throw .consentEnded }
        return GoogleClient(web: openID.web, base: google.base) {
            refused throws(SourceFailure) in
            try await accessToken(of: account, google, refused)
        }
    }

    private func accessToken(
        of account: GoogleAccount,
        _ google: Google,
        _ refused: String?
    ) async throws(SourceFailure) -> String {
        let now = clockAndRandom.nowSecond()
        let known = await google.tokens.token(of: account.id, nowSecond: now)
        if let known, known != refused { return known }
        let place = Self.secretPlace(of: account.id)
        guard let lasting = try? secrets.open(account.refreshToken, for: place) else {
            throw .secretLost
        }
        let token = try await google.openID.accessToken(lasting)
        await google.tokens.keep(
            token.text,
            of: account.id,
            endsSecond: now + max(token.seconds - Limits.googleTokenSpareSeconds, 0)
        )
        return token.text
    }

    /// The calendar at Google that a source is, and the account through which it's read.
    func googleCalendar(
        of source: SourceRecord
    ) async throws -> (calendar: GoogleCalendar, account: GoogleAccount) {
        guard let id = source.googleAccount else { throw SourceFailure.consentEnded }
        let account = try await store.googleAccounts.account(id, of: source.account)
        let place = Self.secretPlace(of: source.calendar)
        guard let calendar = try? secrets.open(source.address, for: place) else {
            throw SourceFailure.secretLost
        }
        let client = try googleClient(of: account)
        return (GoogleCalendar(client: client, id: calendar, zones: zones), account)
    }

    /// Withdraws what the owner of a Google account has allowed, there and here.
    func disconnect(_ account: GoogleAccount) async throws {
        for calendar in try await store.googleAccounts.calendars(of: account.id) {
            try await store.calendars.remove(calendar, of: account.account)
        }
        let place = Self.secretPlace(of: account.id)
        if let google, let token = try? secrets.open(account.refreshToken, for: place) {
            // If that fails, its owner can still withdraw it at Google.
            try? await google.openID.revoke(token)
            await google.tokens.forget(account.id)
        }
        try await store.googleAccounts.remove(account.id, of: account.account)
    }
}
