import TestPlaces
import Testing

@testable import Store

@Suite("Conditions on rows")
struct CheckConstraintTests {
    /// Changes of a stored event and its calendar that break a condition, and its name on PostgreSQL.
    private static let broken = [
        ("UPDATE objects SET etag = ''", "objects_etag_check"),
        ("UPDATE objects SET last_second = first_second - 1", "objects_check"),
        ("UPDATE objects SET version = 0", "objects_version_check"),
        ("UPDATE objects SET is_candidate = 1", "objects_check1"),
        ("UPDATE calendars SET position = -1", "calendars_position_check"),
        ("UPDATE calendars SET name = ''", "calendars_name_check"),
        ("UPDATE calendars SET is_default = 2", "calendars_is_default_check"),
        (
            """
            INSERT INTO changes (token, owner_id, what, subject_id) VALUES
            (9, '\(AccountID.anna.text)', 'href', '\(CalendarID.annas.text)')
            """, "changes_of_all_what_check"
        ),
        (
            """
            INSERT INTO changes (token, owner_id, what, subject_id) VALUES
            (9, '\(AccountID.anna.text)', 'event', '\(CalendarID.annas.text)')
            """, "changes_of_all_check"
        ),
        (
            "INSERT INTO writes (last_token, first_token, way, second) VALUES (9, 10, 'page', 0)",
            "writes_check"
        ),
        (
            "INSERT INTO writes (last_token, first_token, way, second) VALUES (9, 9, 'way', 0)",
            "writes_way_check"
        ),
    ]

    @Test(
        "A row that breaks a condition is refused, and the condition named",
        arguments: StoreKind.available
    )
    func refused(kind: StoreKind) async throws {
        try await kind.withPlace { place in
            let database = try kind.open(place)
            let store = try await CalendarStore(database: database, nowSecond: .t0)
            try await store.accounts.create(.anna, nowSecond: .t0)
            try await store.put("one")
            for (statement, name) in Self.broken {
                let message = try await Self.refusal(of: statement, by: database)
                #expect(message != nil, "\(statement)")
                if kind == .postgreSQL { #expect(message?.contains("breaks \(name)") == true) }
            }
            // A value that isn't known breaks nothing.
            #expect(
                try await Self.refusal(of: "UPDATE objects SET last_second = NULL", by: database)
                    == nil
            )
            try await database.close()
        }
    }

    @Test(
        "A migration finds the constraints, and what it adds is a trigger afterwards",
        .enabled(if: PostgreSQLForTests.shared != nil)
    )
    func migrating() async throws {
        try await StoreKind.postgreSQL.withPlace { place in
            let database = try StoreKind.postgreSQL.open(place)
            let store = try await CalendarStore(database: database, nowSecond: .t0)
            try await store.accounts.create(.anna, nowSecond: .t0)
            try await store.put("one")
            let found = try await database.alterSchema { connection in
                var found = try Self.constraintCount(on: connection)
                try connection.altering(isNeeded: true) {
                    found += try Self.constraintCount(on: connection)
                    try connection.define(
                        "ALTER TABLE objects ADD COLUMN rank BIGINT CHECK (rank BETWEEN 1 AND 3)"
                    )
                    try connection.define("ALTER TABLE objects DROP COLUMN schedule_tag")
                }
                return [found, try Self.constraintCount(on: connection)]
            }
            #expect(found[0] > 10)
            #expect(found[1] == 0)
            let message = try await Self.refusal(of: "UPDATE objects SET rank = 4", by: database)
            #expect(message?.contains("breaks objects_rank_check") == true)
            #expect(try await Self.refusal(of: "UPDATE objects SET rank = 3", by: database) == nil)
            try await database.close()
        }
    }

    /// What the database says to a statement of Anna's that breaks a condition; nil if it's run.
    private static func refusal(
        of statement: String,
        by database: AnyDatabase
    ) async throws -> String? {
        do {
            let count = try await database.write(as: .account(.anna)) {
                try $0.execute(statement, [])
            }
            #expect(count == 1)
            return nil
        } catch StoreError.constraint(let message) {
            return message
        }
    }

    private static func constraintCount(on connection: some DatabaseConnection) throws -> Int64 {
        try connection.row(
            """
            SELECT count(*) FROM pg_constraint
            WHERE contype = 'c' AND conrelid = 'objects'::regclass
            """
        )?.integer(0) ?? 0
    }
}
