import Synchronization

/// How long a request may wait, over all that it writes, for somebody else who holds the database.
///
/// It counts looks at the database rather than time. Who stands in the queue behind a writer that
/// waits has waited as long, so that many requests give up together and not one after another.
package final class WaitAllowance: Sendable {
    /// The one of the request that is answered; what belongs to no request has one for each write.
    @TaskLocal package static var ofRequest: WaitAllowance?

    private let looks: Mutex<Int>

    package init(looks: Int) { self.looks = Mutex(looks) }

    package convenience init() { self.init(looks: Limits.busyLooksMax) }

    var looksLeft: Int { looks.withLock { $0 } }

    func spend(_ count: Int) { looks.withLock { $0 = max(0, $0 - count) } }
}

/// What the writers of a database have waited for others, all of them together.
final class WriterWait: Sendable {
    private struct State {
        var looksTaken = 0
        var looksAllowed = Limits.busyLooksMax
    }

    private let state = Mutex(State())

    /// Grows with every look; the difference of two of them is what was waited in between.
    var looksTaken: Int { state.withLock { $0.looksTaken } }

    /// Says how often the writer whose turn it is may look.
    func allow(_ count: Int) { state.withLock { $0.looksAllowed = max(0, count) } }

    /// Takes note of one look at a database that is held; false where there were enough of them.
    func takeRetry() -> Bool {
        state.withLock { state in
            guard state.looksAllowed > 0 else { return false }
            state.looksAllowed -= 1
            state.looksTaken += 1
            return true
        }
    }
}
