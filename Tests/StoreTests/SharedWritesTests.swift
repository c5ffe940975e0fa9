import Foundation
import Synchronization
import TestPlaces
import Testing

@testable import Store

@Suite(
    "Brief writes that share a transaction on PostgreSQL",
    .enabled(if: PostgreSQLForTests.shared != nil)
)
struct SharedWritesTests {
    private typealias Body = @Sendable (PostgreSQLConnection) throws -> Int64

    private struct Refused: Error {}

    /// A body's account, and its statements, which return the number of their transaction.
    private struct Write: Sendable {
        var principal = Principal.server(.upkeep)
        let body: Body
    }

    private static func withDatabase(
        sharedWaitMilliseconds: Int = 60_000,
        preparing prepare: (_ place: String) throws -> Void = { _ in },
        _ body: (PostgreSQLDatabase) async throws -> Void
    ) async throws {
        try await StoreKind.postgreSQL.withPlace(isMigrated: true) { place in
            try prepare(place)
            let database = PostgreSQLDatabase(
                address: place,
                sharedWaitMilliseconds: sharedWaitMilliseconds
            )
            let store = try await CalendarStore(
                database: AnyDatabase.postgreSQL(database),
                nowSecond: .t0
            )
            try await store.accounts.create(.anna, nowSecond: .t0)
            try await store.accounts.create(.ben, nowSecond: .t0)
            try await body(database)
            database.close()
        }
    }

    /// Runs brief writes behind one that goes on until all of them wait, and returns how each ended, after
    /// `answered` was called for it.
    private static func run(
        _ writes: [Write],
        on database: PostgreSQLDatabase,
        behind first: @escaping @Sendable (PostgreSQLConnection) throws -> Void = { _ in },
        answered: @escaping @Sendable () -> Void = {}
    ) async throws -> [Result<Int64, any Error>] {
        let first = try await hold(database, first) { database.waitingWriteCount < writes.count }
        var tasks: [Task<Int64, any Error>] = []
        for write in writes {
            tasks.append(
                Task {
                    defer { answered() }
                    return try await database.write(
                        as: write.principal,
                        isBrief: true,
                        write.body
                    )
                }
            )
            // One after another, so that they wait in this order.
            while database.waitingWriteCount < tasks.count, tasks.count < writes.count {
                await Task.yield()
            }
        }
        try await first.value
        var results: [Result<Int64, any Error>] = []
        for task in tasks { results.append(await task.result) }
        return results
    }

    /// Begins a brief write that goes on for as long as a condition holds.
    private static func hold(
        _ database: PostgreSQLDatabase,
        _ body: @escaping @Sendable (PostgreSQLConnection) throws -> Void = { _ in },
        while condition: @escaping @Sendable () -> Bool
    ) async throws -> Task<Void, any Error> {
        let (begins, begun) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            try await database.write(as: .server(.upkeep), isBrief: true) { connection in
                try body(connection)
                begun.finish()
                while condition() { usleep(1000) }
            }
        }
        for await _ in begins {}
        return task
    }

    private static func transaction(of connection: PostgreSQLConnection) throws -> Int64 {
        try #require(try connection.number.value())
    }

    /// Adds a row, and returns the number of the transaction.
    private static func adding(_ name: String) -> Body {
        { connection in
            try connection.execute(
                "INSERT INTO counters (name, value) VALUES ($1, 1)",
                [.text(name)]
            )
            return try transaction(of: connection)
        }
    }

    /// The names of the rows that were added.
    private static func added(_ database: PostgreSQLDatabase) async throws -> [String] {
        try await database.read { connection in
            try connection.rows(
                "SELECT name FROM counters WHERE name LIKE 'test-%' ORDER BY name",
                []
            ).map { try $0.text(0) }
        }
    }

    /// Runs statements as the owner of the tables.
    private static func alter(_ place: String, _ statements: String) throws {
        let session = try PostgreSQLSession(address: place)
        try session.run("SET ROLE meantime_owner")
        try session.run(statements)
    }

    /// Makes the commit of a row named `test-late` run a statement first.
    private static func run(_ statement: String, whenCommittingAt place: String) throws {
        try alter(
            place,
            """
            CREATE SEQUENCE commits; GRANT USAGE ON SEQUENCE commits TO PUBLIC;
            CREATE FUNCTION commit_late() RETURNS trigger LANGUAGE plpgsql
            AS $$ BEGIN \(statement); RETURN NULL; END $$;
            CREATE CONSTRAINT TRIGGER late AFTER INSERT ON counters DEFERRABLE INITIALLY DEFERRED
            FOR EACH ROW WHEN (NEW.name = 'test-late') EXECUTE FUNCTION commit_late()
            """
        )
    }

    @Test("Waiting writes share a transaction up to the limit; one more gets another")
    func limit() async throws {
        try await Self.withDatabase { database in
            let writes = (0...Limits.writesPerCommitMax).map {
                Write(body: Self.adding("test-\($0)"))
            }
            let numbers = try await Self.run(writes, on: database).map { try $0.get() }
            let shared = numbers.prefix(Limits.writesPerCommitMax)
            #expect(Set(shared).count == 1)
            #expect(numbers.last != shared.first)
            #expect(try await Self.added(database).count == writes.count)
        }
    }

    @Test("Each write works for its own account, which sees nothing of the previous one")
    func accounts() async throws {
        try await Self.withDatabase { database in
            let names = Mutex<[String]>([])
            let look: Body = { connection in
                try connection.executeSoon("UPDATE calendars SET name = $1", [.text("Mine")])
                let seen = try connection.rows("SELECT owner_id FROM calendars", [])
                names.withLock { $0 += seen.map { (try? $0.text(0)) ?? "" } }
                return try Self.transaction(of: connection)
            }
            let writes = [AccountID.anna, .ben].map { Write(principal: .account($0), body: look) }
            let numbers = try await Self.run(writes, on: database).map { try $0.get() }
            #expect(numbers[0] == numbers[1])
            #expect(names.withLock { $0 } == [AccountID.anna.text, AccountID.ben.text])
        }
    }

    @Test("The queries of a write that refused don't answer those of the next")
    func refusedAccount() async throws {
        try await Self.withDatabase { database in
            let owners = Query("SELECT owner_id FROM calendars", [])
            let refusing: Body = { connection in
                try connection.prefetch([owners])
                throw Refused()
            }
            let asking: Body = { connection in
                try connection.prefetch([owners])
                let owner = try connection.row(owners)?.text(0)
                #expect(owner == AccountID.ben.text)
                return try Self.transaction(of: connection)
            }
            let results = try await Self.run(
                [
                    Write(principal: .account(.anna), body: refusing),
                    Write(principal: .account(.ben), body: asking),
                    Write(body: Self.adding("test-1")),
                ],
                on: database
            )
            #expect(throws: Refused.self) { try results[0].get() }
            #expect(try results[1].get() == results[2].get())
        }
    }

    @Test("What each writes to the log is its own, in order")
    func log() async throws {
        try await Self.withDatabase { database in
            let store = try await CalendarStore(
                database: AnyDatabase.postgreSQL(database),
                nowSecond: .t0
            )
            let held = try await Self.hold(database) { database.waitingWriteCount < 2 }
            async let annas = store.objects.put(
                .event("one"),
                at: .annas("one"),
                id: CalendarStore.identifier(),
                expecting: .anything
            )
            async let bens = store.objects.put(
                .event("two"),
                at: ObjectPlace(account: .ben, calendar: .bens, href: Href(stored: "two")),
                id: CalendarStore.identifier(),
                expecting: .anything
            )
            try await held.value
            let tokens = try await [AccountID.anna: annas.token, .ben: bens.token]
            let bits = TransactionTokens.entryBits
            #expect(Set(tokens.values.map { $0.number >> bits }).count == 1, "one transaction")
            #expect(Set(tokens.values).count == 2)
            let noted = try await database.read { connection in
                try connection.rows(
                    """
                    SELECT changes.token, changes.owner_id, writes.account_id FROM changes
                    JOIN writes ON changes.token BETWEEN first_token AND last_token
                    WHERE changes.token >= $1 ORDER BY changes.token
                    """,
                    [.integer(tokens.values.map(\.number).min() ?? 0)]
                ).map { (try $0.integer(0), try $0.text(1), try $0.text(2)) }
            }
            #expect(noted.map(\.0) == tokens.values.map(\.number).sorted())
            for (token, owner, author) in noted {
                #expect(owner == author)
                #expect(tokens[AccountID(stored: owner)]?.number == token)
            }
        }
    }

    @Test("The entries of the log are counted on from one write to the next")
    func countedOn() async throws {
        try await Self.withDatabase { database in
            let recording: Body = { connection in
                let entry = ChangeEntry.calendarRemoved(.bens, pathName: nil)
                _ = try AnyConnection.postgreSQL(connection).changes.record(entry, owner: .anna)
                return try AnyConnection.postgreSQL(connection).changes.record(entry, owner: .anna)
                    .number
            }
            let writes = [AccountID.anna, .ben, .cleo].map {
                Write(principal: .account($0), body: recording)
            }
            let tokens = try await Self.run(writes, on: database).map { try $0.get() }
            #expect(tokens == [tokens[0], tokens[0] + 2, tokens[0] + 4])
        }
    }

    @Test("A write that refuses before changing anything doesn't affect the others")
    func refused() async throws {
        try await Self.withDatabase { database in
            let results = try await Self.run(
                [
                    Write(body: Self.adding("test-1")),
                    Write { _ in throw Refused() },
                    Write(body: Self.adding("test-2")),
                ],
                on: database
            )
            #expect(try results[0].get() == results[2].get(), "still one transaction")
            #expect(throws: Refused.self) { try results[1].get() }
            #expect(try await Self.added(database) == ["test-1", "test-2"])
        }
    }

    enum Fault: CaseIterable {
        case error
        case constraint
        case overlooked
        case connection
    }

    @Test("A write that fails undoes only its own changes", arguments: Fault.allCases)
    func failed(fault: Fault) async throws {
        try await Self.withDatabase { database in
            let hasEnded = Mutex(false)
            let failing: Body = { connection in
                _ = try Self.adding("test-failed")(connection)
                switch fault {
                case .error: throw Refused()
                case .constraint: return try Self.adding("test-failed")(connection)
                case .overlooked:
                    _ = try? Self.adding("test-failed")(connection)
                    return 0
                case .connection:
                    let isFirst = hasEnded.withLock { hasEnded in
                        defer { hasEnded = true }
                        return !hasEnded
                    }
                    if isFirst {
                        _ = try connection.rows("SELECT pg_terminate_backend(pg_backend_pid())", [])
                    }
                    return 0
                }
            }
            let results = try await Self.run(
                [
                    Write(body: Self.adding("test-1")), Write(body: failing),
                    Write(body: Self.adding("test-2")),
                ],
                on: database
            )
            let (first, last) = (try results[0].get(), try results[2].get())
            #expect(first != last, "each ran by itself")
            switch fault {
            case .error: #expect(throws: Refused.self) { try results[1].get() }
            case .constraint, .overlooked: #expect(throws: StoreError.self) { try results[1].get() }
            case .connection: #expect(try results[1].get() == 0)
            }
            let rows = try await Self.added(database)
            #expect(rows == ["test-1", "test-2"] + (fault == .connection ? ["test-failed"] : []))
        }
    }

    @Test("If all writes refuse, each gets its own error")
    func allRefused() async throws {
        try await Self.withDatabase { database in
            let refusing = Write { _ in throw Refused() }
            for result in try await Self.run([refusing, refusing], on: database) {
                #expect(throws: Refused.self) { try result.get() }
            }
        }
    }

    @Test("A write that only the commit refuses is refused alone")
    func refusedByCommit() async throws {
        try await Self.withDatabase(
            preparing: { place in
                try Self.run(
                    "RAISE EXCEPTION 'late' USING ERRCODE = '23514'",
                    whenCommittingAt: place
                )
            },
            { database in
                let names = ["test-1", "test-late", "test-2"]
                let writes = names.map { Write(body: Self.adding($0)) }
                let results = try await Self.run(writes, on: database)
                #expect(try results[0].get() != results[2].get(), "each ran by itself")
                #expect {
                    try results[1].get()
                } throws: { error in
                    guard case .constraint? = error as? StoreError else { return false }
                    return true
                }
                #expect(try await Self.added(database) == ["test-1", "test-2"])
            }
        )
    }

    @Test(
        "If a commit is lost, each write runs again, unless its outcome is unknown",
        arguments: [true, false]
    )
    func lostCommit(canBeLookedUp: Bool) async throws {
        try await Self.withDatabase(
            preparing: { place in
                try Self.run(
                    """
                    IF nextval('commits') = 1 THEN
                        PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(10);
                    END IF
                    """,
                    whenCommittingAt: place
                )
                guard !canBeLookedUp else { return }
                var superuser = try #require(URLComponents(string: place))
                superuser.user = "postgres"
                try PostgreSQLSession(address: try #require(superuser.string))
                    .run("REVOKE EXECUTE ON FUNCTION pg_xact_status(xid8) FROM PUBLIC")
            },
            { database in
                let runs = Mutex(0)
                let first: Body = { connection in
                    runs.withLock { $0 += 1 }
                    return try Self.adding("test-1")(connection)
                }
                let results = try await Self.run(
                    [Write(body: first), Write(body: Self.adding("test-late"))],
                    on: database
                )
                if canBeLookedUp {
                    #expect(try results[0].get() != results[1].get())
                } else {
                    for result in results {
                        #expect(throws: StoreError.busy) { try result.get() }
                    }
                }
                #expect(runs.withLock { $0 } == (canBeLookedUp ? 2 : 1))
                let added = try await Self.added(database)
                #expect(added == (canBeLookedUp ? ["test-1", "test-late"] : []))
            }
        )
    }

    enum Harm: CaseIterable {
        case connection
        case plan
    }

    @Test(
        "A faulty connection is mended before other writes share it",
        arguments: Harm.allCases
    )
    func mended(harm: Harm) async throws {
        let place = Mutex("")
        try await Self.withDatabase(
            preparing: { address in place.withLock { $0 = address } },
            { database in
                let isHarmed = Mutex(false)
                let all = "SELECT * FROM counters"
                let harming: Body = { connection in
                    let isFirst = isHarmed.withLock { isHarmed in
                        defer { isHarmed = true }
                        return !isHarmed
                    }
                    if isFirst, harm == .connection {
                        _ = try connection.rows("SELECT pg_terminate_backend(pg_backend_pid())", [])
                    } else if isFirst {
                        let place = place.withLock { $0 }
                        try Self.alter(place, "ALTER TABLE counters ADD COLUMN more BIGINT")
                    }
                    _ = try connection.rows(all, [])
                    return 0
                }
                // The last two have no room in the transaction with the harm, but the same connection.
                let reading: Body = { connection in
                    _ = try connection.rows(all, [])
                    return try Self.transaction(of: connection)
                }
                let others = (0...Limits.writesPerCommitMax).map { _ in Write(body: reading) }
                let writes = [Write(body: harming)] + others
                let results = try await Self.run(writes, on: database) { connection in
                    _ = try connection.rows(all, [])
                }
                let numbers = try results.map { try $0.get() }
                #expect(numbers[1] != numbers[2], "each ran by itself")
                #expect(numbers[writes.count - 2] == numbers[writes.count - 1], "they share one")
            }
        )
    }

    @Test("Nobody is answered before the commit")
    func answered() async throws {
        try await Self.withDatabase { database in
            let answers = Mutex(0)
            database.observeWrites(
                by: WriteObserver(nanosecond: { 0 }, waited: { _ in }) { writeCount in
                    guard writeCount > 1 else { return }
                    // Time for answers that came too early.
                    usleep(50_000)
                    #expect(answers.withLock { $0 } == 0)
                }
            )
            let writes = [
                Write(body: Self.adding("test-1")), Write { _ in throw Refused() },
                Write(body: Self.adding("test-2")),
            ]
            _ = try await Self.run(
                writes,
                on: database,
                answered: { answers.withLock { $0 += 1 } }
            )
            #expect(answers.withLock { $0 } == writes.count)
        }
    }

    @Test("Each write waits once for its turn, however often it runs")
    func observed() async throws {
        try await Self.withDatabase { database in
            let waits = Mutex(0)
            let commits = Mutex<[Int]>([])
            database.observeWrites(
                by: WriteObserver(
                    nanosecond: { 0 },
                    waited: { _ in waits.withLock { $0 += 1 } },
                    committed: { writeCount in commits.withLock { $0.append(writeCount) } }
                )
            )
            let failing: Body = { connection in
                _ = try Self.adding("test-failed")(connection)
                throw Refused()
            }
            _ = try await Self.run(
                [Write(body: Self.adding("test-1")), Write(body: failing)],
                on: database
            )
            #expect(waits.withLock { $0 } == 3)
            #expect(commits.withLock { $0 } == [1, 1], "of the one before them, and of the first")
            _ = try await Self.run(
                ["test-2", "test-3"].map { Write(body: Self.adding($0)) },
                on: database
            )
            #expect(waits.withLock { $0 } == 6)
            #expect(commits.withLock { $0 } == [1, 1, 1, 2])
            await #expect(throws: Refused.self) {
                try await database.write(as: .server(.upkeep), isBrief: true) { _ in
                    throw Refused()
                }
            }
            #expect(commits.withLock { $0 } == [1, 1, 1, 2], "nothing to commit")
        }
    }

    @Test("Only a shared transaction soon gives up waiting for a lock")
    func lockPatience() async throws {
        try await Self.withDatabase { database in
            let patience = Mutex<[String]>([])
            let look: Body = { connection in
                let found = try connection.row("SELECT current_setting('lock_timeout')")?.text(0)
                patience.withLock { $0.append(found ?? "") }
                return 0
            }
            _ = try await Self.run([Write(body: look), Write(body: look)], on: database) {
                connection in _ = try look(connection)
            }
            let (alone, shared) = (Limits.lockMilliseconds, Limits.sharedLockMilliseconds)
            #expect(patience.withLock { $0 } == ["\(alone / 1000)s", "\(shared)ms", "\(shared)ms"])
        }
    }

    @Test("A lock delays only the writes that need the row")
    func locked() async throws {
        try await Self.withDatabase { database in
            let mayEnd = Mutex(false)
            let (locks, locked) = AsyncStream.makeStream(of: Void.self)
            let holder = Task {
                try await database.write(as: .account(.ben)) { connection in
                    try connection.execute("UPDATE calendars SET name = 'Held'", [])
                    locked.finish()
                    while !mayEnd.withLock({ $0 }) { usleep(1000) }
                }
            }
            for await _ in locks {}
            let held = try await Self.hold(database) { database.waitingWriteCount < 2 }
            let waiting = Task {
                // Not for the account, whose writes have a turn of their own.
                try await database.write(as: .server(.upkeep), isBrief: true) { connection in
                    try connection.execute("UPDATE calendars SET position = position", [])
                }
            }
            let free = Task {
                try await database.write(
                    as: .server(.upkeep),
                    isBrief: true,
                    Self.adding("test-free")
                )
            }
            try await held.value
            _ = try await free.value
            #expect(try await Self.added(database) == ["test-free"])
            mayEnd.withLock { $0 = true }
            try await holder.value
            #expect(try await waiting.value == 2)
        }
    }

    @Test("No write waits for long behind a transaction that takes long")
    func patience() async throws {
        try await Self.withDatabase(sharedWaitMilliseconds: 10) { database in
            let mayEnd = Mutex(false)
            let held = try await Self.hold(database) { !mayEnd.withLock { $0 } }
            _ = try await database.write(
                as: .server(.upkeep),
                isBrief: true,
                Self.adding("test-impatient")
            )
            #expect(try await Self.added(database) == ["test-impatient"])
            mayEnd.withLock { $0 = true }
            try await held.value
        }
    }

    @Test("A write that isn't brief has a transaction of its own at once")
    func long() async throws {
        try await Self.withDatabase { database in
            let mayEnd = Mutex(false)
            let held = try await Self.hold(database) { !mayEnd.withLock { $0 } }
            _ = try await database.write(as: .server(.upkeep), Self.adding("test-long"))
            #expect(try await Self.added(database) == ["test-long"])
            mayEnd.withLock { $0 = true }
            try await held.value
        }
    }

    @Test("An event is brief up to a length, and without guests")
    func brief() {
        func draft(_ ical: String, hasAttendees: Bool = false) -> ObjectDraft {
            ObjectDraft(
                uid: "one",
                etag: "\"1\"",
                ical: ical,
                firstSecond: .t0,
                lastSecond: .t0,
                hasAttendees: hasAttendees
            )
        }
        let text = String(repeating: "x", count: Limits.briefEventBytesMax)
        #expect(draft(text).isBrief)
        #expect(!draft(text + "x").isBrief)
        #expect(!draft(text, hasAttendees: true).isBrief)
    }
}
