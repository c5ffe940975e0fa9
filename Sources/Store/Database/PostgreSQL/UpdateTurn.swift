import Dispatch
import Synchronization

/// The turn to update a database, which one server has at a time: from before it copies the
/// database until its tables are up to date.
///
/// It's a lock of a connection, not of a transaction: a transaction would block the update itself
/// and everybody who reads the log.
final class UpdateTurn: Sendable {
    private let session: Mutex<PostgreSQLSession>

    private init(address: String) throws(PostgreSQLFailure) {
        let session = try PostgreSQLSession(address: address)
        // Another server's copy may take hours.
        try session.run("SET statement_timeout = 0; SET lock_timeout = 0")
        try session.run("SELECT pg_advisory_lock(\(Self.number))")
        self.session = Mutex(session)
    }

    /// Waits for the turn, however long other servers have theirs.
    ///
    /// - Parameter address: The address of the database (`postgres://…`).
    /// - Returns: The turn, which ends with ``end()``, or when its connection does.
    /// - Throws: ``StoreError`` of the connection.
    static func take(at address: String) async throws -> UpdateTurn {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue(label: "meantime.postgresql.update").async {
                continuation.resume(
                    with: Result {
                        do {
                            return try UpdateTurn(address: address)
                        } catch let failure as PostgreSQLFailure {
                            throw StoreError(failure)
                        }
                    }
                )
            }
        }
    }

    func end() {
        // A connection that has ended no longer holds the lock.
        session.withLock { _ = try? $0.run("SELECT pg_advisory_unlock(\(Self.number))") }
    }

    /// The number of the advisory lock: "mt-copy" in ASCII.
    private static let number = 0x6d74_2d63_6f70_79
}
