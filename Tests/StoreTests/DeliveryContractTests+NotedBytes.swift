import Testing

@testable import Store

/// What is noted of the length of texts that others deliver, so that nobody has to read them to add them up.
extension DeliveryContractTests {
    /// The names of delivered texts whose noted length isn't theirs.
    private static func wrong(_ connection: some DatabaseConnection) throws -> [String] {
        let bytes = connection.dialect.byteCount(of: "ical")
        return try connection.rows(
            """
            SELECT objects.uid FROM undecided_invitations JOIN objects ON objects.id = object_id
            WHERE bytes IS NULL OR bytes <> \(bytes)
            UNION ALL SELECT id FROM inbox_messages WHERE bytes <> \(bytes)
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

    @Test(
        "The length of what was delivered before is noted by the update",
        arguments: StoreKind.available
    )
    func updatedBytes(kind: StoreKind) async throws {
        try await withPeople(kind) { _, database in
            try await database.write { connection in
                for uid in ["a", "b"] { _ = try Self.invite(uid, title: "Töpfern", connection) }
            }
            try await database.alterSchema { connection in
                try connection.altering(isNeeded: true) {
                    for statement in [
                        "DROP INDEX inbox_messages_sizes",
                        "ALTER TABLE inbox_messages DROP COLUMN bytes",
                        "ALTER TABLE undecided_invitations DROP COLUMN bytes",
                        "DELETE FROM migrations WHERE number = 20",
                    ] { try connection.define(statement) }
                }
            }
            #expect(try await Migrations.apply(to: database, nowSecond: .t0) == 1)
            let wrong = try await database.read(as: .server(.upkeep)) { try Self.wrong($0) }
            #expect(wrong == [])
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
                #expect(try connection.ownObject(uid: "a", of: .anna) != nil)
            }
        }
    }

    @Test("No text is read to add up what an inbox holds")
    func inboxPlan() async throws {
        try await withPeople { _, database in
            let plan = try await database.write { connection in
                try connection.rows(
                    "EXPLAIN QUERY PLAN " + InboxMessage.removalOfOldest,
                    [.text(AccountID.anna.text), .integer(200), .integer(1)]
                ).map { try $0.text(3) }
            }
            let index = "COVERING INDEX inbox_messages_sizes (account_id=?)"
            #expect(plan.contains { $0.hasSuffix(index) }, "\(plan)")
        }
    }
}
