package import Observability
import ServerBase
package import Store

/// How people sign in with passwords.
extension AccountManagement {
    /// The account that an address and its password sign in to.
    ///
    /// Throws ``ServerError/wrongCredentials`` if there is none, and
    /// ``ServerError/tooManyAttempts(retryAfterSeconds:)`` after too many failures.
    package func signIn(
        email typed: String,
        password: String,
        from network: ClientNetwork
    ) async throws -> Account {
        guard let email = EmailAddress(typed)?.text,
            password.count <= Limits.passwordLength.upperBound
        else {
            await noteRefusal(["address": typed])
            throw ServerError.wrongCredentials
        }
        let keys = try await attemptKeys(
            [.pair(account: email, network: network.text), .network(network.text)],
            email: email,
            network: network
        )
        return try await throttle.attempt(keys, nowSecond: clockAndRandom.nowSecond()) {
            let found = try await store.accounts.withPassword(email: email)
            let isRight = try await passwords.matches(password, stored: found?.password, of: email)
            guard let account = found?.account, isRight else {
                audit.note(.signInRefused, ["address": email])
                throw ServerError.wrongCredentials
            }
            return account
        }
    }

    /// Creates the account of somebody who registers, unless the policy keeps newcomers out.
    ///
    /// Each try counts for the network, successful or not.
    ///
    /// - Parameters:
    ///   - person: The fields; they are checked once the person is admitted.
    ///   - network: Where the request comes from.
    ///   - joinToken: The token of a link to join a group.
    /// - Returns: The account.
    /// - Throws: ``ServerError/registrationClosed`` if they aren't, and what `person` throws.
    package func register(
        _ person: @autoclosure () throws -> NewPerson,
        from network: ClientNetwork,
        by joinToken: String?
    ) async throws -> Account {
        let now = clockAndRandom.nowSecond()
        try await throttle.count([.registration(network.text)], nowSecond: now)
        guard try await admitsNewcomer(joinToken: joinToken) else {
            throw ServerError.registrationClosed
        }
        return try await create(try person(), isFirst: false)
    }

    /// Creates the first account, for somebody who has the code from the server's console.
    ///
    /// - Parameters:
    ///   - person: The fields; they are checked once the code is right.
    ///   - code: The code as typed.
    ///   - email: The address as typed, for the audit log.
    ///   - network: Where the request comes from.
    /// - Returns: The account.
    /// - Throws: ``StoreError/setupDone`` if there is an account, ``ServerError/wrongSetupCode``, and what
    ///   `person` throws.
    package func setUp(
        _ person: @autoclosure @Sendable () throws -> NewPerson,
        code: String,
        email: String,
        from network: ClientNetwork
    ) async throws -> Account {
        guard try await store.accounts.isEmpty() else { throw StoreError.setupDone }
        // There's no limit over all networks: nobody guesses a code with 50 random bits, and such a
        // limit would let strangers keep out the person who sets up the server.
        let keys: [ThrottleKey] = [.setup(network: network.text), .network(network.text)]
        return try await throttle.attempt(keys, nowSecond: clockAndRandom.nowSecond()) {
            guard setupCode.matches(code) else {
                audit.note(.signInRefused, ["address": email, "reason": "set-up code"])
                throw ServerError.wrongSetupCode
            }
            return try await create(try person(), isFirst: true)
        }
    }

    /// Sets the password of an account, and ends its sessions but one.
    package func setPassword(
        _ password: String,
        of account: Account,
        keepingSession tokenHash: String?
    ) async throws {
        try await store.accounts.setPassword(
            try await toStore(password, of: account.email),
            of: account.id,
            keepingTokenHash: tokenHash
        )
        audit.note(.passwordChanged)
    }

    /// Checks the password again, in case somebody else uses an unattended device.
    ///
    /// Accounts without a password skip this. Failed attempts count for this session only, so that
    /// attackers elsewhere can't keep a signed-in person from changing their password.
    package func confirm(
        _ password: String?,
        of profile: Profile,
        inSession tokenHash: String?,
        field: String
    ) async throws {
        guard profile.hasPassword else { return }
        let typed = password ?? ""
        let email = profile.account.email
        try await throttle.attempt(
            [.session(account: email, tokenHash: tokenHash ?? "")],
            nowSecond: clockAndRandom.nowSecond()
        ) {
            let stored = try await store.accounts.withPassword(email: email)?.password
            guard typed.count <= Limits.passwordLength.upperBound,
                try await passwords.matches(typed, stored: stored, of: email)
            else {
                audit.note(.signInRefused, ["reason": "password to confirm"])
                throw ServerError.notValidField(name: field, reason: "That is not the password.")
            }
        }
    }

    /// The text to store for a password, hashed with a salt of its own when it's the account's turn.
    func toStore(_ password: String, of account: String) async throws -> String {
        try await passwords.stored(
            password,
            salt: clockAndRandom.randomOctets(16),
            of: account
        )
    }

    /// What an attempt at an account's own password counts for: some keys, and the account over all
    /// networks.
    ///
    /// The latter doesn't count from a network that the account was used from before, so that attackers
    /// elsewhere can't keep the person out.
    func attemptKeys(
        _ keys: [ThrottleKey],
        email: String,
        network: ClientNetwork
    ) async throws -> [ThrottleKey] {
        let isKnown = try await store.sessions.isKnown(
            networkHash: network.hash(for: email),
            email: email
        )
        return isKnown ? keys : keys + [.account(email)]
    }
}
