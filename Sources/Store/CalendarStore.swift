/// The store's repositories.
package struct CalendarStore: Sendable {
    private let observed: ObservedDatabase
    private let sessionLookups: BatchedLookups<String, FoundSession>?

    package var accounts: Accounts { Accounts(observed: observed) }
    package var sessions: Sessions {
        Sessions(database: observed.database, lookups: sessionLookups)
    }
    package var identities: Identities { Identities(observed: observed) }
    package var appPasswords: AppPasswords { AppPasswords(database: observed.database) }
    package var secretLinks: SecretLinks { SecretLinks(database: observed.database) }
    package var administration: Administration { Administration(observed: observed) }
    package var passwordLinks: PasswordLinks { PasswordLinks(observed: observed) }
    package var signInFailures: SignInFailures {
        SignInFailures(database: observed.database)
    }
    package var handovers: Handovers { Handovers(database: observed.database) }
    package var pictures: Pictures { Pictures(observed: observed) }
    package var settings: AccountSettings { AccountSettings(observed: observed) }
    package var calendars: Calendars { Calendars(observed: observed) }
    package var groups: Groups { Groups(observed: observed) }
    package var proposals: Proposals { Proposals(observed: observed) }
    package var objects: Objects { Objects(observed: observed) }
    package var inboxes: Inboxes { Inboxes(observed: observed) }
    package var waitingInvitations: WaitingInvitations {
        WaitingInvitations(observed: observed)
    }
    package var blockedSenders: BlockedSenders { BlockedSenders(observed: observed) }
    package var history: History { History(observed: observed) }
    package var bin: Bin { Bin(observed: observed) }
    package var storage: Storage { Storage(observed: observed) }
    package var properties: CollectionProperties {
        CollectionProperties(observed: observed)
    }
    package var hiddenCalendars: HiddenCalendars { HiddenCalendars(observed: observed) }
    package var pushRegistrations: PushRegistrations {
        PushRegistrations(database: observed.database)
    }
    package var sources: Sources { Sources(observed: observed) }
    package var googleAccounts: GoogleAccounts { GoogleAccounts(observed: observed) }
    package var changes: ChangeLog { ChangeLog(database: observed.database) }
    package var readiness: Readiness { Readiness(database: observed.database) }

    /// An element whenever some process may have written something; see ``Database/hints``.
    package var hints: AsyncStream<WriteHint> { observed.database.hints }

    /// Opens a store on a database, bringing the schema up to date first.
    ///
    /// - Parameters:
    ///   - database: The database to open.
    ///   - nowSecond: The current time, recorded with each migration that is applied.
    ///   - clock: The time at which something is written. Without it that's always `nowSecond`.
    ///   - quotas: How much the calendars of an account and of a group may hold.
    ///   - committed: Called after a transaction, once for each account whose pages need to hear
    ///     about it. The repositories call it, so that no caller can forget.
    /// - Throws: ``StoreError`` when the schema is newer than this program, a move to the database isn't
    ///   finished, or the disk fails.
    package init(
        database: AnyDatabase,
        nowSecond: Int64,
        clock: (@Sendable () -> Int64)? = nil,
        quotas: Quotas = Quotas(),
        committed: @escaping @Sendable (AccountID) async -> Void = { _ in }
    ) async throws {
        try await Migrations.apply(to: database, nowSecond: nowSecond)
        let isBackup = try await database.read(as: .server(.upkeep)) { connection in
            // A server that uses an unfinished database would disturb the rest of the move or
            // restoration.
            try connection.requireFinished()
            return try connection.counterIfAny(Backup.mark) != nil
        }
        if isBackup {
            try await database.write(as: .server(.upkeep)) {
                try $0.finishRestoration(nowSecond: nowSecond)
            }
        }
        sessionLookups = Sessions.lookups(in: database)
        observed = ObservedDatabase(
            database: database,
            clock: clock ?? { nowSecond },
            quotas: quotas,
            committed: committed
        )
        do {
            try await changes.prune()
            try await history.clear()
        } catch StoreError.busy {
            // Others work on the database now, and deleting old entries can wait.
        }
    }
}

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
            try connection.settleStorage(of: account)
            let entries = connection.entries.all
            try connection.sign(entries, by: account, through: way, second: second)
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

extension DatabaseConnection {
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
            $0.formUnion(try viewers(of: $1))
        }
    }
}
