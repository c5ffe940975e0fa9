import Testing

@testable import Store

/// What is noted of the length of texts that others deliver, so that nobody has to read them to add them up.
extension DeliveryContractTests {
    /// The names of delivered texts whose noted length isn't theirs.
    private static func wrong(_ connection: AnyConnection) throws -> [String] {
        let bytes = connection.dialect.byteCount(of: "ical")
        return try connection.rows(
            """
            SELECT objects.uid FROM undecided_invitations JOIN objects ON objects.id = object_id
            WHERE bytes IS NULL OR bytes <> \(bytes)
            UNION ALL SELECT id FROM inbox_messages WHERE bytes IS NULL OR bytes <> \(bytes)
            """,
            []
        ).map { try $0.text(0) }
    }

    @Test(
        "The noted length is that of the text, whatever is delivered",
        arguments: StoreKind.available
    )
    func notedBytes(kind: StoreKind) async throws {
        try await withPeople(kind) { _, database in
            try await database.write { connection in
                for title in ["Lunch", "A longer lunch", "Tea", "A day off", "Töpfern"] {
                    for uid in ["a", "b"] { _ = try Self.invite(uid, title: title, connection) }
                    #expect(try Self.wrong(connection) == [])
                }
                try Self.callOff("a", connection)
                #expect(try Self.wrong(connection) == [])
            }
        }
    }

    @Test("The update leaves what was delivered before as it is", arguments: StoreKind.available)
    func updatedBytes(kind: StoreKind) async throws {
        try await kind.withDatabase { database in
            try await database.alterSchema { connection in
                // Without policies: today's are of tables that come later.
                for statement in Migrations.all.prefix(19).joined() {
                    try connection.define(statement)
                }
                try connection.define(
                    "CREATE TABLE migrations (number BIGINT PRIMARY KEY, applied_second BIGINT)"
                )
                for number in 1...19 {
                    try connection.execute("INSERT INTO migrations VALUES (\(number), 0)", [])
                }
                for row in Self.rowsBeforeUpdate { try connection.execute(row, []) }
                if kind == .postgreSQL {
                    try connection.define(
                        "GRANT ALL ON ALL TABLES IN SCHEMA public TO SESSION_USER"
                    )
                }
            }
            try await Migrations.apply(to: database, nowSecond: .t0)
            let known = try await database.read { connection in
                try ["inbox_messages", "undecided_invitations"].flatMap {
                    try connection.rows("SELECT bytes FROM \($0)", []).map { $0.isNull(0) }
                }
            }
            #expect(known == [true, true])
        }
    }

    /// An invitation and a message about it, as a server stored them before the lengths were noted.
    private static let rowsBeforeUpdate = [
        """
        INSERT INTO users (id, email, name, password, created_second)
        VALUES ('\(AccountID.anna.text)', 'anna@example.org', 'Anna', 'x', 0)
        """,
        """
        INSERT INTO calendars (id, owner_id, name, color, position, is_default, change_token)
        VALUES ('\(CalendarID.annas.text)', '\(AccountID.anna.text)', 'Personal', 'blue', 0, 1, 0)
        """,
        """
        INSERT INTO objects (id, calendar_id, href, uid, etag, ical, first_second, change_token)
        VALUES ('\(CalendarID.number(1).text)', '\(CalendarID.annas.text)', 'a', 'a', 'e', 'i', 0, 1)
        """,
        """
        INSERT INTO undecided_invitations (object_id, account_id, is_strangers)
        VALUES ('\(CalendarID.number(1).text)', '\(AccountID.anna.text)', 0)
        """,
        """
        INSERT INTO inbox_messages (id, account_id, version, ical)
        VALUES ('\(CalendarID.number(2).text)', '\(AccountID.anna.text)', 1, 'i')
        """,
    ]

    /// Adds a message that takes up a quarter of an inbox.
    private static func addQuarter(
        _ number: Int,
        _ connection: AnyConnection
    ) throws {
        let text = String(repeating: "é", count: Int(Limits.inboxBytesMax) / 8)
        try connection.invitations.addToInbox(of: .anna, text, id: CalendarID.number(number).text)
    }

    @Test("A message whose length isn't noted is measured", arguments: StoreKind.available)
    func unknownMessages(kind: StoreKind) async throws {
        try await withPeople(kind) { store, database in
            try await database.write { connection in
                for number in 1...4 { try Self.addQuarter(number, connection) }
            }
            #expect(try await store.inboxes.messages(of: .anna).count == 4)
            try await database.write { connection in
                _ = try connection.execute("UPDATE inbox_messages SET bytes = NULL", [])
                try Self.addQuarter(5, connection)
            }
            let kept = try await store.inboxes.messages(of: .anna).map(\.id)
            #expect(kept == (2...5).map { CalendarID.number($0).text })
        }
    }

    @Test(
        "An invitation that a server of an older version delivered is measured",
        arguments: StoreKind.available
    )
    func unknownBytes(kind: StoreKind) async throws {
        let most = Limits.inviterBytesMin
        let quota = Quota(events: .max, bytes: most * Limits.inviterShareOfQuota)
        try await withPeople(kind) { _, database in
            try await database.write { connection in
                connection.storage.quotas = Quotas(account: quota)
                let half = String(repeating: "x", count: Int(most) / 2)
                let isIn = try Self.invite("a", title: half, connection)
                #expect(isIn)
            }
            try await database.write(as: .server(.upkeep)) { connection in
                _ = try connection.execute("UPDATE undecided_invitations SET bytes = NULL", [])
            }
            try await database.write { connection in
                connection.storage.quotas = Quotas(account: quota)
                let half = String(repeating: "x", count: Int(most) / 2)
                let isSecondIn = try Self.invite("b", title: half, connection)
                #expect(!isSecondIn)
                try Self.callOff("a", connection)
                #expect(try connection.scheduling.ownObject(uid: "a", of: .anna) != nil)
            }
        }
    }

    @Test("No text is read to add up what an inbox holds")
    func inboxPlan() async throws {
        try await withPeople { _, database in
            let plan = try await database.write { connection in
                try connection.rows(
                    "EXPLAIN QUERY PLAN " + InboxMessage.removalOfOldest(connection.dialect),
                    [.text(AccountID.anna.text), .integer(200), .integer(1)]
                ).map { try $0.text(3) }
            }
            let index = "COVERING INDEX inbox_messages_sizes (account_id=?)"
            #expect(plan.contains { $0.hasSuffix(index) }, "\(plan)")
        }
    }
}
