import Logging
import Store
import Synchronization

/// Tells the log when the database doesn't answer, and when it does again.
///
/// Meanwhile every job and every request fails. Each of them only counts then, and the log hears of them once
/// a minute.
final class DatabaseOutage: Sendable {
    private struct Known {
        let startSecond: Int64
        var failureCount = 1
        var toldSecond: Int64
    }

    private let known = Mutex<Known?>(nil)
    private let nowSecond: @Sendable () -> Int64

    init(nowSecond: @escaping @Sendable () -> Int64) { self.nowSecond = nowSecond }

    /// Notes that a job of the server failed: the first that gets no answer of the database begins an outage,
    /// and other errors are told at once.
    func note(_ error: any Error, in job: Logger.Message, _ logger: Logger) {
        guard case StoreError.busy = error else {
            logger.warning(job, metadata: ["error": "\(error)"])
            return
        }
        guard !covers(error, logger) else { return }
        let now = nowSecond()
        let isNew = known.withLock { known in
            defer { known = known ?? Known(startSecond: now, toldSecond: now) }
            return known == nil
        }
        guard isNew else { return }
        logger.warning(
            "The database doesn't answer",
            metadata: ["job": "\(job)", "error": "\(error)"]
        )
    }

    /// Whether an error belongs to an outage that the log knows of already; then it's counted.
    func covers(_ error: any Error, _ logger: Logger) -> Bool {
        guard case StoreError.busy = error else { return false }
        let now = nowSecond()
        let (isKnown, told) = known.withLock { known -> (Bool, Known?) in
            guard var outage = known else { return (false, nil) }
            outage.failureCount += 1
            // Also after the machine's clock was put back.
            let isDue = abs(now - outage.toldSecond) >= Limits.outageTellingSeconds
            if isDue { outage.toldSecond = now }
            known = outage
            return (true, isDue ? outage : nil)
        }
        if let told {
            logger.warning(
                "The database still doesn't answer",
                metadata: metadata(of: told, now)
            )
        }
        return isKnown
    }

    /// Notes that the database answered.
    func end(_ logger: Logger) {
        let ended = known.withLock { known in
            defer { known = nil }
            return known
        }
        guard let ended else { return }
        logger.notice("The database answers again", metadata: metadata(of: ended, nowSecond()))
    }

    private func metadata(of outage: Known, _ now: Int64) -> Logger.Metadata {
        [
            "failures": "\(outage.failureCount)",
            "seconds": "\(max(now - outage.startSecond, 0))",
        ]
    }
}
