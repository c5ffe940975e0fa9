import Synchronization
import TestPlaces
import Testing

@testable import Store

@Suite("What calendars hold, and quotas, on every driver")
struct StorageContractTests {
    typealias Store = CalendarStore

    /// Runs a body with a store in which Anna and Ben are members of a group, and quotas are these.
    private static func run(
        _ kind: StoreKind,
        _ quotas: Quotas = Quotas(),
        _ body: (Store, AnyDatabase) async throws -> Void
    ) async throws {
        try await kind.withDatabase(isMigrated: true) { database in
            let store = try await Store(database: database, nowSecond: .t0, quotas: quotas)
            for new in [NewAccount.anna, .ben] {
                try await store.accounts.create(new, nowSecond: .t0)
            }
            try await store.addFamily()
            try await body(store, database)
        }
    }

    private static func addCalendar(_ number: Int, to store: Store) async throws {
        let new = NewCalendar(id: .number(number), name: "More", color: "red")
        _ = try await store.calendars.create(new, of: .anna)
    }

    /// Adds a calendar that is read from elsewhere, and returns its ID.
    @discardableResult
    private static func addFeed(to store: Store) async throws -> CalendarID {
        let feed = NewCalendar(id: .number(9), name: "Feed", color: "green")
        _ = try await store.externalCalendars.create(
            feed,
            from: .feed,
            at: "sealed",
            keepsReminders: false,
            of: .anna,
            nowSecond: .t0
        )
        return feed.id
    }

    private static func putInGroup(_ uid: String, by account: AccountID, _ store: Store)
        async throws
    {
        _ = try await store.objects.put(
            .event(uid),
            at: ObjectPlace(account: account, calendar: .familys, href: Href(stored: uid)),
            id: Store.identifier(),
            expecting: .anything
        )
    }

    private static func move(_ uid: String, from: CalendarID, to: CalendarID, _ store: Store)
        async throws
    {
        let href = Href(stored: uid)
        _ = try await store.objects.copy(
            ObjectPlace(account: .anna, calendar: from, href: href),
            to: CopyTarget(
                place: ObjectPlace(account: .anna, calendar: to, href: href),
                id: Store.identifier(),
                overwrites: true
            ),
            isMove: true,
            through: .program
        )
    }

    private static let bytesOfOne = ObjectDraft.event("one").byteCount
    private static let spare = String(repeating: "x", count: Int(Limits.changesSpareBytes))
    private static let noLimit = Quota(events: .max, bytes: .max)

    private static func full(_ measure: ReachedQuota.Measure, _ max: Int64, isGroups: Bool = false)
        -> StoreError
    {
        let holder: StorageHolder = isGroups ? .group(.family) : .account(.anna)
        return .quotaReached(ReachedQuota(measure, of: holder, Quota(events: max, bytes: max)))
    }

    // MARK: Counting

    @Test("What is counted is what is there, whatever was done", arguments: StoreKind.available)
    func recounting(kind: StoreKind) async throws {
        try await Self.run(kind) { store, database in
            for number in 1...3 { try await Self.addCalendar(number, to: store) }
            try await Self.addFeed(to: store)
            var dice = Dice(state: 17)
            for round in 0..<240 {
                try await RandomWrites(store: store).write(round, &dice)
                if round % 20 == 19 { try await Self.checkCounts(database) }
            }
            _ = try await store.groups.setRole(.owner, of: .ben, in: .family, by: .anna)
            try await Self.checkCounts(database)
            try await store.groups.remove(.family, by: .ben)
            try await store.bin.empty(of: .anna)
            try await Self.checkCounts(database)
        }
    }

    private static func checkCounts(_ database: AnyDatabase) async throws {
        let rows = try await database.read { connection in
            let bytes = connection.dialect.byteCount(of: "ical")
            return try connection.rows(
                """
                SELECT object_count, object_bytes, history_bytes,
                (SELECT count(*) FROM objects WHERE calendar_id = calendars.id),
                (SELECT coalesce(sum(\(bytes)), 0) FROM objects WHERE calendar_id = calendars.id),
                (SELECT coalesce(sum(bytes), 0) FROM versions WHERE calendar_id = calendars.id)
                FROM calendars
                """,
                []
            )
        }
        #expect(rows.count > 2)
        for row in rows { #expect(row.values.prefix(3) == row.values.suffix(3)) }
    }

    @Test(
        "Groups, deleted calendars and deleted events don't count towards an account",
        arguments: StoreKind.available
    )
    func usage(kind: StoreKind) async throws {
        try await Self.run(kind) { store, _ in
            let one = Self.bytesOfOne
            try await Self.addCalendar(1, to: store)
            for uid in ["one", "two"] { try await store.put(uid) }
            try await store.put("ten", calendar: .number(1))
            try await Self.putInGroup("six", by: .anna, store)
            #expect(
                try await store.storage.usage(of: .anna) == StorageUsage(events: 3, bytes: 3 * one)
            )
            _ = try await store.objects.remove(at: .annas("two"), expecting: .anything)
            try await store.calendars.remove(.number(1), of: .anna)
            #expect(
                try await store.storage.usage(of: .anna)
                    == StorageUsage(events: 1, bytes: one, historyBytes: one)
            )
            let group = StorageUsage(events: 1, bytes: one)
            for member in [AccountID.anna, .ben] {
                #expect(try await store.storage.usage(of: .family, by: member) == group)
            }
            await #expect(throws: StoreError.notFound) {
                try await store.storage.usage(of: .family, by: .cleo)
            }
        }
    }

    @Test(
        "What a server of the version before didn't count is counted again",
        arguments: StoreKind.available
    )
    func countedAgain(kind: StoreKind) async throws {
        try await Self.run(kind) { store, database in
            try await store.put("one", title: "Frühstück 🥐")
            try await Self.putInGroup("two", by: .ben, store)
            try await database.write(as: .server(.upkeep)) { connection in
                _ = try connection.execute("UPDATE calendars SET object_bytes = 7", [])
            }
            // Anna's, the family's, Ben's.
            var last: CalendarID?
            for _ in 1...3 {
                let (wrongCount, _, next) = try await store.storage.recount(
                    after: last,
                    countMax: 1
                )
                #expect(wrongCount == 1 && next != nil)
                last = next
            }
            let (wrongCount, _, next) = try await store.storage.recount(after: last, countMax: 1)
            #expect(wrongCount == 0 && next == nil)
            try await Self.checkCounts(database)
            #expect(try await store.storage.recount(after: nil) == (0, 0, nil))
        }
    }

    @Test("A database from before quotas is counted", arguments: StoreKind.available)
    func migration(kind: StoreKind) async throws {
        try await Self.run(kind) { store, database in
            try await store.put("one", title: "Frühstück 🥐")
            try await Self.putInGroup("two", by: .ben, store)
            try await database.alterSchema { connection in
                try connection.altering(isNeeded: true) {
                    try connection.define("ALTER TABLE calendars DROP COLUMN object_bytes")
                    for statement in Migration0017.statements { try connection.define(statement) }
                }
            }
            try await Self.checkCounts(database)
        }
    }

    // MARK: Quotas

    @Test(
        "An account has as many events as it may, and not one more",
        arguments: StoreKind.available
    )
    func eventQuota(kind: StoreKind) async throws {
        let quotas = Quotas(account: Quota(events: 3, bytes: .max), group: Self.noLimit)
        try await Self.run(kind, quotas) { store, database in
            try await Self.addCalendar(1, to: store)
            try await store.put("one")
            try await store.put("two", calendar: .number(1))
            try await store.put("six")
            let full = Self.full(.events, 3)
            await #expect(throws: full) { try await store.put("ten") }
            await #expect(throws: full) { try await Self.import(["six", "ten"], store) }
            #expect(try await store.storage.usage(of: .anna).events == 3)
            try await Self.checkCounts(database)

            // What needs no more room works: changing, moving, removing, and what is a group's.
            try await store.put("one", title: "A longer lunch")
            try await Self.move("one", from: .annas, to: .number(1), store)
            try await Self.putInGroup("ten", by: .anna, store)
            try await store.calendars.remove(.number(1), of: .anna)
            try await store.put("one")
            try await store.put("two")
            await #expect(throws: full) {
                try await store.bin.restore(.number(1), of: .anna)
            }
        }
    }

    @Test(
        "New events end at the quota's bytes, changes 64 KiB later, and not one byte more",
        arguments: StoreKind.available
    )
    func byteQuota(kind: StoreKind) async throws {
        let max = 2 * Self.bytesOfOne
        let quotas = Quotas(account: Quota(events: .max, bytes: max), group: Self.noLimit)
        try await Self.run(kind, quotas) { store, _ in
            try await store.put("one")
            try await store.put("two", title: "Lunc")
            try await store.put("two", title: "Lunch")
            await #expect(throws: Self.full(.bytes, max)) { try await store.put("six") }
            #expect(try await store.storage.usage(of: .anna).bytes == max)
            try await store.put("two", title: "Lunch" + Self.spare)
            await #expect(throws: Self.full(.bytes, max)) {
                try await store.put("two", title: "Lunch!" + Self.spare)
            }
            try await store.put("one", title: "Tea")
            try await store.put("two", title: "Lunch!!" + Self.spare)
        }
    }

    @Test(
        "An event is moved by two writes also when nothing more fits, but only one at a time",
        arguments: StoreKind.available
    )
    func movingByTwoWrites(kind: StoreKind) async throws {
        let max = 2 * Self.bytesOfOne
        for quota in [Quota(events: 2, bytes: .max), Quota(events: .max, bytes: max)] {
            try await Self.run(kind, Quotas(account: quota)) { store, _ in
                let full = Self.full(
                    quota.events == 2 ? .events : .bytes,
                    min(quota.events, quota.bytes)
                )
                try await Self.addCalendar(1, to: store)
                for uid in ["one", "two"] { try await store.put(uid) }
                await #expect(throws: full) { try await store.put("six", calendar: .number(1)) }
                try await store.put("one", calendar: .number(1))
                await #expect(throws: full) { try await store.put("two", calendar: .number(1)) }
                _ = try await store.objects.remove(at: .annas("one"), expecting: .anything)
                try await store.put("two", calendar: .number(1))
                _ = try await store.objects.remove(at: .annas("two"), expecting: .anything)
                #expect(try await store.storage.usage(of: .anna).events == 2)
            }
        }
    }

    /// Otherwise one whose quota is full would undo what others write in the same transaction.
    @Test(
        "A new event that exceeds the quota is refused before anything is written",
        .enabled(if: PostgreSQLForTests.shared != nil)
    )
    func refusedBeforeWriting() async throws {
        try await StoreKind.postgreSQL.withPlace(isMigrated: true) { place in
            let statements = Mutex<[String]>([])
            let database = PostgreSQLDatabase(address: place) { _, sql, _ in
                statements.withLock { $0.append(sql) }
            }
            let store = try await Store(
                database: .postgreSQL(database),
                nowSecond: .t0,
                quotas: Quotas(account: Quota(events: 1, bytes: .max))
            )
            try await store.accounts.create(.anna, nowSecond: .t0)
            try await store.put("one")
            #expect(statements.withLock { $0.contains { $0.hasPrefix("INSERT INTO objects") } })
            statements.withLock { $0 = [] }
            await #expect(throws: Self.full(.events, 1)) { try await store.put("two") }
            #expect(statements.withLock { $0.allSatisfy { $0.hasPrefix("SELECT") } })
            database.close()
        }
    }

    @Test("What is past a quota that was made smaller can be made smaller too")
    func smallerQuota() async throws {
        try await StoreKind.sqlite.withDatabase { database in
            let large = try await Store(database: database, nowSecond: .t0)
            try await large.accounts.create(.anna, nowSecond: .t0)
            for uid in ["one", "two", "six"] { try await large.put(uid) }
            try await large.put("two", title: "Lupin" + Self.spare)
            let quotas = Quotas(account: Quota(events: 1, bytes: 10))
            let store = try await Store(database: database, nowSecond: .t0, quotas: quotas)
            try await store.put("one", title: "Tea")
            try await store.put("two", title: "Lunch" + Self.spare)
            _ = try await store.objects.remove(at: .annas("six"), expecting: .anything)
            await #expect(throws: Self.full(.bytes, 10)) {
                try await store.put("two", title: "Lunch!" + Self.spare)
            }
        }
    }

    @Test(
        "What a member writes into a group's calendar counts towards the group",
        arguments: StoreKind.available
    )
    func groupQuota(kind: StoreKind) async throws {
        let quotas = Quotas(
            account: Quota(events: 1, bytes: .max),
            group: Quota(events: 2, bytes: .max)
        )
        try await Self.run(kind, quotas) { store, _ in
            try await store.put("one")
            try await Self.putInGroup("two", by: .anna, store)
            try await Self.putInGroup("six", by: .ben, store)
            for member in [AccountID.anna, .ben] {
                await #expect(throws: Self.full(.events, 2, isGroups: true)) {
                    try await Self.putInGroup("ten", by: member, store)
                }
            }
            await #expect(throws: Self.full(.events, 2, isGroups: true)) {
                try await Self.move("one", from: .annas, to: .familys, store)
            }
            #expect(try await store.objects.object(at: .annas("one")).href.text == "one")
        }
    }

    @Test(
        "A calendar from elsewhere is refused as a whole when there's no room for it",
        arguments: StoreKind.available
    )
    func externalCalendars(kind: StoreKind) async throws {
        let quotas = Quotas(account: Quota(events: 2, bytes: 3 * Self.bytesOfOne))
        try await Self.run(kind, quotas) { store, _ in
            let feed = try await Self.addFeed(to: store)
            try await store.put("one")
            let begun = try await store.externalCalendars.begin(
                feed,
                nowSecond: .t0,
                endsSecond: .t0 + 9
            )
            let run = try #require(begun)
            let bytes = Int(Self.bytesOfOne)
            try await store.externalCalendars.requireRoom(
                for: [(2 * bytes, nil)],
                removing: [],
                of: run
            )
            await #expect(throws: Self.full(.events, 2)) {
                try await store.externalCalendars.requireRoom(
                    for: [(1, nil), (1, nil)],
                    removing: [],
                    of: run
                )
            }
            await #expect(throws: Self.full(.bytes, 3 * Self.bytesOfOne)) {
                try await store.externalCalendars.requireRoom(
                    for: [(2 * bytes + 1, nil)],
                    removing: [],
                    of: run
                )
            }
            try await store.externalCalendars.apply(.storing(["two"]), of: run)
            try await store.externalCalendars.requireRoom(
                for: [(2 * bytes, Href(stored: "two"))],
                removing: [],
                of: run
            )
            await #expect(throws: Self.full(.events, 2)) {
                try await store.externalCalendars.apply(.storing(["six"]), of: run)
            }
        }
    }

    @Test(
        "An invitation that was called off makes room for a calendar from elsewhere",
        arguments: StoreKind.available
    )
    func calledOffBeforeReading(kind: StoreKind) async throws {
        try await Self.run(kind, Quotas(account: Quota(events: 1, bytes: .max))) {
            store,
            database in
            let feed = try await Self.addFeed(to: store)
            try await store.put("one")
            let begun = try await store.externalCalendars.begin(
                feed,
                nowSecond: .t0,
                endsSecond: .t0 + 9
            )
            let run = try #require(begun)
            try await database.write(as: .server(.upkeep)) { connection in
                _ = try connection.execute(
                    """
                    INSERT INTO undecided_invitations
                    (object_id, account_id, inviter_id, is_strangers, is_called_off)
                    SELECT id, $1, $1, 0, 1 FROM objects
                    """,
                    [.text(AccountID.anna.text)]
                )
            }
            await #expect(throws: Self.full(.events, 1)) {
                try await store.externalCalendars.requireRoom(
                    for: [(1, nil), (1, nil)],
                    removing: [],
                    of: run
                )
            }
            #expect(try await store.objects.object(at: .annas("one")).href.text == "one")
            try await store.externalCalendars.requireRoom(for: [(1, nil)], removing: [], of: run)
            await #expect(throws: StoreError.notFound) {
                try await store.objects.object(at: .annas("one"))
            }
        }
    }

    @Test("Near the quota, what a reading replaces is counted by one statement")
    func statementsOfReading() async throws {
        for kind in StoreKind.available where kind == .postgreSQL {
            try await kind.withPlace { place in
                let counter = StatementCounter()
                let database = try kind.open(place, observer: counter.add)
                let quotas = Quotas(account: Quota(events: .max, bytes: 4 * Self.bytesOfOne))
                let store = try await Store(database: database, nowSecond: .t0, quotas: quotas)
                try await store.accounts.create(.anna, nowSecond: .t0)
                let feed = try await Self.addFeed(to: store)
                let begun = try await store.externalCalendars.begin(
                    feed,
                    nowSecond: .t0,
                    endsSecond: .t0 + 9
                )
                let run = try #require(begun)
                let uids = ["one", "two", "six", "ten"]
                try await store.externalCalendars.apply(.storing(uids), of: run)
                let bytes = Int(Self.bytesOfOne)
                func count(replacing uids: [String]) async throws -> Int {
                    let before = counter.count
                    let found = uids.map { (bytes, Optional(Href(stored: $0))) }
                    try await store.externalCalendars.requireRoom(for: found, removing: [], of: run)
                    return counter.count - before
                }
                let ofOne = try await count(replacing: ["one"])
                #expect(ofOne > 0)
                #expect(try await count(replacing: uids) == ofOne)
                await #expect(throws: Self.full(.bytes, 4 * Self.bytesOfOne)) {
                    try await store.externalCalendars.requireRoom(
                        for: [(bytes + 1, Href(stored: "one"))],
                        removing: [],
                        of: run
                    )
                }
                try await database.close()
            }
        }
    }

    /// Counts what is asked of a database.
    private final class StatementCounter: Sendable {
        private let stored = Mutex(0)

        var count: Int { stored.withLock { $0 } }

        func add(_: PostgreSQLConnection, _: String, _: [SQLValue]) { stored.withLock { $0 += 1 } }
    }

    @Test("Nobody is past the standard quota who wasn't past the bound before there were quotas")
    func standardQuota() {
        #expect(Quota.standard.events == 1_000_000)
    }

    // MARK: What is deleted

    @Test(
        "Earlier versions take up as much as events may; the oldest go",
        arguments: StoreKind.available
    )
    func history(kind: StoreKind) async throws {
        let quotas = Quotas(account: Quota(events: .max, bytes: 3 * Self.bytesOfOne))
        try await Self.run(kind, quotas) { store, database in
            try await Self.addCalendar(1, to: store)
            try await store.put("two", calendar: .number(1))
            try await store.put("two", title: "Lupen", calendar: .number(1))
            for title in ["Lunch", "Lupin", "Lumps", "Lungs"] {
                try await store.put("one", title: title)
            }
            #expect(
                try await store.storage.usage(of: .anna).historyBytes == 3 * Self.bytesOfOne
            )
            let versions = try await store.history.versions(at: .annas("one"))
            #expect(versions.map(\.number) == [4, 3, 2, 1])
            let other = ObjectPlace(account: .anna, calendar: .number(1), href: Href(stored: "two"))
            #expect(try await store.history.versions(at: other).map(\.number) == [2])
            try await Self.checkCounts(database)
        }
    }

    @Test(
        "Deleted calendars take up as much as others may; the oldest go",
        arguments: StoreKind.available
    )
    func deletedCalendars(kind: StoreKind) async throws {
        let quotas = Quotas(account: Quota(events: .max, bytes: 2 * Self.bytesOfOne))
        try await Self.run(kind, quotas) { store, _ in
            for number in 1...3 {
                try await Self.addCalendar(number, to: store)
                try await store.put("one", calendar: .number(number))
                try await store.calendars.remove(.number(number), of: .anna)
            }
            let kept = try await store.bin.calendars(of: .anna).map(\.id)
            #expect(kept == [.number(3), .number(2)])
        }
    }

    private static func `import`(_ uids: [String], _ store: Store) async throws {
        _ = try await store.objects.add(
            uids.map { uid in
                ImportedObject(
                    id: Store.identifier(),
                    href: Href(stored: uid),
                    draft: .event(uid)
                )
            },
            to: .annas,
            by: .anna
        )
    }
}
