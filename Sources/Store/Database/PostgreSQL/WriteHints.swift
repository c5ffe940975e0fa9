import Dispatch
import Synchronization

/// Tells all servers on a database that something was written, and hears of it.
///
/// A notification (`NOTIFY`) isn't sent within the transaction that it's about: PostgreSQL lets only one
/// transaction at a time commit with one. It's sent soon afterwards, once for all writes meanwhile. Those
/// that were given up count too, because others wait for their end; see
/// ``PostgreSQLConnection/completeToken()``.
final class WriteHints: Sendable {
    private static let channel = "meantime_writes"

    private let address: String
    private let isDue = Mutex(false)
    /// Hears how long writes wait.
    let observer = Mutex<WriteObserver?>(nil)

    init(address: String) { self.address = address }

    /// Notes that a write has ended, and sends a notification soon unless one is due already.
    func send(through pool: PostgreSQLPool) {
        let isFirst = isDue.withLock { isDue in
            defer { isDue = true }
            return !isDue
        }
        guard isFirst else { return }
        Task {
            try? await Task.sleep(for: .milliseconds(Limits.hintMilliseconds))
            isDue.withLock { $0 = false }
            // If it gets lost, those who wait for it look by themselves.
            try? await pool.run { slot in
                let session = try slot.connected()
                try session.rollBack()
                try session.run("NOTIFY \(Self.channel)")
            }
        }
    }

    /// The hints, heard on a connection of their own.
    var heard: AsyncStream<Void> {
        let (hints, continuation) = AsyncStream.makeStream(
            of: Void.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        let end = HearingEnd()
        continuation.onTermination = { _ in end.reach() }
        DispatchQueue(label: "meantime.postgresql.hints").async { [address] in
            while !end.isReached {
                do {
                    try Self.hear(at: address, until: end) { continuation.yield() }
                } catch {
                    // Something may have been written that nobody told of.
                    continuation.yield()
                    end.wait(milliseconds: Limits.hearingPauseMilliseconds)
                }
            }
        }
        return hints
    }

    private static func hear(
        at address: String,
        until end: HearingEnd,
        _ tell: () -> Void
    ) throws(PostgreSQLFailure) {
        let session = try PostgreSQLSession(address: address)
        try session.run("LISTEN \(channel)")
        tell()
        while !end.isReached {
            let texts = try session.notifications(
                waitingMilliseconds: Int32(Limits.hearingPauseMilliseconds)
            )
            if !texts.isEmpty { tell() }
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
