/// Counts failed attempts to sign in, so that nobody guesses a password and nobody is kept out by
/// those who try.
///
/// In memory: whoever can restart the server needs no password.
actor SignInThrottle {
    /// What attempts are counted by.
    enum Key: Hashable {
        /// Somebody at one place who tries one account.
        case pair(account: String, network: String)
        /// Somebody at one place who tries many accounts.
        case network(String)
        /// Many places from which one account is tried; not asked of where it was signed in to before.
        case account(String)
        /// A page that is signed in, where the password is wanted again.
        case session(tokenHash: String)
        /// The network somebody registers from; this is counted whether it succeeds or not.
        case registration(String)

        var countMax: Int {
            switch self {
            case .pair, .session: Limits.attemptsPerAccountMax
            case .network: Limits.attemptsPerNetworkMax
            case .account: Limits.attemptsFromEverywhereMax
            case .registration: Limits.registrationsPerNetworkMax
            }
        }

        /// Whether who knew the password made the failures before it; others share the rest.
        var isOnePersons: Bool {
            switch self {
            case .pair, .session: true
            case .network, .account, .registration: false
            }
        }
    }

    private struct Count {
        var attempts: Int
        var endsSecond: Int64
    }

    private var counts: [Key: Count] = [:]

    /// Refuses who failed too often, and counts nothing.
    func check(_ keys: [Key], nowSecond: Int64) throws(ServerError) {
        let waits = keys.compactMap { wait(for: $0, nowSecond: nowSecond) }
        if let longest = waits.max() { throw .tooManyAttempts(retryAfterSeconds: longest) }
    }

    /// Counts an attempt before it is made, so that many at once do not pass together.
    func admit(_ keys: [Key], nowSecond: Int64) throws(ServerError) {
        try check(keys, nowSecond: nowSecond)
        makeRoom(nowSecond: nowSecond)
        for key in keys {
            if let count = counts[key], count.endsSecond > nowSecond {
                counts[key]?.attempts = count.attempts + 1
            } else {
                counts[key] = Count(
                    attempts: 1,
                    endsSecond: nowSecond + Limits.attemptWindowSeconds
                )
            }
        }
    }

    /// Takes back an attempt that succeeded, and with it what the same person did wrong before.
    ///
    /// What others share is only reduced by this one attempt: with an account of one's own one could
    /// try those of others for ever.
    func forgive(_ keys: [Key]) {
        for key in keys {
            guard !key.isOnePersons, let count = counts[key], count.attempts > 1 else {
                counts[key] = nil
                continue
            }
            counts[key]?.attempts -= 1
        }
    }

    private func wait(for key: Key, nowSecond: Int64) -> Int64? {
        guard let count = counts[key], count.endsSecond > nowSecond,
            count.attempts >= key.countMax
        else { return nil }
        return count.endsSecond - nowSecond
    }

    /// Keeps the table small: those whose window is over go, then those that end first.
    private func makeRoom(nowSecond: Int64) {
        guard counts.count >= Limits.attemptKeysMax else { return }
        counts = counts.filter { $0.value.endsSecond > nowSecond }
        guard counts.count >= Limits.attemptKeysMax else { return }
        let oldest = counts.sorted { $0.value.endsSecond < $1.value.endsSecond }
        for (key, _) in oldest.prefix(Limits.attemptKeysMax / 10) { counts[key] = nil }
    }
}
