import Synchronization

/// The log entries that one request wrote.
package final class WrittenChanges: Sendable {
    /// Those of the current request; nil where nobody needs to know.
    @TaskLocal package static var ofRequest: WrittenChanges?

    private let stored = Mutex([ClosedRange<Int64>]())

    package init() {}

    /// Their tokens, in order; a transaction's are next to each other.
    package var ranges: [ClosedRange<Int64>] { stored.withLock { $0 } }

    /// Adds the entries of a transaction.
    func add(_ tokens: [ChangeToken]) {
        guard let first = tokens.first, let last = tokens.last else { return }
        stored.withLock { $0.append(first.number...last.number) }
    }
}
