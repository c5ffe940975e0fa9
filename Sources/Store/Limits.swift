/// The bounds of the store.
enum Limits {
    /// Calendars an account may own.
    static let calendarsPerAccountMax = 100

    /// Calendars an account may read from elsewhere.
    static let sourcesPerAccountMax = 50
    /// Google accounts connected to one account.
    static let googleAccountsPerAccountMax = 10

    /// Objects that a calendar read from elsewhere may have.
    static let objectsPerSourceMax = 50_000

    /// Sources that one look finds due.
    static let sourcesDueMax = 500

    /// The longest that a source, or a change it refused, ever waits, in seconds: ten days, which is more than
    /// any server elsewhere may ask for.
    static let sourceWaitSecondsMax = Int64(10 * 86_400)

    /// Groups an account may be a member of.
    static let groupsPerAccountMax = 50

    /// Members a group may have.
    static let membersPerGroupMax = 50

    /// Invitations of a group that can still be used.
    static let invitationsPerGroupMax = 20

    /// Open proposals a group may have.
    static let proposalsPerGroupMax = 100

    /// Candidates a proposal may have.
    static let candidatesPerProposalMax = 20

    /// Candidates that a group's open proposals may have together.
    ///
    /// Whoever joins or leaves the group changes all of them in one transaction.
    static let candidatesPerGroupMax = 500

    /// Events that the calendars of an account, or of a group, may have unless an administrator says otherwise.
    ///
    /// As many as an account could have before there were quotas, so that none is past them after an update.
    static let eventsQuota: Int64 = 1_000_000

    /// Bytes of their texts.
    static let bytesQuota: Int64 = 1024 * 1_048_576

    /// Bytes by which changes of events that are there may exceed a quota.
    static let changesSpareBytes: Int64 = 65_536

    /// Those of them that organizers' changes of delivered invitations may use.
    ///
    /// The rest is left for the guest's answers.
    static let deliveriesSpareBytes: Int64 = 32_768

    /// Bytes by which an answer to an invitation may make the organizer's event longer without a look at the
    /// quota, so that everybody can say yes or no.
    static let answerBytesMax: Int64 = 4_096

    /// Groups that an account may own unless an administrator says otherwise.
    static let ownedGroups: Int64 = 10

    /// Calendars whose contents are counted again with one look.
    static let recountedCalendarsMax = 500

    /// Bytes of a property that a calendar program sets; time zones are the longest.
    static let propertyBytesMax = 65_536

    /// Bytes of the name of such a property, with its namespace.
    static let propertyNameBytesMax = 1000

    /// Bytes of all such properties of an account.
    static let propertyBytesPerAccountMax = Int64(1_048_576)

    /// Messages an inbox keeps; one more drops the oldest.
    static let inboxMessagesMax: Int64 = 200

    /// Bytes of all messages of an inbox; more drop the oldest, but never the newest.
    static let inboxBytesMax: Int64 = 8 * 1_048_576

    /// Bytes of one message, as the schema has it.
    static let inboxMessageBytesMax = 2 * 1_048_576

    /// Invitations to events that wait for an account's decision.
    static let undecidedInvitationsMax: Int64 = 500

    /// Those of them that come from one fellow member.
    static let invitationsPerInviterMax: Int64 = 100

    /// Those of them that come from one person the account shares no group with.
    static let invitationsPerStrangerMax: Int64 = 20

    /// Those of them that come from all such people together.
    static let strangersInvitationsMax: Int64 = 100

    /// Which part of the bytes of all such people together one of them may take up.
    static let strangersShare: Int64 = 5

    /// Accounts that one may have blocked.
    static let blockedSendersMax: Int64 = 500

    /// Which part of an account's bytes those of one fellow member may take up, or those of all strangers: a
    /// twentieth.
    static let inviterShareOfQuota: Int64 = 20

    /// Bytes that they may take up at any rate, however small the quota is.
    static let inviterBytesMin: Int64 = 262_144

    /// Bytes that they may take up at most.
    static let inviterBytesMax: Int64 = 8 * 1_048_576

    /// How many times as much all of them together may take up.
    static let invitersSharesMax: Int64 = 5

    /// Messages after which the removal or return of a whole calendar goes on in another transaction,
    /// so that other writes don't wait: as many as one event may need.
    static let messagesPerTransactionMax = 200

    /// Objects after which it does so, however few messages they need.
    static let objectsPerTransactionMax = 1_000

    /// Bytes of the texts that one page of objects or changes has, besides the last.
    ///
    /// A hundred of the longest objects would be a hundred megabytes for each reader.
    static let pageBytesMax = 2 * 1_048_576

    /// Bytes of one object, as the schema has it.
    static let objectBytesMax = Int64(1_048_576)

    /// App passwords an account may have.
    static let appPasswordsPerAccountMax = 50

    /// Secret addresses an account may have.
    static let secretLinksPerAccountMax = 50

    /// Things that wait for an account to fetch them, for each purpose; one more drops the oldest.
    static let handoversPerAccountMax: Int64 = 4

    /// Bytes of what waits for an account, for each purpose; more drop its oldest, but never the newest.
    ///
    /// A shared form of the largest size has 11 MiB.
    static let handoverBytesPerAccountMax: Int64 = 24 * 1_048_576

    /// Bytes of all that waits for each purpose; of more, those go who have the most.
    static let handoverBytesMax: Int64 = 192 * 1_048_576

    /// Registrations of programs for push messages of an account; one more ends the one that would
    /// end first.
    static let pushRegistrationsPerAccountMax: Int64 = 200

    /// Such registrations of all accounts.
    static let pushRegistrationsMax: Int64 = 10_000

    /// Sessions an account may have; one more ends the one that has been unused the longest.
    static let sessionsPerAccountMax = 100

    /// Identities at other services that an account may sign in with.
    static let identitiesPerAccountMax = 20

    /// Entries of the change log to keep; older ones are deleted when the store is opened, and every hour.
    ///
    /// A page that missed more than that loads everything again.
    package static let changesKept = 1_000_000

    /// How many of those that are too old are deleted in one transaction.
    package static let changesPrunedAtOnce = 10_000

    /// How long versions are kept after they were replaced: a year.
    static let historySeconds: Int64 = 365 * 86_400

    /// How long deleted events and calendars can be brought back: 30 days.
    static let binSeconds: Int64 = 30 * 86_400

    /// Earlier versions of an object; one more drops the oldest.
    static let versionsPerObjectMax = 100

    /// Bytes of earlier versions and deleted events of one calendar; more drop the oldest.
    static let historyBytesPerCalendarMax = 64 * 1_048_576

    /// How often a process deletes what is older than that.
    static let historyClearingSeconds: Int64 = 60

    /// Deleted calendars an account may have in the bin; one more deletes the oldest for good.
    static let deletedCalendarsPerAccountMax = 100

    /// Writes that may share one commit; more wait for the next.
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

    /// Bytes to keep in reserve for deleting things when the disk is full.
    ///
    /// A deletion first grows the write-ahead log, and the checkpoint then writes into the file: 16
    /// MiB covers both.
    static let reserveBytes = 16 * 1_048_576

    /// Networks to remember for each account; the most recently used ones stay.
    static let networksPerAccountMax = 50

    /// Accounts or groups that are listed with one statement.
    static let summariesPerPage = 500

    /// Connections that may read a SQLite file at the same time.
    static let readersMax = 5
}

extension Limits {
    /// How long altering the tables waits for their locks, before it lets others go on and begins anew.
    ///
    /// Everybody who begins meanwhile waits too. Autovacuum gives way after a second.
    static let alterationLockMilliseconds = 1500

    /// How long it lets them go on.
    static let alterationPauseMicroseconds = 3_000_000

    /// Attempts before it gives up, after about three minutes.
    static let alterationAttemptsMax = 40

    /// Connections of one process to a PostgreSQL server.
    static let connectionsMax = 16

    /// How many of them transactions that write may have at once; the others are for those that only read.
    static let writingConnectionsMax = 12

    /// How long a caller waits for one of them.
    static let poolWaitMilliseconds = 5000

    /// How long a write waits for the same account's others on PostgreSQL, such as for a large import.
    static let turnWaitMilliseconds = 30_000

    /// Requests whose sessions are looked up together on PostgreSQL; more wait for the next look-up.
    static let sessionsPerLookupMax = 64

    /// Look-ups for several callers that run beside each other, when one takes long.
    static let lookupsAtOnceMax = 4

    /// How long a brief write waits at least to share a transaction on PostgreSQL, before it runs by itself, and a
    /// request to share a look-up, before another one begins.
    ///
    /// At most it's twice as long.
    static let sharedWaitMilliseconds = 100

    /// The longest text of an event whose write others needn't mind waiting for.
    static let briefEventBytesMax = 65_536

    /// How long a transaction that several writes share waits for a lock that another one holds.
    static let sharedLockMilliseconds = 20

    /// How long connecting may take.
    static let connectSeconds = 5

    /// How long a PostgreSQL server may leave what was sent to it unanswered by its network.
    static let unansweredMilliseconds = 10_000

    /// How long a statement may take, and a transaction may do nothing.
    static let statementMilliseconds = 30_000

    /// Statements that wait to be sent with the next one.
    static let waitingStatementsMax = 32

    /// How long a statement waits for a lock that another transaction holds.
    static let lockMilliseconds = 5000

    /// How long a transaction that others were in the way of pauses, all together, before it gives up.
    static let conflictPausesMicroseconds = 5_000_000

    /// How often a write that was refused because of others runs beside them; then they wait for it.
    static let conflictsBesideOthersMax = 4

    /// How many times as long as they waited others then write without having to wait for another one.
    static let exclusiveWriteRests = 4

    /// How often a transaction runs again after the first constraint that refused one of its rows.
    static let constraintRetriesMax = 20

    /// How often a transaction begins again because others were just ending; then it sees less for once.
    static let newSnapshotsMax = 5

    /// The longest first pause is twice this, and the longest of each that follows twice the one before.
    static let conflictPauseMicroseconds = 500

    /// How often it is doubled.
    static let conflictDoublingsMax = 7

    /// How often a transaction is begun again on a new connection after one has ended.
    static let reconnectsMax = 2

    /// How often a server is asked what became of a transaction whose connection ended at its commit.
    static let outcomeQuestionsMax = 12

    /// How long after a write other servers are told of it, and of all that were made meanwhile.
    static let hintMilliseconds = 10

    /// How long a server waits for a hint before it looks whether it should still wait.
    static let hearingPauseMilliseconds = 500

    /// Accounts that a hint names; with more it's for everybody.
    ///
    /// PostgreSQL takes 8,000 bytes.
    static let accountsPerHintMax = 200

    /// Entries of the log after which everybody is told, instead of those whom they concern.
    static let followedEntriesMax = 1000

    /// Rows that a move to another database copies in one transaction.
    static let rowsPerMovedPage = 500

    /// Pages of a SQLite file that a backup copies at a time; between two it can be stopped.
    static let pagesPerBackupStep: Int32 = 1000

    /// Copies of a database from before its tables were brought up to date that stay.
    static let copiesBeforeMigrationKept = 2

    /// How often a restoration looks whether nobody else is connected to a PostgreSQL database.
    static let sessionLooksMax = 20

    /// How long it waits after each time.
    static let sessionLookMilliseconds = 100

    /// Faults of a database that are told one by one.
    static let checkFaultsMax = 100
}
