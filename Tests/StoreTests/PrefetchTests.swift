import TestPlaces
import Testing

@testable import Store

/// On SQLite nothing is sent ahead; the outcome has to be the same.
@Suite("Queries that are sent in advance")
struct PrefetchTests {
    private static let counters = Query("SELECT value FROM counters WHERE name = $1", [.text("x")])
    private static let insert = "INSERT INTO counters (name, value) VALUES ('x', $1)"

    private static func withDatabase(
        _ kind: StoreKind,
        _ body: (AnyDatabase) async throws -> Void
    ) async throws {
        try await kind.withPlace { place in
            let database = try kind.open(place)
            let store = try await CalendarStore(database: database, nowSecond: .t0)
            try await store.accounts.create(.anna, nowSecond: .t0)
            try await body(database)
            try await database.close()
        }
    }

    @Test(
        "Each query is answered from what was sent, however often it is made",
        arguments: StoreKind.available
    )
    func answered(kind: StoreKind) async throws {
        try await Self.withDatabase(kind) { database in
            _ = try await database.write(as: .server(.upkeep)) {
                try $0.execute(Self.insert, [.integer(7)])
            }
            let values = try await database.read(as: .server(.upkeep)) { connection in
                try connection.prefetch([Self.counters, .ownAccess(to: .annas, by: .anna)])
                return try [
                    connection.row(Self.counters),
                    connection.row(.ownAccess(to: .annas, by: .anna)),
                    connection.row(Self.counters),
                    connection.row(.ownAccess(to: .annas, by: .anna)),
                ].map { $0?.values.last }
            }
            #expect(values == [.integer(7), .integer(4), .integer(7), .integer(4)])
        }
    }

    enum Way: CaseIterable {
        case waiting
        case soon
        case returning
    }

    @Test("A write in between is visible", arguments: StoreKind.available, Way.allCases)
    func writing(kind: StoreKind, way: Way) async throws {
        try await Self.withDatabase(kind) { database in
            let value = try await database.write(as: .server(.upkeep)) { connection in
                try connection.prefetch([Self.counters])
                switch way {
                case .waiting: try connection.execute(Self.insert, [.integer(8)])
                case .soon: try connection.executeSoon(Self.insert, [.integer(8)])
                case .returning:
                    _ = try connection.writtenRow(Self.insert + " RETURNING name", [.integer(8)])
                }
                return try connection.row(Self.counters)?.integer(0)
            }
            #expect(value == 8)
        }
    }

    @Test(
        "Another principal gets their own answer",
        .enabled(if: PostgreSQLForTests.shared != nil)
    )
    func principal() async throws {
        try await Self.withDatabase(.postgreSQL) { database in
            let access = Query.ownAccess(to: .annas, by: .anna)
            let found = try await database.read(as: .account(.anna)) { connection in
                try connection.prefetch([access])
                return try connection.acting(as: .account(.ben)) { try connection.row(access) }
            }
            #expect(found == nil)
        }
    }

    @Test(
        "The failure of a query that is never made isn't a failure",
        arguments: StoreKind.available
    )
    func unasked(kind: StoreKind) async throws {
        try await Self.withDatabase(kind) { database in
            try await database.write(as: .server(.upkeep)) { connection in
                try connection.execute(Self.insert, [.integer(9)])
                try connection.prefetch([Self.counters])
            }
            let value = try await database.read(as: .server(.upkeep)) {
                try $0.row(Self.counters)?.integer(0)
            }
            #expect(value == 9)
        }
    }

    @Test(
        "A failure is thrown by the next statement, and the transaction leaves nothing",
        .enabled(if: PostgreSQLForTests.shared != nil)
    )
    func failing() async throws {
        try await Self.withDatabase(.postgreSQL) { database in
            await #expect(throws: StoreError.self) {
                try await database.write(as: .server(.upkeep)) { connection in
                    try connection.execute(Self.insert, [.integer(1)])
                    try connection.prefetch([Query("SELECT 1 / (SELECT count(*) FROM sources)", [])]
                    )
                    _ = try connection.row(Self.counters)
                }
            }
            let row = try await database.read(as: .server(.upkeep)) { try $0.row(Self.counters) }
            #expect(row == nil)
        }
    }
}
