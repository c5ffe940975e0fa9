import Synchronization

/// How long a request may wait, over all its writes, while another process holds the database.
///
/// It counts retries instead of time. Requests queued behind a waiting writer spend their allowance
/// too, so when the database stays locked they all give up together instead of one after another.
package final class WaitAllowance: Sendable {
    /// The allowance of the current request.
    ///
    /// Outside a request, each write gets its own.
    @TaskLocal package static var ofRequest: WaitAllowance?

    private let retries: Mutex<Int>

    package init(retries: Int) { self.retries = Mutex(retries) }

    package convenience init() { self.init(retries: Limits.busyRetriesMax) }

    var retriesLeft: Int { retries.withLock { $0 } }

    func spend(_ count: Int) { retries.withLock { $0 = max(0, $0 - count) } }
}

/// How often all writers of a database together had to retry.
final class WriterWait: Sendable {
    private struct State {
        var retriesTaken = 0
        var retriesAllowed = Limits.busyRetriesMax
    }

    private let state = Mutex(State())

    /// Retries so far; the difference between two values is the number of retries in between.
    var retriesTaken: Int { state.withLock { $0.retriesTaken } }

    /// Sets how often the current writer may retry.
    func allow(_ count: Int) { state.withLock { $0.retriesAllowed = max(0, count) } }

    /// Counts one retry; false when the current writer has none left.
    func takeRetry() -> Bool {
        state.withLock { state in
            guard state.retriesAllowed > 0 else { return false }
            state.retriesAllowed -= 1
            state.retriesTaken += 1
            return true
        }
    }
}
