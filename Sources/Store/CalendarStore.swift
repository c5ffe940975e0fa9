/// Everything that is kept, by kind; generic over the database so that none pays for the choice.
package struct CalendarStore<Driver: Database>: Sendable {
    private let observed: ObservedDatabase<Driver>

    package var accounts: Accounts<Driver> { Accounts(observed: observed) }
    package var sessions: Sessions<Driver> { Sessions(database: observed.database) }
    package var identities: Identities<Driver> { Identities(observed: observed) }
    package var appPasswords: AppPasswords<Driver> { AppPasswords(database: observed.database) }
    package var pictures: Pictures<Driver> { Pictures(observed: observed) }
    package var settings: AccountSettings<Driver> { AccountSettings(observed: observed) }
    package var calendars: Calendars<Driver> { Calendars(observed: observed) }
    package var groups: Groups<Driver> { Groups(observed: observed) }
    package var proposals: Proposals<Driver> { Proposals(observed: observed) }
    package var objects: Objects<Driver> { Objects(observed: observed) }
    package var changes: ChangeLog<Driver> { ChangeLog(database: observed.database) }

    /// Opens a store on a database, bringing the schema up to date first.
    ///
    /// - Parameters:
    ///   - database: where everything is kept.
    ///   - nowSecond: the present time, for the record of migrations.
    ///   - committed: called after every transaction that an account's pages have to hear of, with
    ///     the account; repositories call it, so that no caller can forget.
    /// - Throws: ``StoreError`` when the schema is newer than this program, or the disk fails.
    package init(
        database: Driver,
        nowSecond: Int64,
        committed: @escaping @Sendable (AccountID) async -> Void = { _ in }
    ) async throws {
        try await Migrations.apply(to: database, nowSecond: nowSecond)
        observed = ObservedDatabase(database: database, committed: committed)
        try await changes.prune(keeping: Limits.changesKept)
    }
}

/// A database together with who wants to hear of its changes.
struct ObservedDatabase<Driver: Database>: Sendable {
    let database: Driver
    let committed: @Sendable (AccountID) async -> Void

    /// Runs one transaction that changes something of an account, then tells it and everybody
    /// else whom an entry of the log is for.
    ///
    /// - Parameters:
    ///   - account: Whose it is.
    ///   - makesRoom: Whether it goes ahead on a full disk, out of what is kept for that.
    ///   - body: What changes.
    /// - Returns: What the body does.
    /// - Throws: What the body does, and the database.
    func change<Value: Sendable>(
        of account: AccountID,
        makesRoom: Bool = false,
        _ body: @escaping @Sendable (Driver.Connection) throws -> Value
    ) async throws -> Value {
        let heard: @Sendable (Driver.Connection) throws -> (Value, Set<AccountID>) = { connection in
            let before = try connection.counter("change")
            let value = try body(connection)
            return (value, try connection.audience(since: before))
        }
        let (value, audience) =
            makesRoom
            ? try await database.writeMakingRoom(heard) : try await database.write(heard)
        for listener in audience.union([account]).sorted(by: { $0.text < $1.text }) {
            await committed(listener)
        }
        return value
    }
}

extension DatabaseConnection {
    /// Whom the entries after a token are for.
    fileprivate func audience(since token: ChangeToken) throws -> Set<AccountID> {
        var audience: Set<AccountID> = []
        let entries = try rows(
            """
            SELECT DISTINCT owner_id, CASE WHEN href IS NULL THEN NULL ELSE subject_id END
            FROM changes WHERE token > $1
            """,
            [.integer(token.number)]
        )
        for entry in entries {
            audience.insert(AccountID(stored: try entry.text(0)))
            guard !entry.isNull(1) else { continue }
            let viewers = try rows(
                "SELECT DISTINCT viewer_id FROM sights WHERE calendar_id = $1",
                [.text(try entry.text(1))]
            )
            for viewer in viewers { audience.insert(AccountID(stored: try viewer.text(0))) }
        }
        return audience
    }
}
