import Agenda
import Testing

@testable import Store

@Suite("Accounts, sessions and calendars, on every driver")
struct CalendarContractTests {
    @Test("Only one account can be the first", arguments: StoreKind.available)
    func firstAccount(kind: StoreKind) async throws {
        try await kind.withDatabase(isMigrated: true) { database in
            let store = try await CalendarStore(database: database, nowSecond: .t0)
            #expect(try await store.accounts.isEmpty())
            try await store.accounts.createFirst(.anna, nowSecond: .t0)
            #expect(try await !store.accounts.isEmpty())
            await #expect(throws: StoreError.setupDone) {
                try await store.accounts.createFirst(.ben, nowSecond: .t0)
            }
            await #expect(throws: StoreError.emailTaken) {
                try await store.accounts.create(.anna, nowSecond: .t0)
            }
            #expect(try await store.accounts.account(email: "ben@example.org") == nil)
        }
    }

    @Test(
        "The only account is found, but none when there are several",
        arguments: StoreKind.available
    )
    func onlyAccount(kind: StoreKind) async throws {
        try await kind.withDatabase(isMigrated: true) { database in
            let store = try await CalendarStore(database: database, nowSecond: .t0)
            #expect(try await store.accounts.only() == nil)
            try await store.accounts.createFirst(.anna, nowSecond: .t0)
            #expect(try await store.accounts.only()?.id == .anna)
            try await store.accounts.create(.ben, nowSecond: .t0)
            #expect(try await store.accounts.only() == nil)
        }
    }

    @Test(
        "A session ends in the second it expires",
        arguments: StoreKind.available,
        [(0, true), (99, true), (100, false), (101, false)] as [(Int64, Bool)]
    )
    func sessionEnd(kind: StoreKind, sample: (afterSeconds: Int64, isSignedIn: Bool)) async throws {
        let (afterSeconds, isSignedIn) = sample
        try await kind.withStore { store in
            let hash = String(repeating: "f", count: 64)
            let session = NewSession(
                tokenHash: hash,
                account: .anna,
                createdSecond: .t0,
                expiresSecond: .t0 + 100
            )
            try await store.sessions.create(session)
            let found = try await store.sessions.use(
                tokenHash: hash,
                nowSecond: .t0 + afterSeconds
            )
            #expect((found?.account.id == .anna) == isSignedIn)
        }
    }

    @Test("A removed session signs nobody in", arguments: StoreKind.available)
    func signOut(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let hash = String(repeating: "e", count: 64)
            let session = NewSession(
                tokenHash: hash,
                account: .anna,
                createdSecond: .t0,
                expiresSecond: .t0 + 100
            )
            try await store.sessions.create(session)
            try await store.sessions.remove(tokenHash: hash)
            #expect(try await store.sessions.use(tokenHash: hash, nowSecond: .t0) == nil)
        }
    }

    @Test("Of sessions that are asked for at once, each is its own", arguments: StoreKind.available)
    func manySessions(kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.accounts.create(.ben, nowSecond: .t0)
            func hash(_ number: Int) -> String {
                String(repeating: "0", count: 64 - "\(number)".count) + "\(number)"
            }
            // The third has expired, and the fourth has ended.
            for (number, account) in [AccountID.anna, .ben, .anna, .ben].enumerated() {
                try await store.sessions.create(
                    NewSession(
                        tokenHash: hash(number),
                        account: account,
                        createdSecond: .t0,
                        expiresSecond: .t0 + (number == 2 ? 50 : 100)
                    )
                )
            }
            try await store.sessions.remove(tokenHash: hash(3))
            let found = try await withThrowingTaskGroup(of: (Int, AccountID?).self) { group in
                for number in 0..<200 {
                    group.addTask {
                        let hash = hash(number % 50)
                        let session = try await store.sessions.use(
                            tokenHash: hash,
                            nowSecond: .t0 + 60
                        )
                        return (number % 50, session?.account.id)
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(found.count == 200)
            for (number, account) in found {
                #expect(account == (number == 0 ? .anna : number == 1 ? .ben : nil))
            }
        }
    }

    @Test("An account always has exactly one default calendar", arguments: StoreKind.available)
    func defaultCalendar(kind: StoreKind) async throws {
        try await kind.withStore { store in
            func defaults() async throws -> [CalendarID] {
                try await store.calendars.all(of: .anna).filter(\.isDefault).map(\.id)
            }
            let work = NewCalendar(id: .number(1), name: "Work", color: "red")
            let made = try await store.calendars.create(work, of: .anna)
            #expect(made.position == 1)
            #expect(try await defaults() == [.annas])
            let edit = CalendarEdit(color: "green", makesDefault: true)
            let edited = try await store.calendars.edit(.number(1), of: .anna, edit)
            #expect((edited.name, edited.color, edited.isDefault) == ("Work", "green", true))
            #expect(try await defaults() == [.number(1)])
            try await store.calendars.remove(.number(1), of: .anna)
            #expect(try await defaults() == [.annas])
        }
    }

    @Test(
        "One's own calendars are looked up as the view of rights has them",
        arguments: StoreKind.available
    )
    func ownLevels(kind: StoreKind) async throws {
        try await kind.withStore { store in
            for number in 1...4 {
                let new = NewCalendar(id: .number(number), name: "\(number)", color: "red")
                _ = try await store.calendars.create(new, of: .anna)
            }
            try await store.calendars.remove(.number(4), of: .anna)
            try await store.changes.database.write(as: .server(.upkeep)) { connection in
                _ = try connection.execute(
                    "UPDATE calendars SET is_subscribed = 1 WHERE id IN ($1, $2)",
                    [.text(CalendarID.number(2).text), .text(CalendarID.number(3).text)]
                )
                _ = try connection.execute(
                    "UPDATE calendars SET is_connected = 1 WHERE id = $1",
                    [.text(CalendarID.number(3).text)]
                )
            }
            for number in 1...4 {
                let calendar = CalendarID.number(number)
                let levels = try await store.changes.database.read(as: .account(.anna)) {
                    connection in
                    let seen = try connection.row(
                        "SELECT max(level) FROM sights WHERE shown_id = $1 AND viewer_id = $2",
                        [.text(calendar.text), .text(AccountID.anna.text)]
                    )
                    let level = try seen.flatMap { $0.isNull(0) ? nil : try $0.integer(0) }
                    return (
                        try connection.calendars.access(of: calendar, by: .anna)?.level,
                        level.map { AccessLevel(stored: $0) }
                    )
                }
                #expect(levels.0 == levels.1, "calendar \(number)")
                #expect((levels.0 == nil) == (number == 4))
            }
        }
    }

    @Test(
        "A calendar is changed and removed by programs only in the version that they expect",
        arguments: StoreKind.available
    )
    func expectedVersion(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let work = NewCalendar(id: .number(1), name: "Work", color: "red")
            _ = try await store.calendars.create(work, of: .anna)
            func etag() async throws -> String {
                try await store.untilComplete()
                let name = CalendarID.number(1).text
                return try await store.calendars.programCalendar(named: name, seenBy: .anna)
                    .token.etag
            }
            let first = try await etag()
            let set = [PropertyEdit(name: "x", xml: "<x/>")]
            func change(_ expected: String) async throws {
                try await store.calendars.edit(
                    set,
                    of: .number(1),
                    seenBy: .anna,
                    expecting: .etag(expected),
                    CalendarEdit()
                )
            }
            try await change(first)
            let second = try await etag()
            #expect(second != first)
            await #expect(throws: StoreError.changedElsewhere(etag: second)) {
                try await change(first)
            }
            await #expect(throws: StoreError.changedElsewhere(etag: second)) {
                try await store.calendars.remove(.number(1), of: .anna, expecting: .etag(first))
            }
            try await store.calendars.remove(.number(1), of: .anna, expecting: .etag(second))
        }
    }

    @Test("An account's last calendar can't be removed", arguments: StoreKind.available)
    func lastCalendar(kind: StoreKind) async throws {
        try await kind.withStore { store in
            await #expect(throws: StoreError.lastCalendar) {
                try await store.calendars.remove(.annas, of: .anna)
            }
        }
    }

    @Test(
        "A calendar with events isn't removed if it must be empty",
        arguments: StoreKind.available
    )
    func onlyEmpty(kind: StoreKind) async throws {
        try await kind.withStore { store in
            for number in 1...2 {
                let made = NewCalendar(id: .number(number), name: "Made", color: "red")
                _ = try await store.calendars.create(made, of: .anna)
            }
            try await store.put("one", calendar: .number(1))
            await #expect(throws: StoreError.notEmpty) {
                try await store.calendars.remove(.number(1), of: .anna, onlyEmpty: true)
            }
            #expect(try await store.changes.snapshot(of: .anna).objectCount == 1)
            try await store.calendars.remove(.number(2), of: .anna, onlyEmpty: true)
            #expect(try await store.calendars.all(seenBy: .anna).count == 2)
        }
    }

    @Test("Removing a calendar removes its events", arguments: StoreKind.available)
    func removal(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let work = NewCalendar(id: .number(1), name: "Work", color: "red")
            _ = try await store.calendars.create(work, of: .anna)
            try await store.put("one", calendar: .number(1))
            try await store.calendars.remove(.number(1), of: .anna)
            #expect(try await store.changes.snapshot(of: .anna).objectCount == 0)
            await #expect(throws: StoreError.notFound) {
                try await store.put("two", calendar: .number(1))
            }
        }
    }

    @Test(
        "An account can have as many calendars as the limit, but not one more",
        arguments: StoreKind.available
    )
    func calendarLimit(kind: StoreKind) async throws {
        try await kind.withStore { store in
            for number in 1..<Limits.calendarsPerAccountMax {
                let new = NewCalendar(id: .number(number), name: "\(number)", color: "red")
                _ = try await store.calendars.create(new, of: .anna)
            }
            let extra = NewCalendar(id: .number(999), name: "Extra", color: "red")
            await #expect(throws: StoreError.tooMany(.calendars)) {
                try await store.calendars.create(extra, of: .anna)
            }
            #expect(
                try await store.calendars.all(of: .anna).count == Limits.calendarsPerAccountMax
            )
        }
    }
}
