import Foundation
import Synchronization
import Testing

@testable import Store

@Suite("What a backup has besides its rows")
struct BackupSchemaTests {
    /// Changes a backup, and lets a body look at it.
    private static func withBackup(
        _ statements: [String],
        _ body: (_ path: String, _ folder: String) async throws -> Void
    ) async throws {
        try await StoreKind.sqlite.withPath { other in
            let folder = URL(filePath: other).deletingLastPathComponent().path
            let path = folder + "/backup.sqlite"
            try await StoreKind.sqlite.withDatabase { database in
                let store = try await CalendarStore(database: database, nowSecond: .t0)
                try await store.accounts.create(.anna, nowSecond: .t0)
                _ = try await Backup(at: path, hash: { $0 }).make(of: database, nowSecond: .t0)
            }
            let copy = AnyDatabase.sqlite(try SQLiteDatabase(path: path))
            try await copy.write { connection in
                for statement in statements { _ = try connection.execute(statement, []) }
            }
            try await copy.close()
            try await body(path, folder)
        }
    }

    private static func faults(_ path: String) throws -> [String] {
        let told = Mutex<[String]>([])
        let check = DatabaseCheck(
            fault: { _ in nil },
            tell: { sentence in told.withLock { $0.append(sentence) } }
        )
        let summary = try check.run(file: path)
        let sentences = told.withLock { $0 }
        #expect(summary.faultCount == sentences.count)
        return sentences
    }

    private static func restore(_ path: String, in folder: String) throws {
        let new = folder + "/new.sqlite"
        let ending = "-before"
        _ = try Restoration(from: path, nowSecond: .t0)
            .run(intoFile: new, replaces: false, ending: ending)
    }

    @Test("A backup is checked and restored as it was made")
    func unchanged() async throws {
        // SQLite's own statistics are no table of anybody's.
        try await Self.withBackup(["ANALYZE"]) { path, folder in
            #expect(try Self.faults(path) == [])
            try Self.restore(path, in: folder)
        }
    }

    @Test(
        "What isn't Meantime's is named, and not restored",
        arguments: [
            (
                ["CREATE TRIGGER spy AFTER INSERT ON users BEGIN DELETE FROM sessions; END"],
                "the trigger spy isn't one that Meantime makes"
            ),
            (
                ["CREATE VIEW passwords AS SELECT password FROM users"],
                "the view passwords isn't one that Meantime makes"
            ),
            (
                ["CREATE TABLE stolen (text TEXT)"],
                "the table stolen isn't one that Meantime makes"
            ),
            (
                ["CREATE UNIQUE INDEX one_name ON users (name)"],
                "the index one_name isn't one that Meantime makes"
            ),
            (
                ["DROP INDEX sign_in_failures_end"],
                "the index sign_in_failures_end is missing"
            ),
            (
                [
                    "DROP INDEX sign_in_failures_end",
                    "CREATE INDEX sign_in_failures_end ON sign_in_failures (attempts)",
                ],
                "the index sign_in_failures_end isn't as Meantime makes it"
            ),
            (
                [
                    "DROP TABLE sign_in_failures",
                    "CREATE VIEW sign_in_failures AS SELECT id AS key_hash FROM users",
                ],
                "the view sign_in_failures isn't one that Meantime makes"
            ),
            (
                ["ALTER TABLE users ADD COLUMN extra TEXT"],
                "the table users isn't as Meantime makes it"
            ),
        ]
    )
    func strangers(statements: [String], sentence: String) async throws {
        try await Self.withBackup(statements) { path, folder in
            #expect(try Self.faults(path).contains(sentence))
            do {
                try Self.restore(path, in: folder)
                Issue.record("It was restored.")
            } catch BackupError.damaged(let named, _) {
                #expect(named == path)
            }
            #expect(!FileManager.default.fileExists(atPath: folder + "/new.sqlite"))
        }
    }

    @Test(
        "A file of any older version has what its migrations made",
        arguments: 1...Migrations.all.count
    )
    func older(version: Int) async throws {
        try await StoreKind.sqlite.withDatabase { database in
            let faults = try await database.alterSchema { connection in
                _ = try Migrations.apply(on: connection, through: version, nowSecond: .t0)
                return try connection.schemaFaults()
            }
            #expect(faults == [])
        }
    }
}
