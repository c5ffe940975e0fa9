/// The limits of the store.
enum Limits {
    /// The most calendars that an account may own.
    static let calendarsPerAccountMax = 100

    /// The most calendars that an account may read from elsewhere.
    static let externalCalendarsPerAccountMax = 50
    /// The most Google accounts that may be connected to one account.
    static let googleAccountsPerAccountMax = 10

    /// The most objects that a calendar read from elsewhere may have.
    static let objectsPerSourceMax = 50_000

    /// The most external calendars that one search for due ones returns.
    static let externalCalendarsDueMax = 500

    /// The longest time that an external calendar, or a change that it refused, ever waits, in seconds: ten days,
    /// which is more than any other server may ask for.
    static let externalWaitSecondsMax = Int64(10 * 86_400)

    /// The most groups that an account may be a member of.
    static let groupsPerAccountMax = 50

    /// The most members that a group may have.
    static let membersPerGroupMax = 50

    /// The most usable links to join that a group may have.
    static let joinLinksPerGroupMax = 20

    /// The most open proposals that a group may have.
    static let proposalsPerGroupMax = 100

    /// The most candidates that a proposal may have.
    static let candidatesPerProposalMax = 20

    /// The most candidates that a group's open proposals may have together.
    ///
    /// All of them change in one transaction when somebody joins or leaves the group.
    static let candidatesPerGroupMax = 500

    /// The most events in the calendars of an account, or of a group, unless an administrator sets
    /// another quota.
    ///
    /// It's what an account could have before there were quotas, so no account exceeds it after an
    /// update.
    static let eventsQuota: Int64 = 1_000_000

    /// The most bytes of the texts of these events.
    static let bytesQuota: Int64 = 1024 * 1_048_576

    /// The bytes by which changes of existing events may exceed a quota.
    static let changesSpareBytes: Int64 = 65_536

    /// The part of ``changesSpareBytes`` that organizers' changes of delivered invitations may use.
    ///
    /// The rest is left for the guest's answers.
    static let deliveriesSpareBytes: Int64 = 32_768

    /// The bytes by which an answer may lengthen the organizer's event without regard to the quota,
    /// so that everybody can say yes or no.
    static let answerBytesMax: Int64 = 4_096

    /// The most groups that an account may own unless an administrator sets another quota.
    static let ownedGroups: Int64 = 10

    /// The most calendars that one step of recounting looks at.
    static let recountedCalendarsMax = 500

    /// The longest property that a calendar program may set, in bytes; time zones are the longest.
    static let propertyBytesMax = 65_536

    /// The longest name of such a property with its namespace, in bytes.
    static let propertyNameBytesMax = 1000

    /// The most bytes of all properties that calendar programs set for an account.
    static let propertyBytesPerAccountMax = Int64(1_048_576)

    /// The most messages that an inbox keeps; one more drops the oldest.
    static let inboxMessagesMax: Int64 = 200

    /// The most bytes of all messages in an inbox; more drop the oldest, but never the newest.
    static let inboxBytesMax: Int64 = 8 * 1_048_576

    /// The longest message in an inbox, in bytes, as in the schema.
    static let inboxMessageBytesMax = 2 * 1_048_576

    /// The most invitations that wait for an account's decision.
    static let undecidedInvitationsMax: Int64 = 500

    /// The most undecided invitations that come from one fellow member.
    static let invitationsPerInviterMax: Int64 = 100

    /// The most undecided invitations that come from one person the account shares no group with.
    static let invitationsPerStrangerMax: Int64 = 20

    /// The most undecided invitations that come from all such people together.
    static let strangersInvitationsMax: Int64 = 100

    /// The part of the bytes of all such people together that one of them may use: a fifth.
    static let strangersShare: Int64 = 5

    /// The most accounts that one account may block.
    static let blockedSendersMax: Int64 = 500

    /// The part of an account's bytes that the invitations of one fellow member, or of all
    /// strangers together, may use: a twentieth.
    static let inviterShareOfQuota: Int64 = 20

    /// The bytes that these invitations may use in any case, however small the quota is.
    static let inviterBytesMin: Int64 = 262_144

    /// The most bytes that these invitations may use, however large the quota is.
    static let inviterBytesMax: Int64 = 8 * 1_048_576

    /// How many times ``inviterShareOfQuota`` the invitations of everybody together may use.
    static let invitersSharesMax: Int64 = 5

    /// The messages after which removing or restoring a whole calendar goes on in another
    /// transaction, so that other writes don't wait: as many as one event may need.
    static let messagesPerTransactionMax = 200

    /// The objects after which it goes on in another transaction, however few messages they need.
    static let objectsPerTransactionMax = 1_000

    /// The most entries that one edit writes to the change log: others wait meanwhile.
    ///
    /// Each message to a guest is one too.
    static let editEntriesMax = 2_000

    /// The clients of an account whose last edit is known, so that it isn't stored twice.
    static let editClientsMax: Int64 = 64

    /// The bytes of texts after which a page of objects or changes ends.
    ///
    /// A hundred of the longest objects would be a hundred megabytes for each reader.
    static let pageBytesMax = 2 * 1_048_576

    /// The longest object, in bytes, as in the schema.
    static let objectBytesMax = Int64(1_048_576)

    /// The most app passwords that an account may have.
    static let appPasswordsPerAccountMax = 50

    /// The most secret addresses that an account may have.
    static let secretAddressesPerAccountMax = 50

    /// The most handovers of an account for each purpose; one more drops the oldest.
    static let handoversPerAccountMax: Int64 = 4

    /// The most bytes of an account's handovers for each purpose; more drop the oldest, but never
    /// the newest.
    ///
    /// A shared form of the largest size has 11 MiB.
    static let handoverBytesPerAccountMax: Int64 = 24 * 1_048_576

    /// The most bytes of all handovers for each purpose; beyond that, the accounts with the most
    /// bytes lose theirs.
    static let handoverBytesMax: Int64 = 192 * 1_048_576

    /// The most registrations for push messages of an account; one more ends the one that would end
    /// first.
    static let pushRegistrationsPerAccountMax: Int64 = 200

    /// The most registrations for push messages of all accounts.
    static let pushRegistrationsMax: Int64 = 10_000

    /// The most sessions of an account; one more ends the one that has been unused the longest.
    static let sessionsPerAccountMax = 100

    /// The most identities at other services that an account may sign in with.
    static let identitiesPerAccountMax = 20

    /// Entries of the change log to keep; older ones are deleted when the store is opened, and every hour.
    ///
    /// A page that missed more entries than that loads everything again.
    package static let changesKept = 1_000_000

    /// The most log entries that are deleted in one transaction.
    package static let changesPrunedAtOnce = 10_000

    /// How long versions are kept after they were replaced: a year.
    static let historySeconds: Int64 = 365 * 86_400

    /// How long deleted events and calendars can be brought back: 30 days.
    static let binSeconds: Int64 = 30 * 86_400

    /// The most earlier versions of an object; one more drops the oldest.
    static let versionsPerObjectMax = 100

    /// The most bytes of earlier versions and deleted events of one calendar; more drop the oldest.
    static let historyBytesPerCalendarMax = 64 * 1_048_576

    /// How often a process deletes history and deleted events that are too old.
    static let historyClearingSeconds: Int64 = 60

    /// The most deleted calendars of an account in the bin; one more deletes the oldest for good.
    static let deletedCalendarsPerAccountMax = 100

    /// The most writes that share one commit; more wait for the next.
    ///
    /// The first of them is answered after the last has run, so this bounds how long it waits.
    static let writesPerCommitMax = 64

    /// How many times a request may retry, over all its writes, while another process holds the
    /// database.
    ///
    /// With ``busyRetryMicroseconds`` that's five seconds.
    static let busyRetriesMax = 250

    /// Microseconds to wait before each retry.
    static let busyRetryMicroseconds: UInt32 = 20_000

    /// Milliseconds a read waits for another process.
    static let readerBusyMilliseconds = 2000

    /// The bytes to keep in reserve for deleting things when the disk is full.
    ///
    /// A deletion first grows the write-ahead log, and the checkpoint then writes into the file: 16
    /// MiB covers both.
    static let reserveBytes = 16 * 1_048_576

    /// The most networks that are remembered for an account; the most recently used ones stay.
    static let networksPerAccountMax = 50

    /// The most accounts or groups that one statement lists.
    static let summariesPerPage = 500

    /// The most connections that read a SQLite file at the same time.
    static let readersMax = 5
}

extension Limits {
    /// How long altering the tables waits for their locks before it lets other transactions go on
    /// and tries again.
    ///
    /// Every transaction that begins in the meantime waits too. Autovacuum gives way after a
    /// second.
    static let alterationLockMilliseconds = 1500

    /// How long altering the tables lets other transactions go on.
    static let alterationPauseMicroseconds = 3_000_000

    /// The most attempts to alter the tables before giving up, after about three minutes.
    static let alterationAttemptsMax = 40

    /// The most connections of one process to a PostgreSQL server.
    static let connectionsMax = 16

    /// The most connections that writing transactions may have at once; the others are for reading.
    static let writingConnectionsMax = 12

    /// How long a caller waits for a connection.
    static let poolWaitMilliseconds = 5000

    /// How long a write on PostgreSQL waits for other writes of the same account, such as a large
    /// import.
    static let turnWaitMilliseconds = 30_000

    /// The most requests whose sessions are looked up together on PostgreSQL; more wait for the
    /// next lookup.
    static let sessionsPerLookupMax = 64

    /// The most lookups for several callers that run at the same time, if one takes long.
    static let lookupsAtOnceMax = 4

    /// How long a brief write on PostgreSQL waits at least to share a transaction before it runs by
    /// itself, and how long a request waits to share a lookup before another one begins.
    ///
    /// The wait is at most twice as long.
    static let sharedWaitMilliseconds = 100

    /// The longest text of an event whose write counts as brief, in bytes.
    static let briefEventBytesMax = 65_536

    /// How long a transaction that several writes share waits for another transaction's lock.
    static let sharedLockMilliseconds = 20

    /// How long connecting may take.
    static let connectSeconds = 5

    /// How long data sent to a PostgreSQL server may go unacknowledged by its network.
    static let unansweredMilliseconds = 10_000

    /// How long a statement may take, and how long a transaction may be idle.
    static let statementMilliseconds = 30_000

    /// The most statements that wait to be sent with the next one.
    static let waitingStatementsMax = 32

    /// How long a statement waits for a lock that another transaction holds.
    static let lockMilliseconds = 5000

    /// How long a transaction may pause in total, because of conflicts with others, before it gives
    /// up.
    static let conflictPausesMicroseconds = 5_000_000

    /// How often a write that conflicts with others runs beside them; after that, they wait for it.
    static let conflictsBesideOthersMax = 4

    /// How much longer than an exclusive write took the others may then write, as a factor.
    static let exclusiveWriteRests = 4

    /// How often a transaction runs again after a constraint first refused one of its rows.
    static let constraintRetriesMax = 20

    /// How often a transaction begins again because others were just ending; after that, it accepts
    /// an older state.
    static let newSnapshotsMax = 5

    /// The first pause is at most twice this long, and each following pause at most twice the one
    /// before.
    static let conflictPauseMicroseconds = 500

    /// How often the pause is doubled.
    static let conflictDoublingsMax = 7

    /// How often a transaction is begun again on a new connection after one has ended.
    static let reconnectsMax = 2

    /// How often a server is asked about the outcome of a transaction whose connection ended during
    /// its commit.
    static let outcomeQuestionsMax = 12

    /// How long after a write other servers are told about it, and about all writes in the
    /// meantime.
    static let hintMilliseconds = 10

    /// How long a server waits for a hint before it checks whether it should still wait.
    static let hearingPauseMilliseconds = 500

    /// The most accounts that a hint names; a hint for more is for everybody.
    ///
    /// PostgreSQL takes 8,000 bytes.
    static let accountsPerHintMax = 200

    /// The most log entries for which only the accounts concerned are told; after more, everybody
    /// is told.
    static let followedEntriesMax = 1000

    /// The most rows that a move to another database copies in one transaction.
    static let rowsPerMovedPage = 500

    /// The pages of a SQLite file that a backup copies at a time; between two steps it can be
    /// stopped.
    static let pagesPerBackupStep: Int32 = 1000

    /// The copies made before migrations that are kept.
    static let copiesBeforeMigrationKept = 2

    /// How often a restoration checks whether somebody else is connected to a PostgreSQL database.
    static let sessionLooksMax = 20

    /// How long a restoration waits after each check.
    static let sessionLookMilliseconds = 100

    /// The most faults of a database that are listed one by one.
    static let checkFaultsMax = 100
}
