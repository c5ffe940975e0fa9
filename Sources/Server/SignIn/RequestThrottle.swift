/// Limits what one network or one account asks of this server within some time, such as requests at
/// secret addresses.
///
/// The counts are only in memory: each server has its own, and forgets them when it ends.
actor RequestThrottle {
    private struct Count {
        var requests: Int
        var endsSecond: Int64
        /// Whether it was told that there are too many.
        var isTold = false
    }

    private var counts: [ThrottleKey: Count] = [:]
    private let limited: @Sendable (ThrottleKey) -> Void

    /// - Parameter limited: Called the first time that a key is at its limit, until it's forgotten.
    init(limited: @escaping @Sendable (ThrottleKey) -> Void = { _ in }) { self.limited = limited }

    /// Counts a request, or throws ``ServerError/tooManyAttempts(retryAfterSeconds:)`` if the key is at its
    /// limit.
    func admit(_ key: ThrottleKey, nowSecond: Int64) throws(ServerError) {
        let end = nowSecond + key.windowSeconds
        guard var count = counts[key], count.endsSecond > nowSecond else {
            makeRoom(nowSecond: nowSecond)
            counts[key] = Count(requests: 1, endsSecond: end)
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

    /// Makes room for new keys: drops expired ones, then, if needed, the tenth that expires first.
    private func makeRoom(nowSecond: Int64) {
        guard counts.count >= Limits.attemptKeysMax else { return }
        counts = counts.filter { $0.value.endsSecond > nowSecond }
        guard counts.count >= Limits.attemptKeysMax else { return }
        let oldest = counts.sorted { $0.value.endsSecond < $1.value.endsSecond }
        for (key, _) in oldest.prefix(Limits.attemptKeysMax / 10) { counts[key] = nil }
    }
}
