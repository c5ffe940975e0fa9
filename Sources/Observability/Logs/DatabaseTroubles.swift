package import Logging
import ServerBase
import Store
import Synchronization

/// Something that is wrong with the database for a while, so that one request and job after the other fails.
package enum DatabaseTrouble: CaseIterable {
    /// It doesn't answer.
    case away
    /// Its disk has no room for what is to be written.
    case diskFull

    init?(_ error: any Error) {
        switch error {
        case StoreError.busy: self = .away
        case StoreError.full: self = .diskFull
        default: return nil
        }
    }

    /// Whether one failed request is enough to know of it.
    ///
    /// A request also gets no answer when it alone has waited too long for others.
    fileprivate var isKnownByRequests: Bool { self == .diskFull }

    /// What the log says when it begins, while it lasts, and at the end.
    fileprivate var messages: (start: Logger.Message, middle: Logger.Message, end: Logger.Message) {
        switch self {
        case .away:
            (
                "The database doesn't answer", "The database still doesn't answer",
                "The database answers again"
            )
        case .diskFull:
            ("The disk is full", "The disk is still full", "The disk has room again")
        }
    }
}

/// Tells the log when the database doesn't answer or its disk is full, and when that is over.
///
/// Meanwhile each job and request that fails only counts, and the log hears of them once a minute.
package final class DatabaseTroubles: Sendable {
    private struct Known {
        let startSecond: Int64
        var failureCount = 1
        var toldSecond: Int64
        /// When something last failed by it, or somebody last looked whether it's over.
        var metSecond: Int64
    }

    private let known = Mutex<[DatabaseTrouble: Known]>([:])
    private let nowSecond: @Sendable () -> Int64

    package init(nowSecond: @escaping @Sendable () -> Int64) { self.nowSecond = nowSecond }

    /// Notes that a job of the server failed: the first that meets a trouble begins it, and other errors are told
    /// at once.
    package func note(_ error: any Error, in job: Logger.Message, _ logger: Logger) {
        guard let trouble = DatabaseTrouble(error) else {
            logger.warning(job, metadata: ["error": "\(error)"])
            return
        }
        guard !count(trouble, logger) else { return }
        start(trouble, ["job": "\(job)", "error": "\(error)"], logger)
    }

    /// Whether the log doesn't need to hear of an error, because it belongs to a trouble that it knows of.
    ///
    /// Then it's counted. A full disk becomes known by this.
    package func covers(_ error: any Error, _ logger: Logger) -> Bool {
        guard let trouble = DatabaseTrouble(error) else { return false }
        guard !count(trouble, logger) else { return true }
        guard trouble.isKnownByRequests else { return false }
        start(trouble, ["error": "\(error)"], logger)
        return true
    }

    /// Whether it's time to look if a known trouble is over: a minute after it was last met.
    ///
    /// Looking counts as meeting it.
    package func isTimeToLook(for trouble: DatabaseTrouble) -> Bool {
        let now = nowSecond()
        return known.withLock { known in
            guard let lasting = known[trouble], Self.isMinute(lasting.metSecond, now) else {
                return false
            }
            known[trouble]?.metSecond = now
            return true
        }
    }

    /// Notes that a trouble is over.
    package func end(_ trouble: DatabaseTrouble, _ logger: Logger) {
        guard let ended = known.withLock({ $0.removeValue(forKey: trouble) }) else { return }
        logger.notice(trouble.messages.end, metadata: metadata(of: ended, nowSecond()))
    }

    private func start(
        _ trouble: DatabaseTrouble,
        _ metadata: Logger.Metadata,
        _ logger: Logger
    ) {
        let now = nowSecond()
        let isNew = known.withLock { known in
            guard known[trouble] == nil else { return false }
            known[trouble] = Known(startSecond: now, toldSecond: now, metSecond: now)
            return true
        }
        if isNew { logger.warning(trouble.messages.start, metadata: metadata) }
    }

    /// Counts a failure by a trouble that is known, and tells the log when that is due; false for a new one.
    private func count(_ trouble: DatabaseTrouble, _ logger: Logger) -> Bool {
        let now = nowSecond()
        let (isKnown, told) = known.withLock { known -> (Bool, Known?) in
            guard var lasting = known[trouble] else { return (false, nil) }
            lasting.failureCount += 1
            lasting.metSecond = now
            let isDue = Self.isMinute(lasting.toldSecond, now)
            if isDue { lasting.toldSecond = now }
            known[trouble] = lasting
            return (true, isDue ? lasting : nil)
        }
        if let told {
            logger.warning(trouble.messages.middle, metadata: metadata(of: told, now))
        }
        return isKnown
    }

    /// Whether a minute is between two seconds, also after the machine's clock was put back.
    private static func isMinute(_ before: Int64, _ now: Int64) -> Bool {
        abs(now - before) >= Limits.troubleTellingSeconds
    }

    private func metadata(of lasting: Known, _ now: Int64) -> Logger.Metadata {
        [
            "failures": "\(lasting.failureCount)",
            "seconds": "\(max(now - lasting.startSecond, 0))",
        ]
    }
}
