import GRDB

/// A write that waits for its turn in a ``WriteQueue``.
struct QueuedWrite: Sendable {
    /// Gives the caller the result of the write.
    typealias Answer = @Sendable () -> Void

    /// Whether the statements begin and commit transactions by themselves.
    let makesTransactions: Bool
    let allowance: WaitAllowance
    /// The retries of all writers together when this write was queued.
    let retriesBefore: Int
    /// When it was queued, by the observer's clock; nil if nobody observes.
    let queuedNanosecond: Int64?
    /// Runs the statements, and returns the answer to give once they are on the disk.
    let statements: @Sendable (GRDB.Database) throws -> Answer
    /// Tells the caller that nothing was written.
    let fail: @Sendable (any Error) -> Void

    /// How often this write may still retry; retries for earlier writes in the queue used its
    /// allowance too.
    func retriesLeft(_ wait: WriterWait) -> Int {
        allowance.retriesLeft - (wait.retriesTaken - retriesBefore)
    }

    /// Takes the retries during which this write waited from the request's allowance.
    func settle(_ wait: WriterWait) {
        allowance.spend(wait.retriesTaken - retriesBefore)
    }
}
