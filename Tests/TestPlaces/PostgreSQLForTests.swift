import Foundation
import Synchronization

@testable import Store

/// The PostgreSQL server that `make test` starts for the tests; nil if there's none.
package final class PostgreSQLForTests: Sendable {
    package static let shared = PostgreSQLForTests()

    private let address: URLComponents
    private let count = Mutex(0)
    private let migrated = Mutex<Task<String, any Error>?>(nil)

    private init?() {
        guard let text = ProcessInfo.processInfo.environment["TEST_POSTGRESQL"],
            let address = URLComponents(string: text)
        else { return nil }
        self.address = address
    }

    /// Whether tests of the server use it, too: if `TEST_SERVERS_ON` is `postgresql`.
    package static var forServers: PostgreSQLForTests? {
        ProcessInfo.processInfo.environment["TEST_SERVERS_ON"] == "postgresql" ? shared : nil
    }

    /// Runs a body with the address of a new database, which is deleted afterwards.
    package func withDatabase<Value>(_ body: (String) async throws -> Value) async throws -> Value {
        let name = try makeDatabase()
        defer { try? drop(name) }
        return try await body(address(of: name))
    }

    /// Runs a body with the address of a new database that has the current schema already, and is deleted
    /// afterwards.
    ///
    /// It's copied from a database that is made once: making all the tables takes several times as long as
    /// most tests.
    package func withMigratedDatabase<Value>(
        _ body: (String) async throws -> Value
    ) async throws -> Value {
        let template = try await migratedTemplate()
        let name = newName()
        try runAsSuperuser("CREATE DATABASE \(name) TEMPLATE \(template) OWNER meantime_owner")
        defer { try? drop(name) }
        return try await body(address(of: name))
    }

    /// The name of the database that has nothing but the current schema.
    ///
    /// Nobody connects to it once it's made, because PostgreSQL doesn't copy a database that somebody uses.
    private func migratedTemplate() async throws -> String {
        let making = migrated.withLock { making in
            let task = making ?? Task { try await makeMigratedTemplate() }
            making = task
            return task
        }
        return try await making.value
    }

    private func makeMigratedTemplate() async throws -> String {
        let name = try makeDatabase()
        let database = PostgreSQLDatabase(address: address(of: name))
        try await Migrations.apply(to: database, nowSecond: 0)
        database.close()
        return name
    }

    /// Makes an empty database, and returns its name.
    private func makeDatabase() throws -> String {
        let name = newName()
        try run("CREATE DATABASE \(name) OWNER meantime_owner")
        return name
    }

    private func newName() -> String {
        let number = count.withLock { count in
            count += 1
            return count
        }
        return "test_\(getpid())_\(number)"
    }

    private func address(of database: String) -> String {
        var address = address
        address.path = "/" + database
        return address.string ?? ""
    }

    /// The server's address, signing in as its superuser.
    package var superuserAddress: String {
        var address = address
        address.user = "postgres"
        return address.string ?? ""
    }

    /// Drops a database, even if somebody is still connected.
    private func drop(_ name: String) throws {
        try runAsSuperuser("DROP DATABASE \(name) WITH (FORCE)")
    }

    private func runAsSuperuser(_ sql: String) throws {
        try PostgreSQLSession(address: superuserAddress).run(sql)
    }

    private func run(_ sql: String) throws {
        try PostgreSQLSession(address: address.string ?? "").run(sql)
    }
}
