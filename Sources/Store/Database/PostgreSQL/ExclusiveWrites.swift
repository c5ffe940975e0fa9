import Synchronization

/// Lets a write that conflicted with others too often run exclusively, while the others wait.
///
/// A write that reads much conflicts with nearly every other write, and would start again and
/// again. While it's exclusive, it can't conflict. A server runs one exclusive write at a time, and
/// none for four times as long afterwards, so that a series of them can't keep the others waiting.
final class ExclusiveWrites: Sendable {
    private struct State {
        var isTaken = false
        var restEnd = ContinuousClock.now
    }

    private let state = Mutex(State())

    /// Runs a body exclusively if that's wanted and possible, and tells it whether it's exclusive.
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
