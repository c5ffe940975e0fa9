import Foundation
import Synchronization
import Testing

@testable import Store

@Suite("Writes that share a commit")
struct SharedCommitTests {
    /// What a write puts into the table, and whether it then fails.
    private struct Note: Sendable {
        let name: String
        var fails = false

        @Sendable func write(on connection: SQLiteConnection) throws {
            try connection.execute("INSERT INTO notes (name) VALUES ($1)", [.text(name)])
            if fails { throw Failed(name: name) }
        }
    }

    private struct Failed: Error, Hashable {
        let name: String
    }

    private static func withTable(
        _ body: (SQLiteDatabase, _ path: String) async throws -> Void
    ) async throws {
        try await StoreKind.sqlite.withPath { path in
            let database = try SQLiteDatabase(path: path)
            try await database.write { connection in
                try connection.execute("CREATE TABLE owners (name TEXT PRIMARY KEY)", [])
                try connection.execute(
                    """
                    CREATE TABLE notes (name TEXT NOT NULL UNIQUE, owner TEXT
                    REFERENCES owners (name) DEFERRABLE INITIALLY DEFERRED)
                    """,
                    []
                )
            }
            try await body(database, path)
            try database.close()
        }
    }

    /// Runs writes behind one that goes on until all of them wait, so that they share a commit.
    ///
    /// Returns how each of them ended, in their order, after `answered` was called for it.
    private static func write(
        _ bodies: [@Sendable (SQLiteConnection) throws -> Void],
        together database: SQLiteDatabase,
        answered: @escaping @Sendable () -> Void = {}
    ) async throws -> [Result<Void, any Error>] {
        let (begins, begun) = AsyncStream.makeStream(of: Void.self)
        let first = Task {
            try await database.write { _ in
                begun.finish()
                while database.queue.waitingCount < bodies.count { usleep(1000) }
            }
        }
        for await _ in begins {}
        var writes: [Task<Void, any Error>] = []
        for body in bodies {
            writes.append(
                Task {
                    defer { answered() }
                    try await database.write(body)
                }
            )
            // One after another, so that they wait in this order.
            while database.queue.waitingCount < writes.count, writes.count < bodies.count {
                await Task.yield()
            }
        }
        try await first.value
        var results: [Result<Void, any Error>] = []
        for write in writes { results.append(await write.result) }
        return results
    }

    private static func names(in database: SQLiteDatabase) async throws -> [String] {
        try await database.read { connection in
            try connection.rows("SELECT name FROM notes ORDER BY name", []).map { try $0.text(0) }
        }
    }

    private static func failure(_ result: Result<Void, any Error>) -> (any Error)? {
        guard case .failure(let error) = result else { return nil }
        return error
    }

    @Test(
        "Writes that wait at the same time share a commit, up to the limit",
        arguments: [
            (writes: 1, commits: 1), (2, 1), (Limits.writesPerCommitMax, 1),
            (Limits.writesPerCommitMax + 1, 2),
        ]
    )
    func shared(writes: Int, commits: Int) async throws {
        try await Self.withTable { database, _ in
            let before = database.queue.commitCount
            let notes = (0..<writes).map { Note(name: "note \($0)").write(on:) }
            let results = try await Self.write(notes, together: database)
            #expect(results.allSatisfy { Self.failure($0) == nil })
            #expect(try await Self.names(in: database).count == writes)
            #expect(database.queue.commitCount - before == 1 + commits, "and the one before them")
        }
    }

    @Test("A write that fails undoes only itself", arguments: [0, 1, 2])
    func isolated(failing: Int) async throws {
        try await Self.withTable { database, _ in
            let before = database.queue.commitCount
            let notes = ["a", "b", "c"].enumerated()
                .map { Note(name: $1, fails: $0 == failing) }
            let results = try await Self.write(notes.map { $0.write(on:) }, together: database)
            for (note, result) in zip(notes, results) {
                let expected = note.fails ? Failed(name: note.name) : nil
                #expect(Self.failure(result) as? Failed == expected)
            }
            let kept = notes.filter { !$0.fails }.map(\.name)
            #expect(try await Self.names(in: database) == kept)
            #expect(database.queue.commitCount - before == 2)
        }
    }

    @Test("A failing write alone undoes itself, and the next one works")
    func alone() async throws {
        try await Self.withTable { database, _ in
            let failing = Note(name: "a", fails: true)
            await #expect(throws: Failed(name: "a")) {
                try await database.write(failing.write(on:))
            }
            try await database.write(Note(name: "a").write(on:))
            #expect(try await Self.names(in: database) == ["a"])
        }
    }

    @Test("A write sees what those before it in the same commit wrote")
    func order() async throws {
        try await Self.withTable { database, _ in
            let same = Note(name: "a").write(on:)
            let results = try await Self.write([same, same], together: database)
            #expect(Self.failure(results[0]) == nil)
            guard case .constraint? = Self.failure(results[1]) as? StoreError else {
                Issue.record("\(results[1])")
                return
            }
            #expect(try await Self.names(in: database) == ["a"])
        }
    }

    @Test("If the commit fails, all writes in it fail, and nothing is written")
    func failingCommit() async throws {
        try await Self.withTable { database, _ in
            // A deferred foreign key is only checked by the commit.
            let orphan: @Sendable (SQLiteConnection) throws -> Void = { connection in
                try connection.execute("INSERT INTO notes VALUES ('b', 'nobody')", [])
            }
            let failing = Note(name: "c", fails: true)
            let notes = [Note(name: "a").write(on:), orphan, failing.write(on:)]
            for result in try await Self.write(notes, together: database) {
                guard case .constraint? = Self.failure(result) as? StoreError else {
                    Issue.record("\(result)")
                    continue
                }
            }
            #expect(try await Self.names(in: database).isEmpty)
            try await database.write(Note(name: "d").write(on:))
            #expect(try await Self.names(in: database) == ["d"])
        }
    }

    @Test("A full disk fails the writes before it in the commit, and those after it go on")
    func full() async throws {
        try await Self.withTable { database, _ in
            let large: @Sendable (SQLiteConnection) throws -> Void = { connection in
                _ = try connection.rows("PRAGMA max_page_count = 1", [])
                defer { _ = try? connection.rows("PRAGMA max_page_count = 100000", []) }
                let text = String(repeating: "x", count: 500_000)
                try connection.execute("INSERT INTO notes (name) VALUES ($1)", [.text(text)])
            }
            let notes = [Note(name: "a").write(on:), large, Note(name: "c").write(on:)]
            let results = try await Self.write(notes, together: database)
            #expect(Self.failure(results[1]) as? StoreError == .full)
            #expect(Self.failure(results[2]) == nil)
            // Whether SQLite then keeps the transaction is its own decision; the answer fits it.
            let isKept = Self.failure(results[0]) == nil
            #expect(try await Self.names(in: database) == (isKept ? ["a", "c"] : ["c"]))
        }
    }

    @Test("Nobody is answered before the commit")
    func answered() async throws {
        try await Self.withTable { database, path in
            let answers = Mutex(0)
            let last: @Sendable (SQLiteConnection) throws -> Void = { _ in
                // Time for the answers of those before it, if they came too early.
                usleep(50_000)
                #expect(answers.withLock { $0 } == 0)
            }
            let notes = [Note(name: "a").write(on:), Note(name: "b", fails: true).write(on:), last]
            _ = try await Self.write(notes, together: database) {
                answers.withLock { $0 += 1 }
            }
            #expect(answers.withLock { $0 } == 3)
            let other = try SQLiteDatabase(path: path)
            #expect(try await Self.names(in: other) == ["a"])
            try other.close()
        }
    }

    @Test("While another process holds the database, each write waits as long as its request may")
    func busy() async throws {
        try await Self.withTable { database, path in
            let other = try SQLiteDatabase(path: path)
            let isHeld = Mutex(true)
            let (begins, begun) = AsyncStream.makeStream(of: Void.self)
            let holding = Task {
                try await other.write { _ in
                    begun.finish()
                    while isHeld.withLock({ $0 }) { usleep(1000) }
                }
            }
            for await _ in begins {}
            // The first one waits for a second, in which the others come to wait behind it.
            let writes = [("first", 50), ("hasty", 2), ("patient", 500)]
                .map { name, retries in
                    Task {
                        try await WaitAllowance.$ofRequest.withValue(.init(retries: retries)) {
                            try await database.write(Note(name: name).write(on:))
                        }
                    }
                }
            await #expect(throws: StoreError.busy) { try await writes[0].value }
            await #expect(throws: StoreError.busy) { try await writes[1].value }
            isHeld.withLock { $0 = false }
            try await writes[2].value
            try await holding.value
            #expect(try await Self.names(in: database) == ["patient"])
            try other.close()
        }
    }
}
