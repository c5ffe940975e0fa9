import Dispatch
import Synchronization

/// Tells all servers on a database about writes and who they're for, and receives what others tell.
///
/// A notification (`NOTIFY`) isn't sent within the transaction it's about, because PostgreSQL lets
/// only one transaction at a time commit with one. It's sent soon afterwards, once for all writes
/// in between. Writes that were rolled back count too, because others wait for their end; see
/// ``PostgreSQLConnection/completeToken()``.
final class WriteNotifier: Sendable {
    private static let channel = "meantime_writes"

    private struct State {
        /// The hint to be sent soon.
        var due: WriteHint?
        /// Ends when `due`, and all hints before it, have been sent or have failed.
        var sending: Task<Void, Never>?
    }

    private let address: String
    private let state = Mutex(State())
    /// Measures how long writes wait.
    let observer = Mutex<WriteObserver?>(nil)

    init(address: String) { self.address = address }

    /// Notes that a write has ended, and sends a notification soon unless one is due already.
    func send(_ hint: WriteHint, through pool: PostgreSQLPool) {
        state.withLock { state in
            let isFirst = state.due == nil
            state.due = state.due?.merged(with: hint) ?? hint
            guard isFirst else { return }
            let earlier = state.sending
            state.sending = Task {
                try? await Task.sleep(for: .milliseconds(Limits.hintMilliseconds))
                await sendDue(through: pool)
                await earlier?.value
            }
        }
    }

    private func sendDue(through pool: PostgreSQLPool) async {
        guard let text = state.withLock({ $0.due.take()?.text }) else { return }
        // If it gets lost, servers that wait for it find out by themselves.
        try? await pool.run { slot in
            let session = try slot.connected()
            try session.rollBack()
            _ = try session.run("SELECT pg_notify($1, $2)", [.text(Self.channel), .text(text)])
        }
    }

    /// Waits until all notifications of the writes so far have been sent or have failed.
    ///
    /// A program that ended before that would crash: libpq uses data that the end of a program
    /// frees.
    func finish() async { await state.withLock { $0.sending }?.value }

    /// The hints that come over a connection of their own.
    ///
    /// Whenever it begins to listen, including after a lost connection, it gives a hint for
    /// everybody.
    func listen() -> AsyncStream<WriteHint> {
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
                    // Something may have been written without a notification.
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

/// Whether listening has ended.
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
