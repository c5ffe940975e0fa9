/// Limits failed sign-in attempts, so that nobody can guess a password, and attackers can't lock out
/// the real person; and requests at secret addresses.
///
/// The counts are only in memory: somebody who can restart the server doesn't need a password.
actor SignInThrottle {
    /// What attempts are counted for.
    enum Key: Hashable {
        /// Attempts at one account from one network.
        case pair(account: String, network: String)
        /// Attempts at any account from one network.
        case network(String)
        /// Attempts at one account from all networks, except those it was used from before.
        case account(String)
        /// Attempts to confirm the password in one session.
        case session(tokenHash: String)
        /// Registrations from one network, successful or not.
        case registration(String)
        /// Requests at the secret address with an ID.
        case link(String)
        /// Requests at secret addresses from one network.
        case linkNetwork(String)
        /// Other servers that an account has this one ask.
        case sources(account: String)

        var countMax: Int {
            switch self {
            case .pair, .session: Limits.attemptsPerAccountMax
            case .network: Limits.attemptsPerNetworkMax
            case .account: Limits.attemptsFromEverywhereMax
            case .registration: Limits.registrationsPerNetworkMax
            case .link: Limits.linkRequestsMax
            case .linkNetwork: Limits.linkRequestsPerNetworkMax
            case .sources: Limits.sourceRequestsMax
            }
        }

        /// After how many seconds attempts are forgotten.
        var windowSeconds: Int64 {
            switch self {
            case .pair, .session, .network, .account, .registration, .sources:
                Limits.attemptWindowSeconds
            case .link, .linkNetwork: Limits.linkWindowSeconds
            }
        }

        /// Whether all attempts under the key are likely to be by one person.
        var isForOnePerson: Bool {
            switch self {
            case .pair, .session, .sources: true
            case .network, .account, .registration, .link, .linkNetwork: false
            }
        }
    }

    private struct Count {
        var attempts: Int
        var endsSecond: Int64
        /// Whether it was told that there are too many.
        var isTold = false
    }

    private var counts: [Key: Count] = [:]
    private let limited: @Sendable (Key) -> Void

    /// - Parameter limited: Called the first time that a key is at its limit, until it's forgotten.
    init(limited: @escaping @Sendable (Key) -> Void = { _ in }) { self.limited = limited }

    /// Throws ``ServerError/tooManyAttempts(retryAfterSeconds:)`` if a key is at its limit.
    ///
    /// Doesn't count an attempt.
    func check(_ keys: [Key], nowSecond: Int64) throws(ServerError) {
        for key in keys { keepWithinWindow(key, nowSecond: nowSecond) }
        let waits = keys.compactMap { key in
            let wait = wait(for: key, nowSecond: nowSecond)
            if wait != nil { tell(key) }
            return wait
        }
        if let longest = waits.max() { throw .tooManyAttempts(retryAfterSeconds: longest) }
    }

    /// Checks the keys and counts an attempt before it's made, so that parallel attempts can't exceed
    /// the limit.
    func admit(_ keys: [Key], nowSecond: Int64) throws(ServerError) {
        try check(keys, nowSecond: nowSecond)
        makeRoom(nowSecond: nowSecond)
        for key in keys {
            if let count = counts[key], count.endsSecond > nowSecond {
                counts[key]?.attempts = count.attempts + 1
            } else {
                counts[key] = Count(
                    attempts: 1,
                    endsSecond: nowSecond + key.windowSeconds
                )
            }
        }
    }

    /// Uncounts an attempt that succeeded, and the same person's failures before it.
    ///
    /// Shared counts only lose this one attempt. Otherwise an attacker could reset them by signing in
    /// to their own account, and try others without end.
    func forgive(_ keys: [Key]) {
        for key in keys {
            guard !key.isForOnePerson, let count = counts[key], count.attempts > 1 else {
                counts[key] = nil
                continue
            }
            counts[key]?.attempts -= 1
        }
    }

    /// Strangers could otherwise fill a log with their attempts.
    private func tell(_ key: Key) {
        guard counts[key]?.isTold == false else { return }
        counts[key]?.isTold = true
        limited(key)
    }

    /// Sees to it that nobody waits for longer than the window after the machine's clock was put back.
    private func keepWithinWindow(_ key: Key, nowSecond: Int64) {
        guard let count = counts[key] else { return }
        counts[key]?.endsSecond = min(count.endsSecond, nowSecond + key.windowSeconds)
    }

    private func wait(for key: Key, nowSecond: Int64) -> Int64? {
        guard let count = counts[key], count.endsSecond > nowSecond,
            count.attempts >= key.countMax
        else { return nil }
        return count.endsSecond - nowSecond
    }

    /// Makes room for new keys: drops expired ones, then, if needed, the tenth that expires first.
    private func makeRoom(nowSecond: Int64) {
        guard counts.count >= Limits.attemptKeysMax else { return }
        counts = counts.filter { $0.value.endsSecond > nowSecond }
        guard counts.count >= Limits.attemptKeysMax else { return }
        let oldest = counts.sorted { $0.value.endsSecond < $1.value.endsSecond }
        for (key, _) in oldest.prefix(Limits.attemptKeysMax / 10) { counts[key] = nil }
    }
}
