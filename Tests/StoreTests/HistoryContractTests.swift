import Synchronization
import Testing

@testable import Store

@Suite("History of an object, on every driver")
struct HistoryContractTests {
    @Test("Every version says what made it, who and when", arguments: StoreKind.available)
    func versions(kind: StoreKind) async throws {
        try await kind.withHistory { store, clock in
            try await store.put("one")
            clock.advance(60)
            try await store.put("one", title: "Dinner")
            clock.advance(60)
            _ = try await store.objects.remove(at: .annas("one"), expecting: .anything)
            clock.advance(60)
            try await store.put("one", title: "Supper")

            let versions = try await store.history.versions(at: .annas("one"))
            #expect(versions.map(\.number) == [3, 2, 1])
            #expect(versions.map(\.kind) == [.restored, .changed, .made])
            #expect(versions.map { $0.write?.second } == [.t0 + 180, .t0 + 60, .t0])
            #expect(versions.allSatisfy { $0.write?.name == "Anna" && $0.write?.way == .page })
            for (number, title) in [(1, "Lunch"), (2, "Dinner"), (3, "Supper")] as [(Int64, String)]
            {
                let text = try await store.history.text(of: number, at: .annas("one"))
                #expect(text == ObjectDraft.event("one", title: title).ical)
            }
            await #expect(throws: StoreError.notFound) {
                try await store.history.text(of: 4, at: .annas("one"))
            }
        }
    }

    @Test(
        "An import is named as one, and unchanged objects get no version",
        arguments: StoreKind.available
    )
    func imports(kind: StoreKind) async throws {
        try await kind.withHistory { store, _ in
            for title in ["Lunch", "Lunch", "Dinner"] {
                let object = ImportedObject(
                    id: CalendarID.number(1).text,
                    href: Href(stored: "one"),
                    draft: .event("one", title: title)
                )
                _ = try await store.objects.add([object], to: .annas, by: .anna)
            }
            let versions = try await store.history.versions(at: .annas("one"))
            #expect(versions.map(\.kind) == [.changed, .made])
            #expect(versions.allSatisfy { $0.write?.way == .importing })
        }
    }

    @Test(
        "An object keeps 100 earlier versions",
        arguments: StoreKind.available,
        [(100, 1), (101, 2)]
    )
    func count(kind: StoreKind, sample: (changes: Int, oldest: Int64)) async throws {
        let (changes, oldest) = sample
        try await kind.withHistory { store, _ in
            for number in 0...changes { try await store.put("one", title: "Lunch \(number)") }
            let versions = try await store.history.versions(at: .annas("one"))
            #expect(versions.count == Limits.versionsPerObjectMax + 1)
            #expect(versions.last?.number == oldest)
        }
    }

    @Test(
        "A calendar's history has a limit, and the oldest versions go first",
        arguments: StoreKind.available
    )
    func bytes(kind: StoreKind) async throws {
        try await kind.withDatabase(isMigrated: true) { database in
            let store = try await CalendarStore(database: database, nowSecond: .t0)
            try await store.accounts.create(.anna, nowSecond: .t0)
            try await store.put("one", title: "A")
            try await store.put("one", title: "B")
            let bytes = Int64(ObjectDraft.event("one", title: "A").ical.utf8.count)
            let max = Int64(Limits.historyBytesPerCalendarMax)
            // The next version fills the history exactly, and the one after that is a byte too much.
            for (full, numbers) in [(max - bytes, [3, 2, 1]), (max - bytes + 1, [4, 3, 2])] {
                try await database.write { connection in
                    _ = try connection.execute(
                        "UPDATE calendars SET history_bytes = $1",
                        [.integer(full)]
                    )
                }
                try await store.put("one", title: numbers.count == numbers[0] ? "C" : "D")
                let versions = try await store.history.versions(at: .annas("one"))
                #expect(versions.map { Int($0.number) } == numbers)
            }
        }
    }

    @Test(
        "A version is kept for a year after it was replaced",
        arguments: StoreKind.available,
        [(Limits.historySeconds, 2), (Limits.historySeconds + 1, 1)] as [(Int64, Int)]
    )
    func age(kind: StoreKind, sample: (seconds: Int64, count: Int)) async throws {
        let (seconds, count) = sample
        try await kind.withHistory { store, clock in
            try await store.put("one")
            try await store.put("one", title: "Dinner")
            clock.advance(seconds)
            try await store.put("two")
            let versions = try await store.history.versions(at: .annas("one"))
            #expect(versions.count == count)
            #expect(versions.first?.kind == .changed, "it doesn't become the first one")
        }
    }

    @Test(
        "Who sees an event in full sees its history, without what was private",
        arguments: StoreKind.available
    )
    func access(kind: StoreKind) async throws {
        try await kind.withGroup { store in
            let text = { (marks: String) in
                "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:one\r\nDTSTART:20260101T100000Z\r\n\(marks)END:VEVENT\r\nEND:VCALENDAR\r\n"
            }
            for (number, marks) in ["", "CLASS:PRIVATE\r\n", "SUMMARY:Lunch\r\n"].enumerated() {
                let draft = ObjectDraft(
                    uid: "one",
                    etag: "\"\(number)\"",
                    ical: text(marks),
                    firstSecond: .t0,
                    lastSecond: .t0
                )
                _ = try await store.objects.put(
                    draft,
                    at: .annas("one"),
                    id: CalendarID.number(1).text,
                    expecting: .anything
                )
            }
            let bens = ObjectPlace(
                account: .ben,
                calendar: .annas,
                href: Href(stored: CalendarID.number(1).text)
            )
            await #expect(throws: StoreError.notFound, "only busy times") {
                try await store.history.versions(at: bens)
            }
            _ = try await store.groups.share(.family, by: .anna, .only(.annas, .full))
            #expect(try await store.history.versions(at: bens).map(\.number) == [3, 1])
            await #expect(throws: StoreError.notFound) {
                try await store.history.text(of: 2, at: bens)
            }
            #expect(try await store.history.versions(at: .annas("one")).count == 3)
        }
    }

    @Test(
        "What somebody wrote in a group's calendar stays when they delete their account",
        arguments: StoreKind.available
    )
    func accountDeletion(kind: StoreKind) async throws {
        try await kind.withGroup { store in
            for (account, title) in [(AccountID.ben, "Lunch"), (.anna, "Dinner")] {
                _ = try await store.objects.put(
                    .event("one", title: title),
                    at: ObjectPlace(
                        account: account,
                        calendar: .familys,
                        href: Href(stored: "one")
                    ),
                    id: CalendarID.number(1).text,
                    expecting: .anything
                )
            }
            try await store.accounts.remove(.ben) { .event($0) }
            let place = ObjectPlace(account: .anna, calendar: .familys, href: Href(stored: "one"))
            let versions = try await store.history.versions(at: place)
            #expect(versions.map { $0.write?.name } == ["Anna", ""])
            #expect(versions.map { $0.write?.account } == [.anna, nil])
        }
    }
}

/// A clock that moves only when it's told to.
final class StoreClock: Sendable {
    private let second = Mutex(Int64.t0)

    var now: Int64 { second.withLock { $0 } }

    func advance(_ seconds: Int64) { second.withLock { $0 += seconds } }
}

extension StoreKind {
    /// Runs a body with a store that has one account with one calendar, and its clock.
    func withHistory(
        _ body: (CalendarStore, StoreClock) async throws -> Void
    ) async throws {
        try await withDatabase(isMigrated: true) { database in
            let clock = StoreClock()
            let store = try await CalendarStore(
                database: database,
                nowSecond: .t0,
                clock: { clock.now }
            )
            try await store.accounts.create(.anna, nowSecond: .t0)
            try await body(store, clock)
        }
    }
}
