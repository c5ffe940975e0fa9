import Testing

@testable import Store

@Suite("The schema")
struct SchemaTests {
    @Test("Each migration is applied once", arguments: StoreKind.available)
    func migrateTwice(kind: StoreKind) async throws {
        try await kind.withDatabase { database in
            let first = try await Migrations.apply(to: database, nowSecond: .t0)
            let second = try await Migrations.apply(to: database, nowSecond: .t0)
            #expect(first == Migrations.all.count)
            #expect(second == 0)
        }
    }

    @Test("A database with a newer schema is refused", arguments: StoreKind.available)
    func newerVersion(kind: StoreKind) async throws {
        try await kind.withDatabase { database in
            try await Migrations.apply(to: database, nowSecond: .t0)
            let next = Int64(Migrations.all.count) + 1
            try await database.write { connection in
                _ = try connection.execute(
                    "INSERT INTO migrations (number, applied_second) VALUES ($1, 0)",
                    [.integer(next)]
                )
            }
            await #expect(throws: StoreError.newerSchema(version: next)) {
                try await CalendarStore(database: database, nowSecond: .t0)
            }
        }
    }

    @Test("The content survives closing and reopening the file", arguments: StoreKind.available)
    func reopening(kind: StoreKind) async throws {
        try await kind.withPlace { place in
            var database = try kind.open(place)
            var store = try await CalendarStore(database: database, nowSecond: .t0)
            try await store.accounts.create(.anna, nowSecond: .t0)
            let put = try await store.put("one")
            try await database.close()

            database = try kind.open(place)
            store = try await CalendarStore(database: database, nowSecond: .t0)
            #expect(try await store.objects.object(at: .annas("one")).etag == put.etag)
            #expect(try await store.changes.latest() == put.token)
            try await database.close()
        }
    }

    @Test("The database is set up to survive a power failure")
    func pragmas() async throws {
        try await StoreKind.sqlite.withDatabase { database in
            let values = try await database.write { connection in
                try ["journal_mode", "synchronous", "foreign_keys"].map {
                    try connection.rows("PRAGMA \($0)", []).first?.values.first
                }
            }
            #expect(values == [.text("wal"), .integer(2), .integer(1)])
        }
    }

    @Test("Invitations by strangers that waited before wait still")
    func strangersInvitations() async throws {
        try await StoreKind.sqlite.withDatabase { database in
            let count = try await database.write { connection in
                for statement in Migrations.all.prefix(10).joined() {
                    try connection.execute(statement, [])
                }
                for new in [NewAccount.anna, .ben] {
                    let account = new.account
                    try connection.execute(
                        "\(Self.user) ('\(account.id.text)', '\(account.email)', 'N', 'x', 0)",
                        []
                    )
                }
                let annas = CalendarID.annas.text
                try connection.execute(
                    """
                    INSERT INTO calendars VALUES ('\(annas)', '\(AccountID.anna.text)', 'A', 'red',
                    0, 0, 0, 1, NULL, NULL, 0, 'VEVENT', NULL)
                    """,
                    []
                )
                for (index, uid) in ["waits", "own"].enumerated() {
                    try connection.execute(
                        """
                        INSERT INTO objects VALUES ('\(CalendarID.number(index).text)', '\(annas)',
                        '\(uid)', '\(uid)', 'e', 'i', 0, NULL, \(index), NULL, 0, 1, NULL)
                        """,
                        []
                    )
                }
                try connection.execute(
                    """
                    INSERT INTO strangers_invitations
                    VALUES ('\(AccountID.anna.text)', '\(AccountID.ben.text)', 'waits')
                    """,
                    []
                )
                for statement in Migrations.all[10] { try connection.execute(statement, []) }
                return try connection.row(
                    """
                    SELECT count(*) FROM undecided_invitations WHERE is_strangers = 1
                    AND object_id = '\(CalendarID.number(0).text)'
                    AND inviter_id = '\(AccountID.ben.text)'
                    """
                )?.integer(0)
            }
            #expect(count == 1)
        }
    }

    private static let id = "c0000000000000000000000000000001"
    private static let change = """
        INSERT INTO changes (token, owner_id, what, subject_id, href, object_id) VALUES
        """
    private static let user =
        "INSERT INTO users (id, email, name, password, created_second) VALUES"
    private static let refused = [
        "\(user) ('short', 'a@b', 'A', 'x', 0)",
        "\(user) ('\(id)', 'UPPER@b', 'A', 'x', 0)",
        "\(user) ('\(id)', 'anna@example.org', 'A', 'x', 0)",
        "UPDATE users SET email_verified = 2",
        "UPDATE users SET from_minute = 1440",
        "UPDATE users SET to_minute = 0",
        "INSERT INTO pictures VALUES ('\(AccountID.anna.text)', 'e', 'image/gif', 'AA==')",
        "INSERT INTO identities VALUES ('\(id)', 'i', '', '\(AccountID.anna.text)', '', 0)",
        "INSERT INTO identities VALUES ('\(id)', 'i', 's', 'nobody', '', 0)",
        "INSERT INTO app_passwords VALUES ('\(id)', '\(AccountID.anna.text)', 'A', 'short', 0, NULL)",
        "INSERT INTO sessions VALUES ('short', '\(AccountID.anna.text)', 0, 1, '', 0)",
        "INSERT INTO calendars VALUES ('\(id)', 'nobody', 'A', 'red', 0, 0, 0, 1, NULL, NULL, 0, 'VEVENT', NULL, 0, 0, 0)",
        "INSERT INTO calendars VALUES ('\(id)', '\(AccountID.anna.text)', '', 'red', 0, 0, 0, 1, NULL, NULL, 0, 'VEVENT', NULL, 0, 0, 0)",
        "INSERT INTO calendars VALUES ('\(id)', '\(AccountID.anna.text)', 'A', 'red', 0, 1, 0, 1, NULL, NULL, 0, 'VEVENT', NULL, 0, 0, 0)",
        "UPDATE calendars SET object_bytes = -1",
        "UPDATE calendars SET object_count = -1",
        "INSERT INTO objects VALUES ('\(id)', 'none', 'h', 'u', 'e', 'i', 0, 1, 99, NULL, 0, 1, NULL, 0, NULL, 0)",
        "INSERT INTO objects VALUES ('\(id)', '\(CalendarID.annas.text)', '', 'u', 'e', 'i', 0, 1, 99, NULL, 0, 1, NULL, 0, NULL, 0)",
        "INSERT INTO objects VALUES ('\(id)', '\(CalendarID.annas.text)', 'h', 'u', 'e', '', 0, 1, 99, NULL, 0, 1, NULL, 0, NULL, 0)",
        "INSERT INTO objects VALUES ('\(id)', '\(CalendarID.annas.text)', 'h', 'u', 'e', 'i', 2, 1, 99, NULL, 0, 1, NULL, 0, NULL, 0)",
        "INSERT INTO objects VALUES ('\(id)', '\(CalendarID.annas.text)', 'one', 'u', 'e', 'i', 0, 1, 99, NULL, 0, 1, NULL, 0, NULL, 0)",
        "INSERT INTO objects VALUES ('\(id)', '\(CalendarID.annas.text)', 'h', 'one', 'e', 'i', 0, 1, 99, NULL, 0, 1, NULL, 0, NULL, 0)",
        "INSERT INTO sources (calendar_id, account_id, kind, address, due_second) VALUES ('none', '\(AccountID.anna.text)', 'feed', 'a', 0)",
        "INSERT INTO sources (calendar_id, account_id, kind, address, due_second) VALUES ('\(CalendarID.annas.text)', 'nobody', 'feed', 'a', 0)",
        "INSERT INTO sources (calendar_id, account_id, kind, address, due_second) VALUES ('\(CalendarID.annas.text)', '\(AccountID.anna.text)', 'else', 'a', 0)",
        "INSERT INTO sources (calendar_id, account_id, kind, address, due_second) VALUES ('\(CalendarID.annas.text)', '\(AccountID.anna.text)', 'feed', '', 0)",
        "INSERT INTO sources (calendar_id, account_id, kind, address, due_second, failure) VALUES ('\(CalendarID.annas.text)', '\(AccountID.anna.text)', 'feed', 'a', 0, 'x')",
        "UPDATE calendars SET is_connected = 2",
        "INSERT INTO source_members VALUES ('none', '/a', NULL, NULL, NULL, NULL)",
        "INSERT INTO source_members VALUES ('\(CalendarID.annas.text)', '', NULL, NULL, NULL, NULL)",
        "INSERT INTO source_members VALUES ('\(CalendarID.annas.text)', '/a', NULL, 'h', NULL, NULL)",
        "INSERT INTO source_members VALUES ('\(CalendarID.annas.text)', '/a', NULL, NULL, 'e', NULL)",
        "INSERT INTO source_unread VALUES ('none', '/a', NULL, 't')",
        "INSERT INTO source_unread VALUES ('\(CalendarID.annas.text)', '', NULL, 't')",
        "INSERT INTO source_unread VALUES ('\(CalendarID.annas.text)', '/a', NULL, '')",
        "INSERT INTO source_sent VALUES ('none', 'h', 't')",
        "INSERT INTO source_sent VALUES ('\(CalendarID.annas.text)', 'h', '')",
        "INSERT INTO source_refusals VALUES ('none', 'h', '', 0)",
        "INSERT INTO source_refusals VALUES ('\(CalendarID.annas.text)', '', '', 0)",
        "INSERT INTO known_networks VALUES ('nobody', '\(String(repeating: "a", count: 64))', 0)",
        "INSERT INTO known_networks VALUES ('\(AccountID.anna.text)', 'short', 0)",
        "INSERT INTO settings VALUES ('nobody', '{}', 1)",
        "INSERT INTO settings VALUES ('\(AccountID.anna.text)', '', 1)",
        "INSERT INTO settings VALUES ('\(AccountID.anna.text)', '{}', 0)",
        "INSERT INTO objects VALUES ('\(id)', '\(CalendarID.annas.text)', 'h', 'u', 'e', 'i', 0, 1, 99, 'p', 1, 1, NULL, 0, NULL, 0)",
        "UPDATE objects SET is_candidate = 1",
        "UPDATE objects SET is_candidate = 2",
        "UPDATE objects SET version = 0",
        "UPDATE calendars SET history_bytes = -1",
        "INSERT INTO writes VALUES (9, 10, NULL, 'page', 0)",
        "INSERT INTO writes VALUES (9, 9, 'nobody', 'page', 0)",
        "INSERT INTO writes VALUES (9, 9, NULL, 'else', 0)",
        "INSERT INTO versions VALUES ('\(id)', 0, '\(CalendarID.annas.text)', 'h', 'u', 'i', 1, 1, 99, 'changed')",
        "INSERT INTO versions VALUES ('\(id)', 1, 'none', 'h', 'u', 'i', 1, 1, 99, 'changed')",
        "INSERT INTO versions VALUES ('\(id)', 1, '\(CalendarID.annas.text)', 'h', 'u', 'i', 1, 1, 99, 'else')",
        "UPDATE objects SET schedule_tag = ''",
        "INSERT INTO inboxes VALUES ('nobody', 1)",
        "INSERT INTO inboxes VALUES ('\(AccountID.anna.text)', 0)",
        "INSERT INTO inbox_messages VALUES ('short', '\(AccountID.anna.text)', 1, 'i', 1)",
        "INSERT INTO inbox_messages VALUES ('\(id)', 'nobody', 1, 'i', 1)",
        "INSERT INTO inbox_messages VALUES ('\(id)', '\(AccountID.anna.text)', 0, 'i', 1)",
        "INSERT INTO inbox_messages VALUES ('\(id)', '\(AccountID.anna.text)', 1, '', 1)",
        "INSERT INTO inbox_messages VALUES ('\(id)', '\(AccountID.anna.text)', 1, 'i', -1)",
        "INSERT INTO undecided_invitations VALUES ('nothing', '\(AccountID.anna.text)', NULL, 0, 0, 1)",
        "INSERT INTO undecided_invitations VALUES ((SELECT id FROM objects), '\(AccountID.anna.text)', NULL, 0, 0, -1)",
        "UPDATE objects SET is_delivered = 2",
        "UPDATE objects SET is_unanswered = 2",
        "INSERT INTO groups VALUES ('short', 'G', 'red', 0)",
        "INSERT INTO groups VALUES ('\(id)', '', 'red', 0)",
        "INSERT INTO memberships VALUES ('\(id)', '\(AccountID.anna.text)', 'member', 'red', 1, 0, '\(id)')",
        "INSERT INTO calendars VALUES ('\(id)', '\(AccountID.anna.text)', 'A', 'red', 0, 0, 0, 1, '\(id)', NULL, 0, 'VEVENT', NULL, 0, 0, 0)",
        "INSERT INTO shares VALUES ('\(id)', '\(AccountID.anna.text)', '\(CalendarID.annas.text)', 1)",
        "\(change) (99, '\(AccountID.anna.text)', 'else', '\(id)', NULL, NULL)",
        "\(change) (99, '\(AccountID.anna.text)', 'event', '\(id)', NULL, NULL)",
        "\(change) (99, '\(AccountID.anna.text)', 'group', '\(id)', 'h', NULL)",
        "\(change) (99, '\(AccountID.anna.text)', 'group', 'short', NULL, NULL)",
        "\(change) ((SELECT max(token) FROM changes), '\(AccountID.anna.text)', 'calendar', '\(id)', NULL, NULL)",
    ]

    @Test("The schema refuses invalid rows", arguments: StoreKind.available, refused)
    func constraints(kind: StoreKind, statement: String) async throws {
        try await kind.withDatabase { database in
            let store = try await CalendarStore(database: database, nowSecond: .t0)
            try await store.accounts.create(.anna, nowSecond: .t0)
            try await store.put("one")
            do {
                try await database.write { _ = try $0.execute(statement, []) }
                Issue.record("the row was accepted")
            } catch StoreError.constraint {
                // Expected.
            }
        }
    }

    @Test("The schema accepts a valid row", arguments: StoreKind.available)
    func rightRow(kind: StoreKind) async throws {
        try await kind.withDatabase { database in
            let store = try await CalendarStore(database: database, nowSecond: .t0)
            try await store.accounts.create(.anna, nowSecond: .t0)
            try await database.write { connection in
                _ = try connection.execute(
                    """
                    INSERT INTO objects VALUES
                    ('\(Self.id)', '\(CalendarID.annas.text)', 'h', 'u', 'e', 'i', 0, NULL, 99, NULL, 0, 1, NULL, 0, NULL, 0)
                    """,
                    []
                )
            }
        }
    }

    @Test(
        "An href has only the allowed characters and length",
        arguments: [
            ("a.ics", true), ("A-1_2~3@x+y.ics", true), ("", false), (".hidden", false),
            ("a/b", false), ("a b", false), ("ü", false), ("a%2f", false),
            (String(repeating: "a", count: 200), true), (String(repeating: "a", count: 201), false),
        ]
    )
    func hrefs(text: String, isHref: Bool) {
        #expect((Href(text) != nil) == isHref)
    }
}
