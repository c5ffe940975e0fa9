import Logging
import Observability
import ServerBase
import Store

/// Lets readiness checks share a write, since everybody can ask for one.
///
/// Checks that come while one is under way wait for it, and those within the same second get its
/// outcome: a stranger who asks without end causes one write a second.
actor ReadinessCheck {
    private var running: Task<Void, any Error>?
    private var last: (second: Int64, outcome: Result<Void, any Error>)?

    /// Runs a write, which gives up after ``Limits/readinessRetriesMax`` retries, or waits for the one that is
    /// under way.
    ///
    /// - Throws: what the write threw.
    func run(
        nowSecond: Int64,
        _ write: @escaping @Sendable () async throws -> Void
    ) async throws {
        if let last, last.second == nowSecond { return try last.outcome.get() }
        // A task of its own: the client that asked first may go away.
        let task = running ?? Task { try await Self.withAllowance(write) }
        guard running == nil else { return try await task.value }
        running = task
        let outcome = await task.result
        running = nil
        last = (nowSecond, outcome)
        try outcome.get()
    }

    private static func withAllowance(_ write: () async throws -> Void) async throws {
        let allowance = WaitAllowance(retries: Limits.readinessRetriesMax)
        try await WaitAllowance.$ofRequest.withValue(allowance) { try await write() }
    }
}

extension Backend {
    /// Makes a write that proves that the database takes some, or shares one of the same second.
    ///
    /// - Throws: what the database threw, of which the log knows then.
    func proveWriting(_ logger: Logger) async throws {
        try await readiness.run(nowSecond: clockAndRandom.nowSecond()) {
            do {
                try await store.readiness.prove()
            } catch {
                if !troubles.covers(error, logger) {
                    logger.warning("The server isn't ready", metadata: ["error": "\(error)"])
                }
                throw error
            }
        }
    }
}
