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
    package var secretAddresses: SecretAddresses { SecretAddresses(database: observed.database) }
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
    package var edits: Edits { Edits(observed: observed) }
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
    package var externalCalendars: ExternalCalendars { ExternalCalendars(observed: observed) }
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
            // The database is busy. Deleting old entries can wait.
        }
    }
}
