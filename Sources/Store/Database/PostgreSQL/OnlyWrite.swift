import Synchronization

/// The one write of a server that others wait for, because it lost against them too often.
///
/// A write that reads much conflicts with nearly everybody who writes meanwhile, and would begin again and
/// again. As the only one it can't conflict. One server has one of them at a time, so that between two of
/// them others get their turn.
final class OnlyWrite: Sendable {
    private let isTaken = Mutex(false)

    /// Runs a body, which is told whether it's the only write: if that's wanted, and no other one is.
    func run<Value>(if isWanted: Bool, _ body: (_ isOnly: Bool) throws -> Value) rethrows -> Value {
        let isOnly =
            isWanted
            && isTaken.withLock { isTaken in
                defer { isTaken = true }
                return !isTaken
            }
        defer { if isOnly { isTaken.withLock { $0 = false } } }
        return try body(isOnly)
    }
}
