package import ServerBase

/// Limits what one network or one account asks of this server within some time, such as requests at
/// secret addresses.
///
/// The counts are only in memory: each server has its own, and forgets them when it ends. Those of what exists, such as
/// an account, stay until they end; of networks there are as many as strangers like, so those are bounded.
package actor RequestThrottle {
    private struct Count {
        var requests: Int
        var endsSecond: Int64
        /// Whether it was told that there are too many.
        var isTold = false
    }

    private var counts: [ThrottleKey: Count] = [:]
    /// How many counts there are of what doesn't exist here.
    private var strangersCount = 0
    /// How many counts there may be before expired ones are looked for.
    private var clearingCount = Limits.requestCountsMax
    private let limited: @Sendable (ThrottleKey) -> Void

    /// - Parameter limited: Called the first time that a key is at its limit, until it's forgotten.
    package init(limited: @escaping @Sendable (ThrottleKey) -> Void = { _ in }) {
        self.limited = limited
    }

    /// Counts a request, or throws ``ServerError/tooManyAttempts(retryAfterSeconds:)`` if the key is at its
    /// limit.
    package func admit(_ key: ThrottleKey, nowSecond: Int64) throws(ServerError) {
        let end = nowSecond + key.windowSeconds
        guard var count = counts[key], count.endsSecond > nowSecond else {
            forget(key)
            makeRoom(nowSecond: nowSecond)
            counts[key] = Count(requests: 1, endsSecond: end)
            if !key.isOfSomethingKept { strangersCount += 1 }
            return
        }
        // After the machine's clock was put back, nobody waits for longer than the window.
        count.endsSecond = min(count.endsSecond, end)
        counts[key] = count
        guard count.requests < key.countMax else {
            tell(key)
            throw .tooManyAttempts(retryAfterSeconds: count.endsSecond - nowSecond)
        }
        counts[key]?.requests += 1
    }

    /// Strangers could otherwise fill a log with their requests.
    private func tell(_ key: ThrottleKey) {
        guard counts[key]?.isTold == false else { return }
        counts[key]?.isTold = true
        limited(key)
    }

    /// How many counts are kept.
    var countedCount: Int { counts.count }

    private func forget(_ key: ThrottleKey) {
        guard counts.removeValue(forKey: key) != nil, !key.isOfSomethingKept else { return }
        strangersCount -= 1
    }

    /// Makes room for new keys: drops expired ones, then, if needed, a tenth of the strangers'.
    ///
    /// The lowest counts go first, so whoever wants to push one out has to ask as often from every other network.
    private func makeRoom(nowSecond: Int64) {
        guard strangersCount >= Limits.requestCountsMax || counts.count >= clearingCount else {
            return
        }
        for (key, count) in counts where count.endsSecond <= nowSecond { forget(key) }
        clearingCount = max(Limits.requestCountsMax, 2 * counts.count)
        guard strangersCount >= Limits.requestCountsMax else { return }
        let lowest = counts.filter { !$0.key.isOfSomethingKept }
            .sorted {
                ($0.value.requests, $0.value.endsSecond) < ($1.value.requests, $1.value.endsSecond)
            }
        for (key, _) in lowest.prefix(Limits.requestCountsMax / 10) { forget(key) }
    }
}
