import Foundation
import Synchronization

@testable import Store

/// The PostgreSQL server that `make test` starts for the tests; nil if there's none.
package final class PostgreSQLForTests: Sendable {
    package static let shared = PostgreSQLForTests()

    private let address: URLComponents
    private let count = Mutex(0)

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
        let number = count.withLock { count in
            count += 1
            return count
        }
        let name = "test_\(getpid())_\(number)"
        try run("CREATE DATABASE \(name) OWNER meantime_owner")
        defer { try? drop(name) }
        return try await body(address(of: name))
    }

    private func address(of database: String) -> String {
        var address = address
        address.path = "/" + database
        return address.string ?? ""
    }

    /// The address of a database of the server itself, for its superuser.
    package var superuserAddress: String {
        var address = address
        address.user = "postgres"
        return address.string ?? ""
    }

    /// Drops a database, even if somebody is still connected.
    private func drop(_ name: String) throws {
        try PostgreSQLSession(address: superuserAddress).run("DROP DATABASE \(name) WITH (FORCE)")
    }

    private func run(_ sql: String) throws {
        try PostgreSQLSession(address: address.string ?? "").run(sql)
    }
}
