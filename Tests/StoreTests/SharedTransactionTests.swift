import Foundation
import Synchronization
import TestPlaces
import Testing

@testable import Store

@Suite(
    "Brief writes that share a transaction on PostgreSQL",
    .enabled(if: PostgreSQLForTests.shared != nil)
)
struct SharedTransactionTests {
    private typealias Body = @Sendable (PostgreSQLConnection) throws -> Int64

    private struct Refused: Error {}

    /// A body's account, and its statements, which return the number of their transaction.
    private struct Write: Sendable {
        var principal = Principal.server(.upkeep)
        let body: Body
    }

    private static func withDatabase(
        joinedWaitMilliseconds: Int = 60_000,
        _ body: (PostgreSQLDatabase) async throws -> Void
    ) async throws {
        try await StoreKind.postgreSQL.withPlace(isMigrated: true) { place in
            let database = PostgreSQLDatabase(
                address: place,
                joinedWaitMilliseconds: joinedWaitMilliseconds
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

    /// Runs brief writes behind one that goes on until all of them wait, and returns how each ended.
    private static func run(
        _ writes: [Write],
        on database: PostgreSQLDatabase
    ) async throws -> [Result<Int64, any Error>] {
        let first = try await hold(database) { database.waitingWriteCount < writes.count }
        var tasks: [Task<Int64, any Error>] = []
        for write in writes {
            tasks.append(
                Task { try await database.write(as: write.principal, isBrief: true, write.body) }
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
        while condition: @escaping @Sendable () -> Bool
    ) async throws -> Task<Void, any Error> {
        let (begins, begun) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            try await database.write(as: .server(.upkeep), isBrief: true) { _ in
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

    @Test("Those that wait share a transaction, as many as may; one more has another")
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

    @Test("Each works for its own account, which sees nothing of the one before")
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
                id: CalendarStore<AnyDatabase>.identifier(),
                expecting: .anything
            )
            async let bens = store.objects.put(
                .event("two"),
                at: ObjectPlace(account: .ben, calendar: .bens, href: Href(stored: "two")),
                id: CalendarStore<AnyDatabase>.identifier(),
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

    @Test("One that refuses before it has changed anything isn't in the way of the others")
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

    @Test("One that fails undoes only what it did", arguments: Fault.allCases)
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

    @Test("Somebody's lock makes only those wait who need the row")
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

    @Test("None waits for long behind a transaction that takes long")
    func patience() async throws {
        try await Self.withDatabase(joinedWaitMilliseconds: 10) { database in
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

    @Test("One that isn't brief has a transaction of its own at once")
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
        func draft(_ ical: String) -> ObjectDraft {
            ObjectDraft(uid: "one", etag: "\"1\"", ical: ical, firstSecond: .t0, lastSecond: .t0)
        }
        let text = String(repeating: "x", count: Limits.briefEventBytesMax)
        #expect(draft(text).isBrief)
        #expect(!draft(text + "x").isBrief)
        #expect(!draft("UID:one\r\nATTENDEE:mailto:ben@example.org\r\n").isBrief)
        #expect(draft("UID:one\r\nSUMMARY:ATTENDEE\r\n").isBrief)
    }
}
