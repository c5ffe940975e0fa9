/// Data that one request leaves for a later request of the same account, which may come to any
/// server.
package struct Handover: Hashable, Sendable {
    package enum Purpose: String, Sendable {
        /// Content that somebody shared with the page from another app.
        case share
        /// A consent that somebody gave at Google.
        case googleConsent = "google-consent"
    }

    /// 128 random bits as 32 hexadecimal digits.
    package let id: String
    package let purpose: Purpose
    package let account: AccountID
    /// The contents, which can be read one by one.
    package let parts: [String]
    /// The time from which on it's gone.
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

/// The handovers of all accounts, which are fetched within a few minutes.
package struct Handovers: Sendable {
    let database: AnyDatabase

    /// Stores a handover.
    ///
    /// It takes the place of the account's oldest one for the same purpose if there would be more
    /// than ``Limits/handoversPerAccountMax``, or more bytes than an account may have.
    ///
    /// - Parameters:
    ///   - handover: The handover to store.
    ///   - nowSecond: The current time.
    ///   - bytesPerAccountMax: The most bytes of the account's handovers for each purpose. The
    ///     newest stays, however many it has.
    ///   - bytesMax: The most bytes of all accounts' handovers for each purpose. Beyond that, the
    ///     account with the most bytes loses its oldest.
    /// - Throws: ``StoreError/notFound`` if the account is gone, and the errors of the database.
    package func put(
        _ handover: Handover,
        nowSecond: Int64,
        bytesPerAccountMax: Int64 = Limits.handoverBytesPerAccountMax,
        bytesMax: Int64 = Limits.handoverBytesMax
    ) async throws {
        try await database.write(as: .account(handover.account)) { connection in
            let row = try connection.row(
                "SELECT 1 FROM users WHERE id = $1",
                [.text(handover.account.text)]
            )
            guard row != nil else { throw StoreError.notFound }
            try connection.accounts.addHandover(handover)
            try connection.accounts.removeOlderHandovers(
                than: handover,
                bytesMax: bytesPerAccountMax
            )
        }
        try await clear(nowSecond: nowSecond, bytesMax: bytesMax)
    }

    /// Reads one part of a handover, which stays.
    ///
    /// Throws ``StoreError/notFound`` if there is no such part, or it's already gone.
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

    /// Takes out a handover that has one part; of two requests at the same time, one gets it.
    ///
    /// Throws ``StoreError/notFound`` if it doesn't exist, or no longer.
    package func take(
        _ id: String,
        for purpose: Handover.Purpose,
        by account: AccountID,
        nowSecond: Int64
    ) async throws -> String {
        try await database.write(as: .account(account)) { connection in
            let row = try connection.writtenRow(
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

    /// Removes the handovers that nobody fetched in time, and those beyond the limit.
    ///
    /// Writes nothing if nothing waits.
    ///
    /// - Parameters:
    ///   - nowSecond: The current time.
    ///   - bytesMax: As for ``put(_:nowSecond:bytesPerAccountMax:bytesMax:)``.
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
            try connection.accounts.removeSurplusHandovers(over: bytesMax)
        }
    }
}

extension AccountStatements {
    /// Adds a handover as the newest of its account.
    ///
    /// Handovers are numbered, because several may end in the same second.
    fileprivate func addHandover(_ handover: Handover) throws {
        let row = try connection.row(
            "SELECT max(number) FROM handovers WHERE account_id = $1 AND purpose = $2",
            [.text(handover.account.text), .text(handover.purpose.rawValue)]
        )
        let last = try row.flatMap { $0.isNull(0) ? nil : try $0.integer(0) } ?? 0
        for (part, content) in handover.parts.enumerated() {
            try connection.execute(
                """
                INSERT INTO handovers
                (id, part, account_id, purpose, content, byte_count, ends_second, number)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
                """,
                [
                    .text(handover.id), .integer(Int64(part)), .text(handover.account.text),
                    .text(handover.purpose.rawValue), .text(content),
                    .integer(Int64(content.utf8.count)), .integer(handover.endsSecond),
                    .integer(last + 1),
                ]
            )
        }
    }

    /// Removes the account's oldest handovers beyond its limits, each as a whole.
    fileprivate func removeOlderHandovers(than newest: Handover, bytesMax: Int64) throws {
        try connection.execute(
            """
            DELETE FROM handovers WHERE account_id = $1 AND purpose = $2 AND id <> $3 AND id IN (
                SELECT id FROM (
                    SELECT id, dense_rank() OVER (ORDER BY number DESC, id) AS place,
                    sum(byte_count) OVER (ORDER BY number DESC, id) AS bytes
                    FROM handovers WHERE account_id = $1 AND purpose = $2
                ) AS ranked WHERE place > $4 OR bytes > $5
            )
            """,
            [
                .text(newest.account.text), .text(newest.purpose.rawValue), .text(newest.id),
                .integer(Limits.handoversPerAccountMax), .integer(bytesMax),
            ]
        )
    }

    /// Reduces the handovers of all accounts to a number of bytes for each purpose.
    fileprivate func removeSurplusHandovers(over bytesMax: Int64) throws {
        let full = try connection.rows(
            "SELECT purpose FROM handovers GROUP BY purpose HAVING sum(byte_count) > $1",
            [.integer(bytesMax)]
        )
        for row in full {
            let kept = try connection.rows(
                """
                SELECT id, account_id, CAST(sum(byte_count) AS BIGINT), min(ends_second)
                FROM handovers WHERE purpose = $1
                GROUP BY id, account_id, number ORDER BY number, id
                """,
                [.text(try row.text(0))]
            )
            for id in HandoverSize.surplus(of: try kept.map(HandoverSize.init), over: bytesMax) {
                try connection.execute("DELETE FROM handovers WHERE id = $1", [.text(id)])
            }
        }
    }
}
