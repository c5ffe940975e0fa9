import Dispatch
import Synchronization

/// Tells all servers on a database that something was written and who has to look, and hears of it.
///
/// A notification (`NOTIFY`) isn't sent within the transaction that it's about: PostgreSQL lets only one
/// transaction at a time commit with one. It's sent soon afterwards, once for all writes meanwhile. Those
/// that were given up count too, because others wait for their end; see
/// ``PostgreSQLConnection/completeToken()``.
final class WriteHints: Sendable {
    private static let channel = "meantime_writes"

    private struct State {
        /// What is to be sent soon.
        var due: WriteHint?
        /// How many notifications are due or being sent.
        var sendingCount = 0
        /// Those who wait until all of them have been.
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let address: String
    private let state = Mutex(State())
    /// Hears how long writes wait.
    let observer = Mutex<WriteObserver?>(nil)

    init(address: String) { self.address = address }

    /// Notes that a write has ended, and sends a notification soon unless one is due already.
    func send(_ hint: WriteHint, through pool: PostgreSQLPool) {
        let isFirst = state.withLock { state in
            defer { state.due = state.due?.merged(with: hint) ?? hint }
            guard state.due == nil else { return false }
            state.sendingCount += 1
            return true
        }
        guard isFirst else { return }
        Task {
            try? await Task.sleep(for: .milliseconds(Limits.hintMilliseconds))
            if let text = state.withLock({ $0.due.take()?.text }) {
                // If it gets lost, those who wait for it look by themselves.
                try? await pool.run { slot in
                    let session = try slot.connected()
                    try session.rollBack()
                    let arguments: [SQLValue] = [.text(Self.channel), .text(text)]
                    _ = try session.run("SELECT pg_notify($1, $2)", arguments)
                }
            }
            for waiting in takeThoseThatNeedNotWait() { waiting.resume() }
        }
    }

    /// Notes that a notification has been sent, or couldn't be.
    private func takeThoseThatNeedNotWait() -> [CheckedContinuation<Void, Never>] {
        state.withLock { state in
            state.sendingCount -= 1
            guard state.sendingCount == 0 else { return [] }
            defer { state.waiting = [] }
            return state.waiting
        }
    }

    /// Waits until all notifications of the writes so far have been sent, or couldn't be.
    ///
    /// A program that ended meanwhile would crash: libpq uses what the end of a program clears away.
    func finish() async {
        await withCheckedContinuation { continuation in
            let isDone = state.withLock { state in
                guard state.sendingCount > 0 else { return true }
                state.waiting.append(continuation)
                return false
            }
            if isDone { continuation.resume() }
        }
    }

    /// The hints, heard on a connection of their own.
    ///
    /// Whenever it begins to hear, also again after a connection was lost, it tells one for everybody.
    var heard: AsyncStream<WriteHint> {
        let (hints, continuation) = AsyncStream.makeStream(
            of: WriteHint.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        let end = HearingEnd()
        continuation.onTermination = { _ in end.reach() }
        DispatchQueue(label: "meantime.postgresql.hints").async { [address] in
            while !end.isReached {
                do {
                    try Self.hear(at: address, until: end) { continuation.tell($0) }
                } catch {
                    // Something may have been written that nobody told of.
                    continuation.tell(.ofLog)
                    end.wait(milliseconds: Limits.hearingPauseMilliseconds)
                }
            }
        }
        return hints
    }

    private static func hear(
        at address: String,
        until end: HearingEnd,
        _ tell: (WriteHint) -> Void
    ) throws(PostgreSQLFailure) {
        let session = try PostgreSQLSession(address: address)
        try session.run("LISTEN \(channel)")
        tell(.forEverybody)
        while !end.isReached {
            let texts = try session.notifications(
                waitingMilliseconds: Int32(Limits.hearingPauseMilliseconds)
            )
            for text in texts { tell(WriteHint(text: text)) }
        }
    }
}

/// Whether nobody listens any more.
private final class HearingEnd: Sendable {
    private let reached = Mutex(false)
    private let signal = DispatchSemaphore(value: 0)

    var isReached: Bool { reached.withLock { $0 } }

    func reach() {
        reached.withLock { $0 = true }
        signal.signal()
    }

    /// Waits for the end, but not longer than some milliseconds.
    func wait(milliseconds: Int) { _ = signal.wait(timeout: .now() + .milliseconds(milliseconds)) }
}
