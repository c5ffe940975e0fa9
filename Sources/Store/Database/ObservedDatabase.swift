/// A database, with what every change needs: the current time, the quotas, and the function to call
/// once its transaction is committed.
struct ObservedDatabase: Sendable {
    let database: AnyDatabase
    let clock: @Sendable () -> Int64
    let quotas: Quotas
    let committed: @Sendable (AccountID) async -> Void
    let clearing = HistoryClearing()

    /// Runs a transaction for an account and notes that the account made it.
    ///
    /// Afterwards it notifies the account and everybody else who reads one of the log entries it
    /// wrote.
    ///
    /// - Parameters:
    ///   - account: The account that makes the change.
    ///   - way: How the change came in.
    ///   - duty: What the server does in addition, with rows of others; nil for most changes.
    ///   - isBrief: Whether it changes few rows; see ``Database/write(as:isBrief:_:)``.
    ///   - mayUseReserve: Whether it may use the disk reserve when the disk is full. The body may then
    ///     run twice.
    ///   - body: The changes to make.
    /// - Returns: The body's result.
    /// - Throws: The errors of the body and of the database, and ``StoreError/quotaReached(_:)``.
    func change<Value: Sendable>(
        of account: AccountID,
        through way: WriteSource = .page,
        doing duty: Duty? = nil,
        isBrief: Bool = false,
        mayUseReserve: Bool = false,
        _ body: @escaping @Sendable (AnyConnection) throws -> Value
    ) async throws -> Value {
        let second = clock()
        let principal = Principal(account: account, duty: duty)
        let quotas = quotas
        let transaction: @Sendable (AnyConnection) throws -> Committed<Value> = { connection in
            connection.storage.quotas = quotas
            let value = try body(connection)
            try connection.quota.settle(of: account)
            let entries = connection.entries.all
            try connection.changes.sign(entries, by: account, through: way, second: second)
            return Committed(
                value: value,
                audience: try connection.audience(of: entries, madeBy: account),
                tokens: entries.map(\.token)
            )
        }
        let outcome =
            mayUseReserve
            ? try await database.writeUsingReserve(as: principal, transaction)
            : try await database.write(as: principal, isBrief: isBrief, transaction)
        WrittenChanges.ofRequest?.add(outcome.tokens)
        try? await clearHistoryNowAndThen(nowSecond: second)
        for listener in outcome.audience.sorted(by: { $0.text < $1.text }) {
            await committed(listener)
        }
        return outcome.value
    }
}

/// The result of a committed transaction.
private struct Committed<Value: Sendable>: Sendable {
    let value: Value
    /// The accounts that read the entries that it wrote to the log.
    let audience: Set<AccountID>
    /// The entries that it wrote to the log, in order.
    let tokens: [ChangeToken]
}

extension AnyConnection {
    /// The accounts that are told of a change as soon as it's committed: the one that made it, the
    /// owners of its entries in the log, and those that see the calendars of these entries.
    ///
    /// On PostgreSQL it's only the account that made the change, and only if it wrote no entry:
    /// there each server, including this one, learns of entries from the log.
    fileprivate func audience(
        of entries: [WrittenEntries.Entry],
        madeBy account: AccountID
    ) throws -> Set<AccountID> {
        guard !entries.isEmpty else { return [account] }
        guard !dialect.wakesStreamsFromLog else { return [] }
        let calendars = Set(entries.compactMap(\.calendar))
        return try calendars.reduce(into: Set(entries.map(\.owner)).union([account])) {
            $0.formUnion(try self.calendars.viewers(of: $1))
        }
    }
}
