import Synchronization

/// The log entries that one request wrote.
package final class WrittenChanges: Sendable {
    /// Those of the current request; nil where nobody needs to know.
    @TaskLocal package static var ofRequest: WrittenChanges?

    private let stored = Mutex([ClosedRange<Int64>]())

    package init() {}

    /// Their tokens, in order; a transaction's are next to each other.
    package var ranges: [ClosedRange<Int64>] { stored.withLock { $0 } }

    func add(after before: ChangeToken, through last: ChangeToken) {
        guard last > before else { return }
        stored.withLock { $0.append((before.number + 1)...last.number) }
    }
}
