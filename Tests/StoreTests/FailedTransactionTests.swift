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

    @Test(
        "Each statement runs for whom it was sent, also those that are sent together",
        .enabled(if: PostgreSQLForTests.shared != nil)
    )
    func acting() async throws {
        struct GivenUp: Error {}
        try await StoreKind.postgreSQL.withPlace { place in
            let database = try StoreKind.postgreSQL.open(place)
            let store = try await CalendarStore(database: database, nowSecond: .t0)
            try await store.accounts.create(.anna, nowSecond: .t0)
            try await store.accounts.create(.ben, nowSecond: .t0)
            try await database.write(as: .account(.anna)) { connection in
                func account() throws -> String? {
                    try connection.row("SELECT current_setting('meantime.account')")?.text(0)
                }
                let rename = "UPDATE calendars SET name = current_setting('meantime.account')"
                try connection.executeSoon(rename, [])
                try connection.acting(as: .account(.ben)) {
                    try connection.executeSoon(rename, [])
                    let page = try connection.rows(
                        "SELECT current_setting('meantime.account')",
                        [],
                        bytesMax: 1
                    )
                    #expect(try page.rows.first?.text(0) == AccountID.ben.text)
                }
                #expect(try account() == AccountID.anna.text)
                #expect(throws: GivenUp.self) {
                    try connection.acting(as: .account(.ben)) { throw GivenUp() }
                }
                #expect(try account() == AccountID.anna.text)
            }
            for account in [AccountID.anna, .ben] {
                let names = try await store.calendars.all(of: account).map(\.name)
                #expect(names == [account.text])
            }
            try await database.close()
        }
    }
}
