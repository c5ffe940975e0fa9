import Foundation
import Synchronization
import TestPlaces
import Testing

@testable import Store

/// Transactions that run side by side and commit in another order than they took their tokens in.
@Suite("The log under many writers", .enabled(if: PostgreSQLForTests.shared != nil))
struct ConcurrentLogTests {
    private struct Aborted: Error {}

    /// What the writers have done so far.
    private final class Progress: Sendable {
        private let committed = Mutex(Set<ChangeToken>())
        private let writersLeft = Mutex(ConcurrentLogTests.writerCount)

        var tokens: Set<ChangeToken> { committed.withLock { $0 } }
        var isEnough: Bool { committed.withLock { $0.count >= ConcurrentLogTests.changeCount } }
        var isOver: Bool { writersLeft.withLock { $0 == 0 } }

        func add(_ tokens: [ChangeToken]) { committed.withLock { $0.formUnion(tokens) } }
        func end() { writersLeft.withLock { $0 -= 1 } }
    }

    /// 200,000 where `TEST_CHANGES` says so; that takes some minutes.
    private static let changeCount =
        ProcessInfo.processInfo.environment["TEST_CHANGES"].flatMap(Int.init) ?? 4000
    private static let writerCount = 8
    private static let readerCount = 4

    @Test("Every reader gets every committed change once, and in order")
    func concurrent() async throws {
        try await StoreKind.postgreSQL.withDatabase { database in
            let store = try await CalendarStore(database: database, nowSecond: .t0)
            try await store.accounts.create(.anna, nowSecond: .t0)
            let start = try await store.changes.latest()
            let progress = Progress()
            var dice = Dice(state: 0)
            for _ in 0..<50 { progress.add(try await Self.write(to: database, as: 0, &dice)) }
            // As the server does by itself within a minute: until then, it doesn't know what is in a table.
            try await database.alterSchema { _ = try $0.execute("ANALYZE changes", []) }
            let readers = try await withThrowingTaskGroup(of: [ChangeToken]?.self) { group in
                for writer in 0..<Self.writerCount {
                    group.addTask {
                        defer { progress.end() }
                        var dice = Dice(state: UInt64(writer) + 1)
                        while !progress.isEnough {
                            progress.add(try await Self.write(to: database, as: writer, &dice))
                        }
                        return nil
                    }
                }
                for _ in 0..<Self.readerCount {
                    group.addTask {
                        try await Self.follow(store, from: start) { progress.isOver }
                    }
                }
                return try await group.reduce(into: [[ChangeToken]]()) { all, found in
                    if let found { all.append(found) }
                }
            }
            let written = progress.tokens
            #expect(written.count >= Self.changeCount)
            for read in readers {
                #expect(read == read.sorted(), "not in order")
                #expect(Set(read).count == read.count, "some came twice")
                let missed = Set(written).subtracting(read).count
                #expect(missed == 0, "\(missed) of \(written.count) missed")
                #expect(read.count == written.count, "some came that were not committed")
            }
        }
    }

    /// Writes a few entries with pauses between them, and gives some up; returns those committed.
    private static func write(
        to database: AnyDatabase,
        as writer: Int,
        _ dice: inout Dice
    ) async throws -> [ChangeToken] {
        let pauses = (0..<Int.random(in: 1...6, using: &dice)).map { _ in
            UInt32.random(in: 0...1500, using: &dice)
        }
        let isAborted = Int.random(in: 0..<10, using: &dice) == 0
        do {
            let account = AccountID.number(writer)
            // Some share a transaction, until one of them gives up.
            let isBrief = !writer.isMultiple(of: 3)
            return try await database.write(as: .account(account), isBrief: isBrief) { connection in
                let tokens = try pauses.map { pause in
                    let token = try connection.changes.record(
                        .calendarRemoved(.random(), pathName: nil),
                        owner: .anna
                    )
                    usleep(pause)
                    return token
                }
                guard !isAborted else { throw Aborted() }
                return tokens
            }
        } catch is Aborted {
            return []
        }
    }

    /// Reads page after page until nobody writes any more and there's nothing left.
    private static func follow(
        _ store: CalendarStore,
        from start: ChangeToken,
        until isOver: () -> Bool
    ) async throws -> [ChangeToken] {
        var found: [ChangeToken] = []
        var reached = start
        while true {
            let isLast = isOver()
            let page = try #require(
                try await store.changes.page(of: .anna, after: reached, countMax: 100)
            )
            found += page.changes.map(\.token)
            reached = page.reached
            guard !page.hasMore, page.changes.isEmpty else { continue }
            if isLast { return found }
            try await Task.sleep(for: .milliseconds(2))
        }
    }
}

@Suite("Transactions that others leave open", .enabled(if: PostgreSQLForTests.shared != nil))
struct OpenTransactionTests {
    @Test("One in the same database holds the log back, and one in another doesn't")
    func heldBack() async throws {
        let server = try #require(PostgreSQLForTests.shared)
        try await StoreKind.postgreSQL.withPlace { place in
            let store = try await CalendarStore(
                database: StoreKind.postgreSQL.open(place),
                nowSecond: .t0
            )
            try await store.accounts.create(.anna, nowSecond: .t0)
            let elsewhere = try PostgreSQLSession(address: server.superuserAddress)
            try elsewhere.run("BEGIN; SELECT pg_current_xact_id()")
            let first = try await store.put("one").token
            #expect(try await store.changes.latest() == first)

            let here = try PostgreSQLSession(address: place)
            try here.run("BEGIN; SELECT pg_current_xact_id()")
            let second = try await store.put("two").token
            #expect(try await store.changes.latest() == first, "something may come before it")
            try here.run("ROLLBACK")
            #expect(try await store.changes.latest() == second)
        }
    }
}

@Suite("Hints to other servers", .enabled(if: PostgreSQLForTests.shared != nil))
struct WriteHintTests {
    @Test("Another server hears of a write, and whom it concerns")
    func hearing() async throws {
        try await StoreKind.postgreSQL.withPlace { place in
            let one = try await CalendarStore(
                database: StoreKind.postgreSQL.open(place),
                nowSecond: .t0
            )
            let other = try await CalendarStore(
                database: StoreKind.postgreSQL.open(place),
                nowSecond: .t0
            )
            try await one.accounts.create(.anna, nowSecond: .t0)
            try await one.accounts.create(.ben, nowSecond: .t0)
            let known = try await other.changes.latest()
            var hints = other.hints.makeAsyncIterator()
            // The first says only that it listens now.
            _ = await hints.next()
            let token = try await one.put("lunch").token
            var heard = try await other.changes.audience(after: known)
            while heard.latest < token {
                _ = await hints.next()
                heard = try await other.changes.audience(after: known)
            }
            #expect(heard.audience?.owners == [.anna])
        }
    }

    @Test("Whoever ends after a write has told of it, and leaves no connection behind")
    func ending() async throws {
        try await StoreKind.postgreSQL.withPlace { place in
            let database = try StoreKind.postgreSQL.open(place)
            let store = try await CalendarStore(database: database, nowSecond: .t0)
            let looker = try PostgreSQLSession(address: place)
            try looker.run("LISTEN meantime_writes")
            try await store.accounts.create(.anna, nowSecond: .t0)
            try await database.close()
            // Notifications arrive in the order in which they were sent, whenever that is.
            try looker.run("NOTIFY meantime_writes, 'later'")
            var texts: [String] = []
            while !texts.contains("later") {
                texts += try looker.notifications(waitingMilliseconds: 1_000)
            }
            #expect(texts.first != "later")
            let connectionCount = """
                SELECT count(*) FROM pg_stat_activity
                WHERE datname = current_database() AND pid <> pg_backend_pid()
                """
            // A backend ends a moment after its client has closed the connection.
            for _ in 0..<3_000 where try looker.run(connectionCount).firstText != "0" {
                try await Task.sleep(for: .milliseconds(10))
            }
            #expect(try looker.run(connectionCount).firstText == "0")
        }
    }

    @Test(
        "A hint names the accounts that have to look, which it does when they are still to be read"
    )
    func naming() async throws {
        let hint = WriteHint(accounts: [.anna, .ben])
        #expect(WriteHint(text: hint.text) == hint)
        #expect(WriteHint(text: WriteHint.ofLog.text) == .ofLog)
        #expect(WriteHint(text: WriteHint.forEverybody.text) == .forEverybody)
        #expect(WriteHint(text: "nonsense") == .ofLog)
        let (hints, continuation) = AsyncStream.makeStream(
            of: WriteHint.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        continuation.tell(WriteHint(accounts: [.anna]))
        continuation.tell(.ofLog)
        continuation.tell(WriteHint(accounts: [.ben]))
        var iterator = hints.makeAsyncIterator()
        #expect(await iterator.next() == hint)
        continuation.tell(.forEverybody)
        continuation.tell(WriteHint(accounts: [.ben]))
        #expect(await iterator.next() == .forEverybody)
    }

    @Test("A hint with too many accounts is for everybody", arguments: [0, 1])
    func manyAccounts(more: Int) {
        let accounts = (0..<Limits.accountsPerHintMax + more).map { number in
            let digits = String(number)
            return AccountID(stored: String(repeating: "0", count: 32 - digits.count) + digits)
        }
        let half = WriteHint(accounts: Set(accounts.dropLast(100)))
        let hint = half.merged(with: WriteHint(accounts: Set(accounts.suffix(100))))
        #expect(hint.accounts == (more == 0 ? Set(accounts) : nil))
        #expect(hint.text.utf8.count < 8_000)
    }

    @Test("Beyond the limit of entries, everybody is told")
    func many() async throws {
        try await StoreKind.postgreSQL.withStore { store in
            let before = try await store.changes.latest()
            for number in 0..<2 { try await store.put("one", title: "\(number)") }
            let few = try await store.changes.audience(after: before, entriesMax: 2)
            #expect(few.audience?.owners == [.anna])
            let many = try await store.changes.audience(after: before, entriesMax: 1)
            #expect(many.audience == nil)
            #expect(many.latest == few.latest)
        }
    }
}
