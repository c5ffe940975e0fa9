package import Observability
import ServerBase
package import Store

extension AccountManagement {
    /// The account of a program's credentials, and the ID of its app password.
    ///
    /// A right app password is accepted however many wrong ones came before it: a forgotten program
    /// with a revoked one must not lock the others out. Failures are counted separately from
    /// people's; counting per network is enough, as nobody guesses 140 random bits.
    package func program(
        _ typed: BasicCredentials,
        from network: ClientNetwork
    ) async throws -> (account: Account, appPassword: String) {
        let now = clockAndRandom.nowSecond()
        if let found = try await appPassword(typed, nowSecond: now) { return found }
        let keys = Self.programKeys(email: typed.email, network: network)
        try await throttle.count(keys, nowSecond: now)
        audit.note(.signInRefused, ["address": typed.email])
        throw ServerError.wrongAppPassword
    }

    /// The account of a calendar program's credentials, by an app password or, if the settings allow
    /// it, by the account's own.
    ///
    /// An own password that was found right within the last minutes is accepted at once, too; only
    /// one that has to be hashed first counts as an attempt.
    ///
    /// Throws ``StoreError/disabled`` if a password is right, but nobody can sign in to the account.
    package func calendarProgram(
        _ typed: BasicCredentials,
        from network: ClientNetwork
    ) async throws -> (account: Account, appPassword: String?) {
        guard policy.letsProgramsUseAccountPasswords else {
            return try await program(typed, from: network)
        }
        let now = clockAndRandom.nowSecond()
        if let found = try await appPassword(typed, nowSecond: now) { return found }
        let found = try await store.accounts.withPassword(email: typed.email)
        if let found,
            await checkedPasswords.contains(typed.password, stored: found.password, nowSecond: now)
        {
            return (try enabled(found), nil)
        }
        // This may be the account's own password, and somebody guessing it, as on the page.
        let keys = try await attemptKeys(
            Self.programKeys(email: typed.email, network: network),
            email: typed.email,
            network: network
        )
        let right = try await throttle.attempt(keys, nowSecond: now) {
            guard typed.password.count <= Limits.passwordLength.upperBound,
                try await passwords.matches(
                    typed.password,
                    stored: found?.password,
                    of: typed.email
                ), let found
            else {
                audit.note(.signInRefused, ["address": typed.email])
                throw ServerError.wrongAppPassword
            }
            return found
        }
        await checkedPasswords.insert(typed.password, stored: right.password, nowSecond: now)
        let account = try enabled(right)
        if await programNetworks.isFirst(account.id, from: network) {
            audit.note(.programSignedIn, by: account.id)
        }
        return (account, nil)
    }

    private func enabled(
        _ found: (account: Account, password: String, isDisabled: Bool)
    ) throws(StoreError) -> Account {
        guard !found.isDisabled else { throw .disabled }
        return found.account
    }

    private static func programKeys(
        email: String,
        network: ClientNetwork
    ) -> [ThrottleKey] {
        [.programPair(account: email, network: network.text), .programNetwork(network.text)]
    }

    private func appPassword(
        _ typed: BasicCredentials,
        nowSecond now: Int64
    ) async throws -> (account: Account, appPassword: String)? {
        let hash = AppPasswordText.hash(of: typed.password)
        guard let found = try await store.appPasswords.use(email: typed.email, hash: hash) else {
            return nil
        }
        if found.usedSecond == nil {
            audit.note(.appPasswordUsed, by: found.account.id, of: found.id)
        }
        if now - (found.usedSecond ?? 0) >= Limits.lastUseUpdateSeconds {
            try await noteUse {
                try await store.appPasswords.touch(found.id, nowSecond: now)
            }
        }
        return (found.account, found.id)
    }

    /// Notes when a session or app password was last used.
    ///
    /// If that fails, the request goes on.
    package func noteUse(_ touch: () async throws -> Void) async throws {
        do {
            try await touch()
        } catch StoreError.full, StoreError.busy {
            return
        }
    }
}

extension AccountManagement {
    /// Makes an app password of an account, and returns it with its text, which is nowhere else.
    package func makeAppPassword(
        named name: String,
        of account: AccountID
    ) async throws -> (record: AppPassword, text: String) {
        let password = AppPasswordText(clockAndRandom: clockAndRandom)
        let record = AppPassword(
            id: clockAndRandom.identifier(),
            name: try ProfileFields(zones: zones).name(name),
            createdSecond: clockAndRandom.nowSecond()
        )
        try await store.appPasswords.create(
            record,
            hash: AppPasswordText.hash(of: password.text),
            of: account
        )
        audit.note(.appPasswordMade, by: account, of: record.id)
        return (record, password.text)
    }

    /// Revokes every app password of an account that has a name, or all without one, and returns how many
    /// there were.
    package func revokeAppPasswords(
        named name: String? = nil,
        of account: AccountID
    ) async throws -> Int {
        let named = try await store.appPasswords.all(of: account)
            .filter { name == nil || $0.name == name }
        for each in named {
            try await store.appPasswords.remove(each.id, of: account)
            audit.note(.appPasswordRemoved, by: account, of: each.id)
        }
        return named.count
    }
}
