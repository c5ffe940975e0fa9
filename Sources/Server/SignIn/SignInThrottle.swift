/// Counts failed attempts to sign in, by account and by address.
///
/// In memory: whoever can restart the server needs no password.
actor SignInThrottle {
    /// What attempts are counted by.
    enum Key: Hashable {
        case account(String)
        case address(String)
        /// The address somebody registers from; this is counted whether it succeeds or not.
        case registration(String)

        var countMax: Int {
            switch self {
            case .account: Limits.attemptsPerAccountMax
            case .address: Limits.attemptsPerAddressMax
            case .registration: Limits.registrationsPerAddressMax
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

    /// Forgets what was counted for somebody who then knew the password.
    func forgive(_ keys: [Key]) {
        for key in keys { counts[key] = nil }
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
