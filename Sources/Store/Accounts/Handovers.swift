/// What one request leaves for a later one of the same account, whichever server that comes to.
package struct Handover: Hashable, Sendable {
    package enum Purpose: String, Sendable {
        /// What somebody shared with the page from another app.
        case share
        /// What somebody allowed at Google.
        case googleConsent = "google-consent"
    }

    /// 128 random bits as 32 hexadecimal digits.
    package let id: String
    package let purpose: Purpose
    package let account: AccountID
    /// The contents, which can be read one by one.
    package let parts: [String]
    /// From when on it's gone.
    package let endsSecond: Int64

    package init(
        id: String,
        purpose: Purpose,
        account: AccountID,
        parts: [String],
        endsSecond: Int64
    ) {
        self.id = id
        self.purpose = purpose
        self.account = account
        self.parts = parts
        self.endsSecond = endsSecond
    }
}

/// What waits for a minute or ten to be fetched.
package struct Handovers<Driver: Database>: Sendable {
    let database: Driver

    /// Stores something, in place of the account's oldest if it has ``Limits/handoversPerAccountMax`` for
    /// the same purpose.
    ///
    /// - Parameters:
    ///   - handover: What to store.
    ///   - nowSecond: The current time.
    ///   - bytesMax: Bytes that the contents of all accounts may have for each purpose; the oldest go.
    /// - Throws: ``StoreError/notFound`` if the account is gone, and the errors of the database.
    package func put(
        _ handover: Handover,
        nowSecond: Int64,
        bytesMax: Int64 = Limits.handoverBytesMax
    ) async throws {
        try await database.write(as: .account(handover.account)) { connection in
            let row = try connection.row(
                "SELECT 1 FROM users WHERE id = $1",
                [.text(handover.account.text)]
            )
            guard row != nil else { throw StoreError.notFound }
            try connection.makeRoom(for: handover)
            for (number, part) in handover.parts.enumerated() {
                try connection.add(part, number: number, of: handover)
            }
        }
        try await clear(nowSecond: nowSecond, bytesMax: bytesMax)
    }

    /// A part of what an account was left, which stays.
    ///
    /// Throws ``StoreError/notFound`` if there's no such part, or it's gone.
    package func part(
        _ number: Int,
        of id: String,
        for purpose: Handover.Purpose,
        by account: AccountID,
        nowSecond: Int64
    ) async throws -> String {
        try await database.read(as: .account(account)) { connection in
            let row = try connection.row(
                """
                SELECT content FROM handovers WHERE id = $1 AND part = $2 AND account_id = $3
                AND purpose = $4 AND ends_second > $5
                """,
                [
                    .text(id), .integer(Int64(number)), .text(account.text),
                    .text(purpose.rawValue), .integer(nowSecond),
                ]
            )
            guard let row else { throw StoreError.notFound }
            return try row.text(0)
        }
    }

    /// Takes out what an account was left in one part: of two that ask at the same time, one gets it.
    ///
    /// Throws ``StoreError/notFound`` if it isn't there, or not any more.
    package func take(
        _ id: String,
        for purpose: Handover.Purpose,
        by account: AccountID,
        nowSecond: Int64
    ) async throws -> String {
        try await database.write(as: .account(account)) { connection in
            let row = try connection.row(
                """
                DELETE FROM handovers WHERE id = $1 AND part = 0 AND account_id = $2
                AND purpose = $3 AND ends_second > $4 RETURNING content
                """,
                [
                    .text(id), .text(account.text), .text(purpose.rawValue), .integer(nowSecond),
                ]
            )
            guard let row else { throw StoreError.notFound }
            return try row.text(0)
        }
    }

    /// Removes what nobody fetched in time, and the oldest of what is too much.
    ///
    /// Writes nothing if nothing waits.
    ///
    /// - Parameters:
    ///   - nowSecond: The current time.
    ///   - bytesMax: As for ``put(_:nowSecond:bytesMax:)``.
    /// - Throws: The errors of the database.
    package func clear(
        nowSecond: Int64,
        bytesMax: Int64 = Limits.handoverBytesMax
    ) async throws {
        let isEmpty = try await database.read(as: .server(.handovers)) {
            try $0.row("SELECT 1 FROM handovers LIMIT 1") == nil
        }
        guard !isEmpty else { return }
        try await database.writeUsingReserve(as: .server(.handovers)) { connection in
            try connection.execute(
                "DELETE FROM handovers WHERE ends_second <= $1",
                [.integer(nowSecond)]
            )
            try connection.execute(
                """
                DELETE FROM handovers WHERE id IN (
                    SELECT id FROM (
                        SELECT id, sum(byte_count) OVER (
                            PARTITION BY purpose ORDER BY ends_second DESC, id
                        ) AS bytes FROM handovers
                    ) AS sums WHERE bytes > $1
                )
                """,
                [.integer(bytesMax)]
            )
        }
    }
}

extension DatabaseConnection {
    /// Removes the account's oldest beyond the limit, less one.
    fileprivate func makeRoom(for handover: Handover) throws {
        try execute(
            """
            DELETE FROM handovers WHERE account_id = $1 AND purpose = $2 AND id NOT IN (
                SELECT id FROM handovers WHERE account_id = $1 AND purpose = $2 AND part = 0
                ORDER BY ends_second DESC, id LIMIT $3
            )
            """,
            [
                .text(handover.account.text), .text(handover.purpose.rawValue),
                .integer(Limits.handoversPerAccountMax - 1),
            ]
        )
    }

    fileprivate func add(_ part: String, number: Int, of handover: Handover) throws {
        try execute(
            """
            INSERT INTO handovers
            (id, part, account_id, purpose, content, byte_count, ends_second)
            VALUES ($1, $2, $3, $4, $5, $6, $7)
            """,
            [
                .text(handover.id), .integer(Int64(number)), .text(handover.account.text),
                .text(handover.purpose.rawValue), .text(part), .integer(Int64(part.utf8.count)),
                .integer(handover.endsSecond),
            ]
        )
    }
}
