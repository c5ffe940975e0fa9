import ServerBase
import Store

/// Limits failed sign-in attempts, so that nobody can guess a password, and attackers can't lock out
/// the real person.
///
/// Failures are counted in the database, so that several servers count together, and a command can clear
/// them. Attempts under way are counted here, so that parallel ones can't exceed the limit; somebody who
/// signs in without a failure before writes nothing.
package actor SignInThrottle {
    private let failures: SignInFailures
    private let limited: @Sendable (ThrottleKey) -> Void
    private var underWay: [ThrottleKey: Int] = [:]
    /// How many attempts have ended, by which a reader of the counts notices that it has to read again.
    private var endedCount = 0
    private var addedCount = 0
    private var clearedSecond: Int64 = 0

    /// Counts failures in a store.
    ///
    /// - Parameters:
    ///   - failures: Where they are counted.
    ///   - limited: Called the first time that a key is at its limit, until it's forgotten.
    init(
        in failures: SignInFailures,
        limited: @escaping @Sendable (ThrottleKey) -> Void = { _ in }
    ) {
        self.failures = failures
        self.limited = limited
    }

    /// Makes an attempt, which counts under all keys if it throws.
    ///
    /// One that succeeds clears the same person's failures before it. Shared counts stay. Otherwise an
    /// attacker could reset them by signing in to their own account, and try others without end.
    ///
    /// - Parameters:
    ///   - keys: What it counts for.
    ///   - nowSecond: The current time.
    ///   - attempt: What is tried.
    /// - Returns: What the attempt returns.
    /// - Throws: ``ServerError/tooManyAttempts(retryAfterSeconds:)`` if a key is at its limit; otherwise
    ///   what the attempt throws.
    func attempt<Value: Sendable>(
        _ keys: [ThrottleKey],
        nowSecond: Int64,
        _ attempt: @Sendable () async throws -> Value
    ) async throws -> Value {
        let before = try await admit(keys, nowSecond: nowSecond)
        let endedBefore = endedCount
        defer { end(keys) }
        let value: Value
        do {
            value = try await attempt()
        } catch {
            try await add(keys, nowSecond: nowSecond)
            throw error
        }
        // What failed meanwhile may have been the same person.
        let othersEnded = endedCount > endedBefore
        let cleared = keys.filter { key in
            key.isForOnePerson && (othersEnded || before[key.hash] != nil)
        }
        try await failures.forget(cleared.map(\.hash))
        return value
    }

    /// Counts something that tries no password that people choose, whatever comes of it, unless a key is at its
    /// limit.
    func count(_ keys: [ThrottleKey], nowSecond: Int64) async throws {
        _ = try await admit(keys, nowSecond: nowSecond)
        defer { end(keys) }
        try await add(keys, protectingAccounts: false, nowSecond: nowSecond)
    }

    /// Takes a place under each key, and returns what is counted of them.
    private func admit(
        _ keys: [ThrottleKey],
        nowSecond: Int64
    ) async throws -> [String: SignInFailure] {
        var counts: [String: SignInFailure] = [:]
        // An attempt that ends while the counts are read isn't under way any more, and perhaps not among
        // what was read.
        for _ in 0..<Limits.attemptReadsMax {
            let endedBefore = endedCount
            counts = try await failures.counts(of: keys.map(\.hash), nowSecond: nowSecond)
            if endedCount == endedBefore { break }
        }
        // After the machine's clock was put back, nobody waits for longer than the window.
        for key in keys {
            let end = nowSecond + key.windowSeconds
            guard let count = counts[key.hash], count.endsSecond > end else { continue }
            try await failures.shorten(key.hash, toSecond: end)
            counts[key.hash]?.endsSecond = end
        }
        let full = keys.filter { key in
            (counts[key.hash]?.attempts ?? 0) + (underWay[key] ?? 0) >= key.countMax
        }
        guard full.isEmpty else {
            for key in full where counts[key.hash]?.isTold == false { try await tell(key) }
            let waits = full.map { key in
                counts[key.hash].map { $0.endsSecond - nowSecond } ?? key.windowSeconds
            }
            throw ServerError.tooManyAttempts(retryAfterSeconds: waits.max() ?? 0)
        }
        for key in keys { underWay[key, default: 0] += 1 }
        return counts
    }

    private func end(_ keys: [ThrottleKey]) {
        endedCount += 1
        for key in keys {
            let others = (underWay[key] ?? 1) - 1
            underWay[key] = others == 0 ? nil : others
        }
    }

    /// Counts a failure, also if the client has gone away meanwhile.
    ///
    /// One at an app password protects no account, since nobody guesses 140 random bits. From many networks there
    /// would be many counts of one account.
    private func add(
        _ keys: [ThrottleKey],
        protectingAccounts: Bool = true,
        nowSecond: Int64
    ) async throws {
        await clearNowAndThen(nowSecond: nowSecond)
        let failures = failures
        let new = keys.map { key in
            NewSignInFailure(
                keyHash: key.hash,
                account: protectingAccounts ? key.account : nil,
                attemptsMax: key.countMax,
                endsSecond: nowSecond + key.windowSeconds
            )
        }
        addedCount += new.count
        try await Task { try await failures.add(new, nowSecond: nowSecond) }.value
    }

    /// Bounds what is kept, without counting it each time.
    private func clearNowAndThen(nowSecond: Int64) async {
        guard
            addedCount >= Limits.failureCountsMax / 10
                || nowSecond - clearedSecond >= Limits.attemptClearingSeconds
        else { return }
        addedCount = 0
        clearedSecond = nowSecond
        try? await failures.clear(nowSecond: nowSecond, keeping: Limits.failureCountsMax)
    }

    /// Strangers could otherwise fill a log with their attempts.
    private func tell(_ key: ThrottleKey) async throws {
        if try await failures.noteTold(key.hash) { limited(key) }
    }
}
