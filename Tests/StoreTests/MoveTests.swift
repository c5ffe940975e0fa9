import Dispatch
import Synchronization
import TestPlaces
import Testing

@testable import Store

@Suite("Moving to another database")
struct MoveTests {
    struct Way: Sendable, CustomTestStringConvertible {
        let from: StoreKind
        let to: StoreKind
        var testDescription: String { "\(from) to \(to)" }

        static let all = StoreKind.available.flatMap { from in
            StoreKind.available.map { Way(from: from, to: $0) }
        }
    }

    /// What a move told of its tables.
    private final class Told: Sendable {
        private let stored = Mutex([String: (copied: Int, rows: Int)]())

        func add(_ table: String, _ copied: Int, _ rows: Int) {
            stored.withLock { $0[table] = (copied, rows) }
        }

        func copied(_ table: String) -> Int? { stored.withLock { $0[table]?.copied } }
        func rows(_ table: String) -> Int? { stored.withLock { $0[table]?.rows } }
    }

    /// A digest that notices any difference; the program takes a cryptographic one.
    private static func hash(_ octets: [UInt8]) -> [UInt8] {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for octet in octets { hash = (hash ^ UInt64(octet)) &* 0x100_0000_01b3 }
        return (0..<8).map { UInt8(truncatingIfNeeded: hash >> ($0 * 8)) }
    }

    private static func move(
        _ source: AnyDatabase,
        _ target: AnyDatabase,
        _ told: Told = Told()
    ) async throws -> Int {
        try await DatabaseMove(from: source, to: target, hash: hash).run(nowSecond: .t0, told.add)
    }

    /// Two accounts in a group, events with versions and a bin, and settings.
    private static func fill(_ database: AnyDatabase) async throws -> CalendarStore {
        let store = try await CalendarStore(database: database, nowSecond: .t0)
        try await store.accounts.create(.anna, nowSecond: .t0)
        try await store.accounts.create(.ben, nowSecond: .t0)
        let family = NewGroup(
            id: .family,
            name: "Family ✨",
            calendar: .familys,
            ownersTimes: .random()
        )
        _ = try await store.groups.create(family, of: .anna, nowSecond: .t0)
        try await store.join(.ben, .family)
        for number in 0..<Limits.rowsPerMovedPage + 1 {
            try await store.put("event-\(number)", title: "Ärger 🎂 \(number)")
        }
        try await store.put("event-1", title: "Changed")
        _ = try await store.objects.remove(at: .annas("event-2"), expecting: .anything)
        _ = try await store.settings.put(#"{"a":1}"#, of: .anna, expecting: .anything)
        return store
    }

    @Test("Everything is there afterwards, and the log goes on", arguments: Way.all)
    func everything(way: Way) async throws {
        try await way.from.withDatabase { source in
            let before = try await Self.fill(source)
            let last = try await before.changes.latest()
            try await way.to.withDatabase { target in
                let told = Told()
                let count = try await Self.move(source, target, told)
                #expect(told.rows("objects") == Limits.rowsPerMovedPage)
                #expect(told.copied("objects") == Limits.rowsPerMovedPage)
                #expect(told.rows("memberships") == 2)
                #expect(told.rows("versions") == 2)
                #expect(count > 3 * Limits.rowsPerMovedPage, "with the log and its writers")

                let after = try await CalendarStore(database: target, nowSecond: .t0)
                #expect(try await after.changes.latest() == last)
                #expect(
                    try await after.objects.object(at: .annas("event-1")).ical
                        == before.objects.object(at: .annas("event-1")).ical
                )
                #expect(
                    try await after.calendars.all(seenBy: .ben)
                        == before.calendars.all(seenBy: .ben)
                )
                #expect(try await after.changes.page(of: .anna, after: last, countMax: 9) != nil)
                let put = try await after.put("afterwards")
                #expect(put.token > last, "later changes have greater tokens")
                let page = try await after.changes.page(of: .anna, after: last, countMax: 9)
                #expect(page?.changes.map(\.token) == [put.token])
                try await before.put("still written here")
            }
        }
    }

    @Test("A move that was stopped goes on where it was", arguments: Way.all)
    func resumed(way: Way) async throws {
        try await way.from.withDatabase { source in
            _ = try await Self.fill(source)
            try await way.to.withDatabase { target in
                let stopping = Task {
                    try await DatabaseMove(from: source, to: target, hash: Self.hash)
                        .run(nowSecond: .t0) { table, _, _ in
                            if table == "calendars" { withUnsafeCurrentTask { $0?.cancel() } }
                        }
                }
                await #expect(throws: (any Error).self) { try await stopping.value }
                let told = Told()
                _ = try await Self.move(source, target, told)
                #expect(told.copied("users") == 0)
                #expect(told.copied("objects") == Limits.rowsPerMovedPage)
                await #expect(throws: MoveError.notEmpty) { try await Self.move(source, target) }
            }
        }
    }

    @Test("Nothing can be written to the first database meanwhile", arguments: Way.all)
    func writers(way: Way) async throws {
        try await way.from.withDatabase { source in
            let store = try await Self.fill(source)
            try await way.to.withDatabase { target in
                async let moved = Self.move(source, target)
                async let put = store.put("meanwhile")
                let count = try await moved
                _ = try? await put
                #expect(count > 0, "the comparison would have failed")
            }
        }
    }

    @Test(
        "Nothing is copied while somebody else writes to the first database",
        .enabled(if: PostgreSQLForTests.shared != nil)
    )
    func holdThatCannotBegin() async throws {
        try await StoreKind.postgreSQL.withDatabase { source in
            _ = try await Self.fill(source)
            try await StoreKind.sqlite.withDatabase { target in
                let (begun, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
                async let writing: Void = source.write { connection in
                    try connection.execute("LOCK TABLE objects IN ROW EXCLUSIVE MODE", [])
                    begun.signal()
                    end.wait()
                }
                await withCheckedContinuation { continuation in
                    DispatchQueue.global().async {
                        begun.wait()
                        continuation.resume()
                    }
                }
                await #expect(throws: StoreError.busy) { try await Self.move(source, target) }
                end.signal()
                try await writing
                let rows = try await target.read { try $0.rowCounts(["users", "objects"]) }
                #expect(rows["users"]?.rowCount == 0)
                #expect(rows["objects"]?.rowCount == 0)
                #expect(try await Self.move(source, target) > 0)
            }
        }
    }

    @Test(
        "A move isn't finished if others could write to the first database meanwhile",
        .enabled(if: PostgreSQLForTests.shared != nil)
    )
    func lostHold() async throws {
        try await StoreKind.postgreSQL.withPlace { place in
            let source = try StoreKind.postgreSQL.open(place)
            _ = try await Self.fill(source)
            try await StoreKind.sqlite.withDatabase { target in
                await #expect(throws: (any Error).self) {
                    try await DatabaseMove(from: source, to: target, hash: Self.hash)
                        .run(nowSecond: .t0) { table, _, _ in
                            guard table == "users" else { return }
                            _ = try? PostgreSQLSession(address: place).run(
                                """
                                SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                                WHERE datname = current_database() AND pid <> pg_backend_pid()
                                """
                            )
                        }
                }
                await #expect(throws: StoreError.halfFilled) {
                    _ = try await CalendarStore(database: target, nowSecond: .t0)
                }
            }
            try await source.close()
        }
    }

    @Test("Every table is moved, or every database keeps its own")
    func tables() async throws {
        try await StoreKind.sqlite.withDatabase { database in
            try await Migrations.apply(to: database, nowSecond: .t0)
            let names = try await database.read { connection in
                try connection.rows(
                    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'",
                    []
                ).map { try $0.text(0) }
            }
            let known = Set(MovedTable.all.map(\.name)).union(MovedTable.tablesNotCopied)
            #expect(Set(names) == known)
        }
    }

    @Test("Only tables of this version are moved", arguments: StoreKind.available)
    func otherVersion(kind: StoreKind) async throws {
        try await kind.withDatabase { source in
            try await StoreKind.sqlite.withDatabase { target in
                await #expect(throws: MoveError.otherVersion(nil)) {
                    try await Self.move(source, target)
                }
                try await Migrations.apply(to: source, nowSecond: .t0)
                let newest = Int64(Migrations.all.count)
                try await source.write { connection in
                    _ = try connection.execute(
                        "DELETE FROM migrations WHERE number = $1",
                        [.integer(newest)]
                    )
                }
                await #expect(throws: MoveError.otherVersion(newest - 1)) {
                    try await Self.move(source, target)
                }
            }
        }
    }

    @Test(
        "Nothing is moved from or to a file that has a trigger of somebody else's",
        arguments: [true, false]
    )
    func strangersTrigger(isInSource: Bool) async throws {
        try await StoreKind.sqlite.withDatabase { source in
            try await StoreKind.sqlite.withDatabase { target in
                _ = try await Self.fill(source)
                try await Migrations.apply(to: target, nowSecond: .t0)
                try await (isInSource ? source : target).write { connection in
                    _ = try connection.execute(
                        "CREATE TRIGGER spy AFTER INSERT ON users BEGIN DELETE FROM sessions; END",
                        []
                    )
                }
                let fault = "the trigger spy isn't one that Meantime makes"
                await #expect(throws: MoveError.foreignSchema(fault)) {
                    try await Self.move(source, target)
                }
            }
        }
    }

    @Test("A digest tells apart rows whose values only look alike")
    func digest() {
        func digest(_ values: [SQLValue]) -> [UInt8] {
            var sum = TableSum()
            sum.add(Row(values: values), Self.hash)
            return sum.digest
        }
        let rows: [[SQLValue]] = [
            [.text("1")], [.integer(1)], [.null], [.text("")], [.text("ab"), .text("c")],
            [.text("a"), .text("bc")], [.text("n")], [.text("i1;")],
        ]
        #expect(Set(rows.map(digest)).count == rows.count)
    }
}
