/// A write that waits to share a transaction.
final class SharedWrite: Sendable {
    /// Gives the caller of a write its result.
    typealias Answer = @Sendable () -> Void

    let principal: Principal
    /// Runs the statements, and returns the answer to give once they're on the disk.
    let statements: SharedWrites.Body<Answer>
    /// Lets the write run by itself.
    let runAlone: Answer
    /// Gives the caller the reason for a failure.
    let fail: @Sendable (any Error) -> Void

    init(
        principal: Principal,
        statements: @escaping SharedWrites.Body<Answer>,
        runAlone: @escaping Answer,
        fail: @escaping @Sendable (any Error) -> Void
    ) {
        self.principal = principal
        self.statements = statements
        self.runAlone = runAlone
        self.fail = fail
    }
}

extension PostgreSQLConnection {
    /// Runs several writes one after the other in this transaction, which was begun for the first
    /// of them.
    ///
    /// A write that refuses before it has changed anything doesn't affect the others.
    ///
    /// - Returns: The answers to give once the transaction is on the disk. Until then a refusal
    ///   isn't certain either, because an earlier write in the transaction may be the reason.
    /// - Throws: The error of a write that had changed something, or of the only write.
    func run(_ writes: [SharedWrite]) throws -> [SharedWrite.Answer] {
        var connection = self
        return try writes.enumerated().map { index, write in
            if index > 0 { connection = try connection.following(as: write.principal) }
            do {
                return try write.statements(connection)
            } catch  where writes.count > 1 && connection.isUntouched(by: error) {
                return { write.fail(error) }
            }
        }
    }

    /// Whether an error leaves the transaction as it was before the write that threw it.
    private func isUntouched(by error: any Error) -> Bool {
        !(error is PostgreSQLFailure) && !progress.hasWritten
    }
}
