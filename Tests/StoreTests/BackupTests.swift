import Foundation
import Synchronization
import TestPlaces
import Testing

@testable import Store

@Suite("Backups")
struct BackupTests {
    /// A database and a folder for backups, which goes away afterwards.
    private static func withFolder(
        _ kind: StoreKind,
        _ body: (AnyDatabase, _ folder: String) async throws -> Void
    ) async throws {
        try await StoreKind.sqlite.withPath { path in
            let folder = URL(filePath: path).deletingLastPathComponent().path
            try await kind.withDatabase { try await body($0, folder) }
        }
    }

    /// A digest that notices any difference; the program takes a cryptographic one.
    @Sendable
    private static func hash(_ octets: [UInt8]) -> [UInt8] {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for octet in octets { hash = (hash ^ UInt64(octet)) &* 0x100_0000_01b3 }
        return (0..<8).map { UInt8(truncatingIfNeeded: hash >> ($0 * 8)) }
    }

    private static func backUp(
        _ database: AnyDatabase,
        to path: String,
        replacesAnything: Bool = false
    ) async throws -> Backup.Summary {
        try await Backup(at: path, hash: hash)
            .make(of: database, nowSecond: .t0, replacesAnything: replacesAnything)
    }

    private static func open(_ path: String, nowSecond: Int64 = .t0) async throws
        -> (CalendarStore, AnyDatabase)
    {
        let database = AnyDatabase.sqlite(try SQLiteDatabase(path: path))
        return (try await CalendarStore(database: database, nowSecond: nowSecond), database)
    }

    /// What a check found.
    private final class Told: Sendable {
        private let stored = Mutex<[String]>([])

        var sentences: [String] { stored.withLock { $0 } }

        func add(_ sentence: String) { stored.withLock { $0.append(sentence) } }
    }

    /// How much was written.
    private final class Written: Sendable {
        private let stored = Mutex(0)

        var count: Int { stored.withLock { $0 } }

        func add() { stored.withLock { $0 += 1 } }
    }

    private static func faults(_ path: String) throws -> [String] {
        let told = Told()
        let check = DatabaseCheck(
            fault: { $0.ical.contains("BEGIN:VEVENT") ? nil : "no event" },
            tell: told.add
        )
        let summary = try check.run(file: path)
        let found = told.sentences
        #expect(summary.faultCount == found.count)
        return found
    }

    private static func fill(_ database: AnyDatabase) async throws -> CalendarStore {
        let store = try await CalendarStore(database: database, nowSecond: .t0)
        try await store.accounts.create(.anna, nowSecond: .t0)
        try await store.accounts.create(.ben, nowSecond: .t0)
        try await store.put("first")
        try await store.put("first", title: "Changed")
        try await store.put("second")
        _ = try await store.objects.remove(at: .annas("second"), expecting: .anything)
        return store
    }

    @Test(
        "A backup has everything, is for its owner only and is one file",
        arguments: StoreKind.available
    )
    func everything(kind: StoreKind) async throws {
        try await Self.withFolder(kind) { database, folder in
            let store = try await Self.fill(database)
            let path = folder + "/backup.sqlite"
            let summary = try await Self.backUp(database, to: path)
            #expect(summary.rowCount > 8 && summary.byteCount > 0)
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            #expect(attributes[.size] as? Int == summary.byteCount)
            #expect(try Backup.creationSecond(of: path) == .t0)
            #expect(try Self.faults(path) == [])
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(names.filter { $0.hasPrefix("backup") } == ["backup.sqlite"])

            let (copy, opened) = try await Self.open(path)
            #expect(
                try await copy.objects.object(at: .annas("first"))
                    == store.objects.object(at: .annas("first"))
            )
            #expect(try await copy.calendars.all(of: .ben).map(\.id) == [.bens])
            try await opened.close()
        }
    }

    @Test("A backup under load is the database at one moment", arguments: StoreKind.available)
    func underLoad(kind: StoreKind) async throws {
        try await Self.withFolder(kind) { database, folder in
            let store = try await Self.fill(database)
            let written = Written()
            let writers = (0..<3).map { writer in
                Task {
                    var number = 0
                    while !Task.isCancelled {
                        let put = try? await store.put("load-\(writer)-\(number)")
                        if put != nil { written.add() }
                        number += 1
                    }
                }
            }
            for round in 0..<5 {
                let before = written.count
                while written.count < before + 20 { await Task.yield() }
                let path = folder + "/backup-\(round).sqlite"
                _ = try await Self.backUp(database, to: path)
                #expect(try Self.faults(path) == [], "every count fits what it counts")
                let count = try SQLiteFile(reading: path).read { connection in
                    try connection.row("SELECT count(*) FROM objects")?.integer(0)
                }
                #expect(try #require(count) >= before)
            }
            for writer in writers { writer.cancel() }
            for writer in writers { _ = await writer.result }
        }
    }

    @Test("Only a backup is replaced, unless that's wanted", arguments: StoreKind.available)
    func replaced(kind: StoreKind) async throws {
        try await Self.withFolder(kind) { database, folder in
            _ = try await Self.fill(database)
            let path = folder + "/backup.sqlite"
            try Data("Dear diary".utf8).write(to: URL(filePath: path))
            await #expect(throws: BackupError.notABackup(path: path)) {
                _ = try await Self.backUp(database, to: path)
            }
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "Dear diary")
            _ = try await Self.backUp(database, to: path, replacesAnything: true)
            _ = try await Self.backUp(database, to: path)

            // A database that a server uses isn't a backup any more, and what it writes must not be lost.
            try await Self.open(path).1.close()
            for replacesAnything in [false, true] {
                await #expect(throws: BackupError.isDatabase(path: path)) {
                    _ = try await Self.backUp(
                        database,
                        to: path,
                        replacesAnything: replacesAnything
                    )
                }
            }
        }
    }

    @Test("Damage is found, with its place")
    func damage() async throws {
        try await Self.withFolder(.sqlite) { database, folder in
            let store = try await Self.fill(database)
            let path = folder + "/backup.sqlite"
            let wrong = [
                ("UPDATE objects SET ical = 'nothing'", "objects: first of the calendar"),
                ("UPDATE calendars SET object_count = 9", "number of events"),
                ("UPDATE calendars SET object_bytes = 9", "size of the calendar's events"),
                ("UPDATE calendars SET history_bytes = 9", "size of the calendar's history"),
                ("UPDATE calendars SET is_default = 0", "no calendar that new events go to"),
                ("UPDATE objects SET version = 1", "as new as the present one"),
            ]
            for (statement, sentence) in wrong {
                _ = try await Self.backUp(database, to: path)
                let (_, copy) = try await Self.open(path)
                try await copy.write { _ = try $0.execute(statement, []) }
                try await copy.close()
                let found = try Self.faults(path)
                #expect(found.contains { $0.contains(sentence) }, "\(statement): \(found)")
                try FileManager.default.removeItem(atPath: path)
            }
            for number in 0..<200 { try await store.put("many-\(number)") }
            _ = try await Self.backUp(database, to: path)
            let file = try #require(FileHandle(forUpdatingAtPath: path))
            try file.seek(toOffset: file.seekToEnd() / 2)
            try file.write(contentsOf: Data(repeating: 0xa5, count: 8192))
            try file.close()
            // What is damaged may be needed to read the rest.
            let found = try? Self.faults(path)
            #expect(found != [])
        }
    }

    @Test("Everything is back after a restoration", arguments: MoveTests.Way.all)
    func restored(way: MoveTests.Way) async throws {
        try await Self.withFolder(way.from) { database, folder in
            let store = try await Self.fill(database)
            let path = folder + "/backup.sqlite"
            _ = try await Self.backUp(database, to: path)
            try await way.to.withPlace { place in
                try await Self.restore(path, to: place, way.to)
                let target = try way.to.open(place)
                let after = try await CalendarStore(database: target, nowSecond: .t0 + 60)
                #expect(
                    try await after.objects.object(at: .annas("first"))
                        == store.objects.object(at: .annas("first"))
                )
                let versions = try await target.read { connection in
                    try connection.rows("SELECT href, number FROM versions ORDER BY href", [])
                        .map { "\(try $0.text(0)) \(try $0.integer(1))" }
                }
                #expect(versions == ["first 1", "second 1"])
                try await after.put("afterwards")
                try await target.close()
                await #expect(throws: BackupError.self) {
                    try await Self.restore(path, to: place, way.to)
                }
            }
        }
    }

    private static func restore(
        _ backup: String,
        to place: String,
        _ kind: StoreKind,
        nowSecond: Int64 = .t0 + 60,
        replaces: Bool = false
    ) async throws {
        let restoration = Restoration(from: backup, nowSecond: nowSecond)
        guard kind == .postgreSQL else {
            _ = try restoration.run(intoFile: place, replaces: replaces, ending: "-before")
            return
        }
        let database = PostgreSQLDatabase(address: place)
        defer { database.close() }
        _ = try await restoration.run(
            into: database,
            preparedAt: backup + "-prepared",
            keepingAs: replaces ? backup + "-before" : nil,
            hash: hash
        )
    }

    @Test("Readers that were ahead of the backup start again", arguments: StoreKind.available)
    func readersAhead(kind: StoreKind) async throws {
        try await StoreKind.sqlite.withPath { other in
            let path = other + "-backup"
            try await kind.withPlace { place in
                var database = try kind.open(place)
                var store = try await Self.fill(database)
                _ = try await Self.backUp(database, to: path)
                let old = try await store.changes.latest()
                try await store.put("lost")
                let ahead = try await store.changes.latest()
                try await database.close()

                // Twice, because a reader may have been ahead of the first restoration, too.
                var known = [old, ahead]
                for round in 1...2 as ClosedRange<Int64> {
                    let second = .t0 + 60 * round
                    try await Self.restore(
                        path,
                        to: place,
                        kind,
                        nowSecond: second,
                        replaces: true
                    )
                    try FileManager.default.removeItem(
                        atPath: kind == .sqlite ? place + "-before" : path + "-before"
                    )
                    database = try kind.open(place)
                    store = try await CalendarStore(database: database, nowSecond: second)
                    for token in known {
                        let page = try await store.changes.page(
                            of: .anna,
                            after: token,
                            countMax: 9
                        )
                        #expect(page == nil, "round \(round), \(token)")
                    }
                    let snapshot = try await store.changes.snapshot(of: .anna)
                    #expect(known.allSatisfy { $0 < snapshot.token })
                    let calendar = try await store.changes.latest(in: .annas, seenBy: .anna)
                    #expect(known.allSatisfy { $0 < calendar }, "what programs compare")
                    let put = try await store.put("new")
                    let page = try await store.changes.page(
                        of: .anna,
                        after: snapshot.token,
                        countMax: 9
                    )
                    #expect(page?.changes.map(\.token) == [put.token])
                    let afterCalendar = try await store.changes.page(
                        of: .anna,
                        after: calendar,
                        countMax: 9
                    )
                    #expect(afterCalendar?.changes.map(\.token) == [put.token])
                    known.append(put.token)
                    try await database.close()
                }
            }
        }
    }

    @Test("A database that somebody has open isn't replaced", arguments: StoreKind.available)
    func inUse(kind: StoreKind) async throws {
        try await StoreKind.sqlite.withPath { other in
            try await kind.withPlace { place in
                let database = try kind.open(place)
                let store = try await Self.fill(database)
                _ = try await Self.backUp(database, to: other)
                await #expect(throws: BackupError.self) {
                    try await Self.restore(other, to: place, kind, replaces: true)
                }
                try await store.put("still")
                try await database.close()
            }
        }
    }

    /// What somebody changes when a backup has begun.
    enum LateChange: CaseIterable {
        case event
        /// It has no entry in the log.
        case password
    }

    /// Somebody who changes something when a backup has begun.
    private final class LateServer: Sendable {
        let change: LateChange
        let staysConnected: Bool
        private let hasCome = Mutex(false)
        private let database: PostgreSQLDatabase

        init(_ place: String, _ change: LateChange, staysConnected: Bool) {
            self.change = change
            self.staysConnected = staysConnected
            database = PostgreSQLDatabase(address: place)
        }

        /// Calculates a hash; the first time, it comes meanwhile.
        func hash(_ octets: [UInt8]) -> [UInt8] {
            let isFirst = hasCome.withLock { hasCome in
                defer { hasCome = true }
                return !hasCome
            }
            if isFirst {
                let written = DispatchSemaphore(value: 0)
                Task.detached {
                    defer { written.signal() }
                    let store = try await CalendarStore(
                        database: AnyDatabase.postgreSQL(self.database),
                        nowSecond: .t0
                    )
                    switch self.change {
                    case .event: try await store.put("late")
                    case .password:
                        try await self.database.write(as: .server(.upkeep)) { connection in
                            _ = try connection.execute("UPDATE users SET password = 'late'", [])
                        }
                    }
                    if !self.staysConnected { self.database.close() }
                }
                written.wait()
            }
            return BackupTests.hash(octets)
        }

        func close() { database.close() }
    }

    @Test(
        "What somebody writes while a database is backed up isn't lost by replacing it",
        .enabled(if: PostgreSQLForTests.shared != nil),
        arguments: LateChange.allCases,
        [true, false]
    )
    func writtenMeanwhile(change: LateChange, staysConnected: Bool) async throws {
        try await StoreKind.sqlite.withPath { path in
            try await StoreKind.postgreSQL.withPlace { place in
                var database = try StoreKind.postgreSQL.open(place)
                _ = try await Self.fill(database)
                _ = try await Self.backUp(database, to: path)
                try await database.close()
                let late = LateServer(place, change, staysConnected: staysConnected)
                let target = PostgreSQLDatabase(address: place)
                await #expect(throws: BackupError.inUse(path: Restoration.postgreSQL)) {
                    _ = try await Restoration(from: path, nowSecond: .t0 + 60).run(
                        into: target,
                        preparedAt: path + "-prepared",
                        keepingAs: path + "-before",
                        hash: late.hash
                    )
                }
                target.close()
                late.close()
                #expect(!FileManager.default.fileExists(atPath: path + "-before"))
                database = try StoreKind.postgreSQL.open(place)
                switch change {
                case .event:
                    let store = try await CalendarStore(database: database, nowSecond: .t0 + 60)
                    // It throws if the event isn't there.
                    _ = try await store.objects.object(at: .annas("late"))
                case .password:
                    let password = try await database.read { connection in
                        try connection.row("SELECT password FROM users")?.text(0)
                    }
                    #expect(password == "late")
                }
                try await database.close()
            }
        }
    }

    @Test(
        "A database of an older version is replaced, and the copy is of that version",
        .enabled(if: PostgreSQLForTests.shared != nil)
    )
    func olderReplaced() async throws {
        try await Self.withFolder(.sqlite) { source, folder in
            _ = try await Self.fill(source)
            let path = folder + "/backup.sqlite"
            _ = try await Self.backUp(source, to: path)
            try await StoreKind.postgreSQL.withPlace { place in
                var database = try StoreKind.postgreSQL.open(place)
                try await database.makeOlder(version: 8)
                try await database.close()
                try await Self.restore(path, to: place, .postgreSQL, replaces: true)
                let version = try SQLiteFile(reading: path + "-before").read {
                    try $0.schemaVersion()
                }
                #expect(version == 8)
                database = try StoreKind.postgreSQL.open(place)
                let store = try await CalendarStore(database: database, nowSecond: .t0 + 60)
                _ = try await store.objects.object(at: .annas("first"))
                #expect(try await store.accounts.account(email: "old@example.org") == nil)
                try await database.close()
            }
        }
    }

    @Test(
        "Of servers that start together on an older database, one copies it if there's a folder",
        .enabled(if: PostgreSQLForTests.shared != nil)
    )
    func postgreSQLBeforeMigration() async throws {
        try await Self.withFolder(.postgreSQL) { database, folder in
            try await database.makeOlder(version: 8)
            let newest = Int64(Migrations.all.count)
            func copy(into folder: String?) async throws -> AnyDatabase.Update? {
                try await database.copyBeforeMigration(
                    into: folder,
                    nowSecond: .t0,
                    hash: Self.hash
                )
            }
            #expect(
                try await copy(into: nil) == AnyDatabase.Update(from: 8, to: newest, copy: nil)
            )
            await #expect(throws: BackupError.self) { _ = try await copy(into: "/nowhere") }
            #expect(try await database.read { try $0.schemaVersion() } == 8)

            async let one = copy(into: folder)
            async let other = copy(into: folder)
            let made = try await [one, other].compactMap { $0 }
            let path = folder + "/meantime-before-\(newest)"
            #expect(made == [AnyDatabase.Update(from: 8, to: newest, copy: path)])
            #expect(try await database.read { try $0.schemaVersion() } == newest)
            let copied = try SQLiteFile(reading: path).read { connection in
                (
                    try connection.schemaVersion(),
                    try connection.row("SELECT email FROM users")?.text(0)
                )
            }
            #expect(copied == (8, "old@example.org"))
        }
    }

    @Test(
        "After a restoration that was interrupted, another backup can be restored",
        .enabled(if: PostgreSQLForTests.shared != nil)
    )
    func restoredAfterInterruption() async throws {
        try await Self.withFolder(.sqlite) { source, folder in
            _ = try await Self.fill(source)
            let path = folder + "/backup.sqlite"
            _ = try await Self.backUp(source, to: path)
            try await StoreKind.postgreSQL.withPlace { place in
                var database = try StoreKind.postgreSQL.open(place)
                try await Self.fill(database).put("from another backup")
                try await database.write { try $0.setCounter(UnfinishedFillMark.name, 1) }
                try await database.close()
                try await Self.restore(path, to: place, .postgreSQL)
                database = try StoreKind.postgreSQL.open(place)
                let store = try await CalendarStore(database: database, nowSecond: .t0 + 60)
                _ = try await store.objects.object(at: .annas("first"))
                await #expect(throws: StoreError.notFound) {
                    _ = try await store.objects.object(at: .annas("from another backup"))
                }
                try await database.close()
            }
        }
    }

    @Test(
        "A partly filled database can't be used, backed up or moved",
        arguments: StoreKind.available
    )
    func halfFilled(kind: StoreKind) async throws {
        try await Self.withFolder(kind) { database, folder in
            _ = try await CalendarStore(database: database, nowSecond: .t0)
            try await database.write { try $0.setCounter(UnfinishedFillMark.name, 1) }
            await #expect(throws: StoreError.halfFilled) {
                _ = try await CalendarStore(database: database, nowSecond: .t0)
            }
            let backup = folder + "/backup.sqlite"
            await #expect(throws: StoreError.halfFilled) {
                _ = try await Self.backUp(database, to: backup)
            }
            #expect(!FileManager.default.fileExists(atPath: backup))
            let check = DatabaseCheck { _ in
                nil
            } tell: { _ in
            }
            await #expect(throws: StoreError.halfFilled) { _ = try await check.run(database) }
            let empty = try StoreKind.sqlite.open(folder + "/new.sqlite")
            await #expect(throws: StoreError.halfFilled) {
                _ = try await DatabaseMove(from: database, to: empty, hash: Self.hash)
                    .run(nowSecond: .t0) { _, _, _ in }
            }
            try await empty.close()
        }
    }

    @Test("A partly filled file isn't restored")
    func halfFilledFile() async throws {
        try await Self.withFolder(.sqlite) { _, folder in
            let half = folder + "/half.sqlite"
            let (_, database) = try await Self.open(half)
            try await database.write { try $0.setCounter(UnfinishedFillMark.name, 1) }
            try await database.close()
            await #expect(throws: BackupError.database(path: half, .halfFilled)) {
                try await Self.restore(half, to: folder + "/new.sqlite", .sqlite)
            }
        }
    }

    @Test("A log without its database is left alone")
    func strayLog() async throws {
        try await Self.withFolder(.sqlite) { database, folder in
            _ = try await Self.fill(database)
            let path = folder + "/backup.sqlite"
            _ = try await Self.backUp(database, to: path)
            let target = folder + "/new.sqlite"
            try Data("log".utf8).write(to: URL(filePath: target + "-wal"))
            await #expect(throws: BackupError.strayLog(path: target)) {
                try await Self.restore(path, to: target, .sqlite)
            }
        }
    }

    @Test("A file is copied before its tables are brought up to date, and two copies stay")
    func beforeMigration() async throws {
        try await Self.withFolder(.sqlite) { _, folder in
            let path = folder + "/old.sqlite"
            let newest = Migrations.all.count
            let earlier = (1...3).map { "\(path)-before-\(newest - $0)" }
            for copy in earlier { try Data().write(to: URL(filePath: copy)) }
            let sqlite = try SQLiteDatabase(path: path)
            let database = AnyDatabase.sqlite(sqlite)
            try await database.alterSchema { connection in
                _ = try Migrations.apply(on: connection, through: newest - 1, nowSecond: .t0)
            }
            func copy() async throws -> AnyDatabase.Update? {
                try await database.copyBeforeMigration(nowSecond: .t0, hash: Self.hash)
            }
            let made = "\(path)-before-\(newest)"
            #expect(
                try await copy()
                    == AnyDatabase.Update(from: Int64(newest) - 1, to: Int64(newest), copy: made)
            )
            let there = ([made] + earlier).filter { FileManager.default.fileExists(atPath: $0) }
            #expect(there == [made, earlier[0]])
            let version = try SQLiteFile(reading: made).read { try $0.schemaVersion() }
            #expect(version == Int64(newest) - 1)

            _ = try await CalendarStore(database: database, nowSecond: .t0)
            #expect(try await copy() == nil)
            try await database.close()
            // The copy leads back, and forth again.
            try await Self.restore(made, to: folder + "/again.sqlite", .sqlite)
        }
    }

    @Test("A backup of a newer version is refused")
    func newer() async throws {
        try await Self.withFolder(.sqlite) { database, folder in
            _ = try await Self.fill(database)
            let newer = Int64(Migrations.all.count) + 1
            try await database.write { connection in
                _ = try connection.execute(
                    "INSERT INTO migrations VALUES ($1, 0)",
                    [.integer(newer)]
                )
            }
            await #expect(throws: StoreError.newerSchema(version: newer)) {
                _ = try await Self.backUp(database, to: folder + "/backup.sqlite")
            }
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(!names.contains { $0.hasPrefix("backup") })
        }
    }
}
