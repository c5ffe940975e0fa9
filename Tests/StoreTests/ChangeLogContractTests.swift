import Foundation
import Testing

@testable import Store

@Suite("The change log, on every driver")
struct ChangeLogContractTests {
    /// The state of a page that follows the log.
    private struct Replica: Equatable {
        var calendars: [CalendarID: CalendarRecord] = [:]
        var events: [String: String] = [:]

        mutating func apply(_ change: Change) {
            switch change {
            case .calendar(let calendar):
                calendars[calendar.id] = calendar
            case .calendarRemoved(let id, _):
                calendars[id] = nil
                events = events.filter { !$0.key.hasPrefix(id.text) }
            case .event(let object):
                events[object.calendar.text + object.href.text] = object.etag
            case .eventRemoved(let calendar, let href):
                events[calendar.text + href.text] = nil
            case .access, .group, .groupRemoved:
                Issue.record("a change of a group, but there are no groups")
            }
        }

        static func loaded(from store: CalendarStore) async throws -> Replica {
            var replica = Replica()
            for calendar in try await store.calendars.all(of: .anna) {
                replica.apply(.calendar(calendar))
                let objects = try await store.objects.page(
                    of: calendar.id,
                    seenBy: .anna,
                    after: nil,
                    countMax: 10_000
                )
                for object in objects.objects { replica.apply(.event(object)) }
            }
            return replica
        }
    }

    @Test(
        "A token is taken where something is written, and nowhere else",
        arguments: StoreKind.available
    )
    func readOnly(kind: StoreKind) async throws {
        try await kind.withDatabase(isMigrated: true) { database in
            _ = try await CalendarStore(database: database, nowSecond: .t0)
            await #expect(throws: StoreError.readOnly) {
                try await database.read(as: .server(.changeLog)) { _ = try $0.takeToken() }
            }
            await #expect(throws: StoreError.readOnly) {
                try await database.read(as: .server(.changeLog)) {
                    try $0.execute("DELETE FROM changes WHERE token = 1", [])
                }
            }
            try await database.write(as: .server(.changeLog)) { _ = try $0.takeToken() }
        }
    }

    @Test("A transaction has a token for 1,048,575 entries, and none for one more")
    func tokens() throws {
        let tokens = TransactionTokens(transaction: 7, offset: 0)
        let last = try tokens.next(1_048_574)
        #expect(last.number < tokens.first(of: 8))
        #expect(throws: StoreError.tooMany(.events)) { try tokens.next(1_048_575) }
        let reading = TransactionTokens(transaction: nil, offset: 0)
        #expect(throws: StoreError.readOnly) { try reading.next(0) }
    }

    private static func change(
        _ store: CalendarStore,
        number: Int,
        dice: inout Dice
    ) async throws {
        let calendars = try await store.calendars.all(of: .anna).map(\.id)
        let calendar = calendars.randomElement(using: &dice) ?? .annas
        let uid = "event-\(Int.random(in: 0..<20, using: &dice))"
        let place = ObjectPlace(account: .anna, calendar: calendar, href: Href(stored: uid))
        switch Int.random(in: 0..<12, using: &dice) {
        case 0:
            let new = NewCalendar(id: .number(number), name: "Calendar \(number)", color: "red")
            _ = try await store.calendars.create(new, of: .anna)
        case 1:
            let edit = CalendarEdit(name: "Renamed \(number)", makesDefault: number % 2 == 0)
            _ = try await store.calendars.edit(calendar, of: .anna, edit)
        case 2 where calendars.count > 1:
            try await store.calendars.remove(calendar, of: .anna)
        case 3, 4:
            _ = try? await store.objects.remove(at: place, expecting: .anything)
        default:
            try await store.put(uid, title: "\(number)", calendar: calendar)
        }
    }

    @Test(
        "A reader that applies every page ends with what is stored",
        arguments: StoreKind.run([1, 2, 7, 500], onPostgreSQL: [2]),
        [1, 2, 3] as [UInt64]
    )
    func completeness(run: (kind: StoreKind, pageCount: Int), seed: UInt64) async throws {
        try await run.kind.withStore { store in
            var dice = Dice(state: seed)
            var replica = Replica()
            var reached = ChangeToken(0)
            for number in 1...150 {
                try await Self.change(store, number: number, dice: &dice)
                // The reader only reads now and then, and one page at a time.
                guard Int.random(in: 0..<10, using: &dice) == 0 else { continue }
                let page = try await store.changes.page(
                    of: .anna,
                    after: reached,
                    countMax: run.pageCount
                )
                let found = try #require(page)
                for entry in found.changes { replica.apply(entry.change) }
                reached = found.reached
            }
            while true {
                let page = try await store.changes.page(
                    of: .anna,
                    after: reached,
                    countMax: run.pageCount
                )
                let found = try #require(page)
                for entry in found.changes { replica.apply(entry.change) }
                let tokens = found.changes.map(\.token)
                #expect(tokens == tokens.sorted())
                #expect(tokens.allSatisfy { $0 > reached && $0 <= found.reached })
                reached = found.reached
                guard found.hasMore else { break }
            }
            #expect(try await replica == Replica.loaded(from: store), "seed \(seed)")
        }
    }

    @Test(
        "A reader misses nothing while many writers write at once",
        arguments: StoreKind.available
    )
    func concurrentWriters(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let writers = Task {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for writer in 0..<8 {
                        group.addTask {
                            for number in 0..<25 { try await store.put("w\(writer)-\(number)") }
                        }
                    }
                    try await group.waitForAll()
                }
            }
            var reached = try await store.changes.snapshot(of: .anna).token
            let start = try await store.changes.page(
                of: .anna,
                after: ChangeToken(0),
                countMax: 10_000
            )
            var known = Set(try #require(start).changes.prefix { $0.token <= reached }.map(\.token))
            while known.count < 201 {
                let page = try await store.changes.page(of: .anna, after: reached, countMax: 10)
                let found = try #require(page)
                for entry in found.changes {
                    #expect(known.insert(entry.token).inserted, "the token came twice")
                }
                reached = found.reached
            }
            try await writers.value
            #expect(known.count == 201, "200 events and the first calendar")
        }
    }

    @Test("Entries that later ones replaced are skipped", arguments: StoreKind.available)
    func replaced(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let start = try await store.changes.latest()
            for title in ["a", "b"] { try await store.put("one", title: title) }
            let last = try await store.put("one", title: "c").token
            let page = try await store.changes.page(of: .anna, after: start, countMax: 10)
            let found = try #require(page)
            #expect(found.changes.map(\.token) == [last])
            #expect(found.reached >= last)
            #expect(!found.hasMore)
        }
    }

    @Test(
        "A token that is newer or older than the log gets no page",
        arguments: StoreKind.available
    )
    func unknownToken(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let latest = try await store.changes.snapshot(of: .anna).token
            let tokens = [ChangeToken(-1), ChangeToken(0), latest, ChangeToken(.max)]
            var isKnown: [Bool] = []
            for token in tokens {
                let page = try await store.changes.page(of: .anna, after: token, countMax: 10)
                isKnown.append(page != nil)
            }
            #expect(isKnown == [false, true, true, false])
        }
    }

    @Test("Pruning keeps only the newest entries", arguments: StoreKind.available)
    func pruning(kind: StoreKind) async throws {
        try await kind.withStore { store in
            var tokens: [ChangeToken] = []
            for number in 0..<9 { tokens.append(try await store.put("event-\(number)").token) }
            try await store.changes.prune(keeping: 4, atOnce: 2)
            let tooOld = try await store.changes.page(of: .anna, after: tokens[3], countMax: 10)
            #expect(tooOld == nil)
            let kept = try await store.changes.page(of: .anna, after: tokens[4], countMax: 10)
            #expect(kept?.changes.map(\.token) == Array(tokens[5...]))
        }
    }

    @Test(
        "The listener is called after every commit, but not after a refused write",
        arguments: StoreKind.available
    )
    func committed(kind: StoreKind) async throws {
        actor Bell {
            var owners: [AccountID] = []
            func ring(_ owner: AccountID) { owners.append(owner) }
        }
        try await kind.withDatabase { database in
            let bell = Bell()
            let store = try await CalendarStore(
                database: database,
                nowSecond: .t0,
                committed: { await bell.ring($0) }
            )
            try await store.accounts.create(.anna, nowSecond: .t0)
            try await store.put("one")
            _ = try? await store.objects.put(
                .event("one"),
                at: .annas("one"),
                id: CalendarID.number(1).text,
                expecting: .nothing
            )
            _ = try await store.calendars.edit(.annas, of: .anna, CalendarEdit(name: "Home"))
            // Servers on PostgreSQL follow the log instead.
            let told: [AccountID] = kind == .postgreSQL ? [] : [.anna, .anna, .anna]
            #expect(await bell.owners == told)
        }
    }
}
