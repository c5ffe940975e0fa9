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

    private let looks: Mutex<Int>

    package init(looks: Int) { self.looks = Mutex(looks) }

    package convenience init() { self.init(looks: Limits.busyLooksMax) }

    var looksLeft: Int { looks.withLock { $0 } }

    func spend(_ count: Int) { looks.withLock { $0 = max(0, $0 - count) } }
}

/// How often all writers of a database together had to retry.
final class WriterWait: Sendable {
    private struct State {
        var looksTaken = 0
        var looksAllowed = Limits.busyLooksMax
    }

    private let state = Mutex(State())

    /// Retries so far; the difference between two values is how often there was a retry in between.
    var looksTaken: Int { state.withLock { $0.looksTaken } }

    /// Sets how often the current writer may retry.
    func allow(_ count: Int) { state.withLock { $0.looksAllowed = max(0, count) } }

    /// Counts one retry; false when the current writer has none left.
    func takeRetry() -> Bool {
        state.withLock { state in
            guard state.looksAllowed > 0 else { return false }
            state.looksAllowed -= 1
            state.looksTaken += 1
            return true
        }
    }
}
