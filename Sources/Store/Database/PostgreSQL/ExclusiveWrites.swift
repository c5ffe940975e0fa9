import Synchronization

/// Lets a write that lost against others too often be exclusive: they wait for it.
///
/// A write that reads much conflicts with nearly everybody who writes meanwhile, and would begin again and
/// again. While it's exclusive, it can't conflict. One server has one of them at a time, and then none for four
/// times as long, so that nobody can keep the others waiting by many of them.
final class ExclusiveWrites: Sendable {
    private struct State {
        var isTaken = false
        var restEnd = ContinuousClock.now
    }

    private let state = Mutex(State())

    /// Runs a body, which is told whether it's exclusive: if that's wanted and may be.
    func run<Value>(if isWanted: Bool, _ body: (_ isExclusive: Bool) throws -> Value) rethrows
        -> Value
    {
        let begin = ContinuousClock.now
        let isExclusive =
            isWanted
            && state.withLock { state in
                guard !state.isTaken, begin >= state.restEnd else { return false }
                state.isTaken = true
                return true
            }
        defer { if isExclusive { rest(from: begin) } }
        return try body(isExclusive)
    }

    private func rest(from begin: ContinuousClock.Instant) {
        let end = ContinuousClock.now
        state.withLock { state in
            state.isTaken = false
            state.restEnd = end + (end - begin) * Limits.exclusiveWriteRests
        }
    }
}
