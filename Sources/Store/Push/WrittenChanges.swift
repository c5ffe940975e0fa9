import Synchronization

/// The log entries that one request wrote.
package final class WrittenChanges: Sendable {
    /// The entries of the current request; nil if nobody needs them.
    @TaskLocal package static var ofRequest: WrittenChanges?

    private let stored = Mutex([ClosedRange<Int64>]())

    package init() {}

    /// The tokens of the entries, in order; those of one transaction are consecutive.
    package var ranges: [ClosedRange<Int64>] { stored.withLock { $0 } }

    /// Adds the entries of a transaction.
    func add(_ tokens: [ChangeToken]) {
        guard let first = tokens.first, let last = tokens.last else { return }
        stored.withLock { $0.append(first.number...last.number) }
    }
}
