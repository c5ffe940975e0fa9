import Observability
package import OpenIDConnect
import Outgoing
import ServerBase
package import Store

/// The configured providers.
package struct OpenID: Sendable {
    package let clients: [String: OpenIDClient]
    let pictures = PictureDownloads()
    let web: WebFetcher

    init(providers: [OpenIDProvider], web: WebFetcher, clockAndRandom: ClockAndRandom) {
        self.web = web
        clients = Dictionary(
            providers.map {
                ($0.id, OpenIDClient(provider: $0, web: web, nowSecond: clockAndRandom.nowSecond))
            },
            uniquingKeysWith: { first, _ in first }
        )
    }
}

/// A person who has signed in with a provider.
package struct Arrival {
    package let account: Account
    /// Whether this identity was just added to the account.
    package let isFirst: Bool
}

extension AccountManagement {
    /// Finds or creates the account of a person identified by a provider.
    package func account(
        of person: OpenIDPerson,
        provider: OpenIDProvider,
        attempt: OpenIDAttempt
    ) async throws -> Arrival {
        let known = try await store.identities.account(
            issuer: provider.issuer,
            subject: person.subject
        )
        if let joining = attempt.joins {
            let account = try await join(person, of: provider, to: joining, known: known)
            return Arrival(account: account, isFirst: known == nil)
        }
        if let known { return Arrival(account: known, isFirst: false) }
        guard let email = person.email else { throw OpenIDError.emailMissing }
        if let holder = try await store.identities.account(email: email.text) {
            // An unverified address must not give access to its account.
            guard person.isEmailVerified, holder.isVerified else {
                throw OpenIDError.accountExists
            }
            try await add(person, of: provider, to: holder.account.id)
            return Arrival(account: holder.account, isFirst: true)
        }
        guard try await admitsNewcomer(joinToken: joinToken(in: attempt.returnPath)) else {
            throw OpenIDError.registrationClosed
        }
        guard email.hasOnlyVisibleCharacters else { throw OpenIDError.emailMissing }
        let account = try await createAccount(for: person, email: email, provider: provider)
        return Arrival(account: account, isFirst: true)
    }

    private func join(
        _ person: OpenIDPerson,
        of provider: OpenIDProvider,
        to joining: AccountID,
        known: Account?
    ) async throws -> Account {
        if let known, known.id != joining { throw OpenIDError.identityTaken }
        try await add(person, of: provider, to: joining)
        return try await store.accounts.profile(of: joining).account
    }

    private func add(
        _ person: OpenIDPerson,
        of provider: OpenIDProvider,
        to account: AccountID
    ) async throws {
        do {
            try await store.identities.add(
                identity(of: person, provider: provider),
                to: account,
                nowSecond: clockAndRandom.nowSecond()
            )
            audit.note(.identityLinked, by: account, of: account.text, ["with": provider.id])
        } catch StoreError.identityTaken {
            throw OpenIDError.identityTaken
        } catch StoreError.tooMany(.identities) {
            throw OpenIDError.tooManyIdentities
        }
    }

    private func createAccount(
        for person: OpenIDPerson,
        email: EmailAddress,
        provider: OpenIDProvider
    ) async throws -> Account {
        let name = DisplayName.cleaned(person.name ?? "").prefix(
            utf8Max: Limits.nameBytesMax
        )
        let new = newAccount(
            email: email,
            name: name.isEmpty ? email.localPart.prefix(utf8Max: Limits.nameBytesMax) : name,
            password: nil,
            isEmailVerified: person.isEmailVerified
        )
        do {
            try await store.identities.create(
                new,
                for: identity(of: person, provider: provider),
                nowSecond: clockAndRandom.nowSecond()
            )
        } catch StoreError.emailTaken {
            // Another request created it since we looked.
            throw OpenIDError.accountExists
        }
        audit.note(.accountCreated, of: new.account.id.text, ["with": provider.id])
        return new.account
    }

    private func identity(of person: OpenIDPerson, provider: OpenIDProvider) -> Identity {
        Identity(
            id: clockAndRandom.identifier(),
            issuer: provider.issuer,
            subject: person.subject,
            email: person.email?.text ?? ""
        )
    }

    /// The token of the link to join whose page the sign-in was started from, if any.
    private func joinToken(in path: String) -> String? {
        let start = "/join/"
        guard path.hasPrefix(start) else { return nil }
        return String(path.dropFirst(start.count).prefix { $0 != "?" })
    }
}
