import TestPlaces
import Testing

@testable import Store

@Suite("Transactions that fail")
struct FailedTransactionTests {
    /// PostgreSQL undoes the transaction whatever its body does next, and doesn't call the end an error.
    @Test(
        "What was written after an overlooked failure isn't taken for committed",
        .enabled(if: PostgreSQLForTests.shared != nil)
    )
    func overlooked() async throws {
        try await StoreKind.postgreSQL.withDatabase { database in
            _ = try await CalendarStore(database: database, nowSecond: .t0)
            await #expect(throws: StoreError.busy) {
                try await database.write { connection in
                    try connection.setCounter("test", 1)
                    _ = try? connection.execute("DELETE FROM nothing", [])
                }
            }
            let counter = try await database.read { try $0.counterIfAny("test") }
            #expect(counter == nil)
        }
    }
}
