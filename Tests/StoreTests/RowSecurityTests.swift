import Foundation
import TestPlaces
import Testing

@testable import Store

@Suite("Row-level security", .enabled(if: PostgreSQLForTests.shared != nil))
struct RowSecurityTests {
    @Test("Every table that belongs to somebody has policies, which hold for its owner too")
    func tables() async throws {
        try await StoreKind.postgreSQL.withDatabase { database in
            try await Migrations.apply(to: database, nowSecond: .t0)
            let tables = try await database.read { connection in
                try connection.rows(
                    """
                    SELECT relname, relrowsecurity AND relforcerowsecurity, (
                        SELECT count(*) FROM pg_policy WHERE polrelid = pg_class.oid
                        AND polname <> 'rights'
                    )
                    FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
                    """,
                    []
                ).map { (name: try $0.text(0), isForced: try $0.bool(1), count: try $0.integer(2)) }
            }
            let secured = tables.filter { $0.isForced && $0.count == 4 }.map(\.name)
            #expect(Set(secured) == Set(RowSecurity.tables.map(\.name)))
            let others = Set(tables.map(\.name)).subtracting(secured)
            #expect(others == RowSecurity.tablesWithoutPolicies)
        }
    }

    /// A digest of the policies, to notice when they change.
    private static var digest: UInt64 {
        (RowSecurity.statements + [CheckConstraints.triggersStatement]).joined().utf8
            .reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }

    @Test("Whoever changes the policies raises their number")
    func edition() {
        #expect([RowSecurity.editionNumber: 0x4c6e_b388_e1b8_bd68] == [3: Self.digest])
    }

    @Test("A server puts newer policies in place of older ones, and never older ones")
    func editions() async throws {
        try await StoreKind.postgreSQL.withDatabase(isMigrated: true) { database in
            func comment() async throws -> String? {
                try await database.read { connection in
                    try connection.row("SELECT obj_description('all_sights'::regclass)", [])?.text(
                        0
                    )
                }
            }
            let own = try #require(try await comment())
            #expect(own.hasPrefix("\(RowSecurity.editionNumber) "))
            let others = [
                (
                    "\(RowSecurity.editionNumber + 1) other",
                    "\(RowSecurity.editionNumber + 1) other"
                ),
                ("\(RowSecurity.editionNumber) other", own), ("0123abcd", own),
            ]
            for (present, expected) in others {
                try await database.alterSchema { connection in
                    _ = try connection.execute("COMMENT ON VIEW all_sights IS '\(present)'", [])
                }
                _ = try await CalendarStore(database: database, nowSecond: .t0)
                #expect(try await comment() == expected)
            }
        }
    }

    @Test("A transaction that works for nobody sees nothing")
    func nobody() async throws {
        try await StoreKind.postgreSQL.withDatabase(isMigrated: true) { database in
            let store = try await CalendarStore(database: database, nowSecond: .t0)
            try await store.accounts.create(.anna, nowSecond: .t0)
            try await store.put("one")
            let nobody = Principal(account: nil, duty: nil)
            for table in RowSecurity.tables {
                let count = try await database.read(as: nobody) { connection in
                    try connection.row("SELECT count(*) FROM \(table.name)")?.integer(0)
                }
                #expect(count == 0, "\(table.name)")
            }
        }
    }

    @Test("A duty of the server ends where the account's own work goes on")
    func dutyEnds() async throws {
        try await StoreKind.postgreSQL.withDatabase(isMigrated: true) { database in
            let store = try await CalendarStore(database: database, nowSecond: .t0)
            try await store.accounts.create(.anna, nowSecond: .t0)
            try await store.accounts.create(.ben, nowSecond: .t0)
            let counts = try await database.read(as: .account(.ben)) { connection in
                func count() throws -> Int64? {
                    try connection.row("SELECT count(*) FROM users")?.integer(0)
                }
                return [try count(), try connection.also(.delivery) { try count() }, try count()]
            }
            #expect(counts == [1, 2, 1])
        }
    }

    @Test(
        "The server's role can't change the owner of a row, except when a group is handed over"
    )
    func ownerColumns() async throws {
        try await StoreKind.postgreSQL.withDatabase { database in
            try await Migrations.apply(to: database, nowSecond: .t0)
            let changeable = try await database.read { connection in
                try connection.rows(
                    """
                    SELECT relname || '.' || attname FROM pg_attribute
                    JOIN pg_class ON pg_class.oid = attrelid
                    WHERE relkind IN ('r', 'v') AND relnamespace = 'public'::regnamespace
                    AND attname IN (\(RowSecurity.owners))
                    AND has_column_privilege(attrelid, attnum, 'UPDATE')
                    """,
                    []
                ).map { try $0.text(0) }
            }
            #expect(
                Set(changeable) == Set(RowSecurity.tablesThatChangeOwner.map { "\($0).owner_id" })
            )
        }
    }

    @Test(
        "A row's owner can't be changed",
        arguments: [
            "UPDATE calendars SET owner_id = $1",
            "UPDATE calendars SET group_id = NULL, owner_id = $1",
            "UPDATE objects SET calendar_id = $1",
            "UPDATE memberships SET account_id = $1",
            "UPDATE writes SET account_id = $1",
        ]
    )
    func owners(statement: String) async throws {
        try await StoreKind.postgreSQL.withPlace(isMigrated: true) { place in
            // The query plan isn't checked here, since EXPLAIN is refused as well.
            let database = try StoreKind.postgreSQL.open(place)
            let store = try await CalendarStore(database: database, nowSecond: .t0)
            for new in [NewAccount.anna, .ben] {
                try await store.accounts.create(new, nowSecond: .t0)
            }
            try await store.addFamily()
            try await store.put("dinner", calendar: .familys)
            await #expect {
                try await database.write(as: .account(.ben)) { connection in
                    _ = try connection.execute(statement, [.text(AccountID.ben.text)])
                }
            } throws: {
                "\($0)".contains("permission denied") || "\($0)".contains("a row keeps its owner")
            }
            try await database.close()
        }
    }

    @Test("Nobody can add themselves or others to a group", arguments: [AccountID.cleo, .ben])
    func memberships(account: AccountID) async throws {
        try await StoreKind.postgreSQL.withPlace(isMigrated: true) { place in
            let database = try StoreKind.postgreSQL.open(place)
            let store = try await CalendarStore(database: database, nowSecond: .t0)
            for new in [NewAccount.anna, .ben, .cleo] {
                try await store.accounts.create(new, nowSecond: .t0)
            }
            try await store.addFamily()
            await #expect {
                try await database.write(as: .account(account)) { connection in
                    _ = try connection.execute(
                        """
                        INSERT INTO memberships
                        (group_id, account_id, role, color, default_level, joined_second, times_id)
                        VALUES ($1, $2, 'member', 'blue', 1, 0, 'times')
                        """,
                        [.text(GroupID.family.text), .text(AccountID.cleo.text)]
                    )
                }
            } throws: { "\($0)".contains("row-level security") }
            try await database.close()
        }
    }

    /// Why the server doesn't start on the database at an address.
    private static func refusal(at address: String) async throws -> String {
        let error = await #expect(throws: StoreError.self) {
            try await CalendarStore(
                database: .postgreSQL(PostgreSQLDatabase(address: address)),
                nowSecond: .t0
            )
        }
        guard case .unsuitableRole(let sentence) = error else {
            Issue.record("\(String(describing: error))")
            return ""
        }
        return sentence
    }

    @Test(
        "A role that could bypass the policies is refused",
        arguments: [
            ("postgres", "can bypass row-level security"),
            ("meantime_heir", "has the rights of"),
            ("meantime_stranger", "isn't a member of"),
        ]
    )
    func roles(role: String, reason: String) async throws {
        let server = try #require(PostgreSQLForTests.shared)
        try await server.withDatabase { address in
            let own = address.replacing("//meantime@", with: "//\(role)@")
            let sentence = try await Self.refusal(at: own)
            #expect(sentence.contains(reason))
        }
    }

    @Test("A database whose owner could bypass the policies is refused, whoever is a member of it")
    func owner() async throws {
        let server = try #require(PostgreSQLForTests.shared)
        try await server.withDatabase { address in
            let superuser = address.replacing("//meantime@", with: "//postgres@")
            let name = try #require(PostgreSQLAddress(address)).database
            try PostgreSQLSession(address: superuser).run(
                "ALTER DATABASE \(name) OWNER TO postgres"
            )
            let sentence = try await Self.refusal(at: address)
            #expect(sentence.contains("ALTER DATABASE \(name) OWNER TO"))
        }
    }
}
