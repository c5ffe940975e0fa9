import Foundation
import TestPlaces
import Testing

@testable import Store

/// The drivers that the contract tests run with.
///
/// Add a new driver here.
enum StoreKind: CaseIterable, CustomTestStringConvertible {
    case sqlite
    case postgreSQL

    /// All, if there is a PostgreSQL server for tests.
    static let available = StoreKind.allCases.filter {
        $0 != .postgreSQL || PostgreSQLForTests.shared != nil
    }

    /// Each value on SQLite, and a few also on PostgreSQL, where a long test takes several times as long.
    static func run<Value>(_ values: [Value], onPostgreSQL few: [Value]) -> [(StoreKind, Value)] {
        available.flatMap { kind in (kind == .sqlite ? values : few).map { (kind, $0) } }
    }

    var testDescription: String { "\(self)" }

    /// Runs a body with an empty database, which is deleted afterwards.
    ///
    /// If it's migrated, it has the tables already on PostgreSQL, where making them takes long.
    @discardableResult
    func withDatabase<Value>(
        isMigrated: Bool = false,
        _ body: (AnyDatabase) async throws -> Value
    ) async throws -> Value {
        try await withPlace(isMigrated: isMigrated) { place in
            let statements = ObservedStatements()
            let database = try open(place) { connection, sql, arguments in
                statements.add(connection, sql, arguments)
                try connection.expectNothingHidden(from: sql, arguments)
            }
            let value = try await body(database)
            try await database.close()
            if self == .postgreSQL {
                try statements.checkAsStranger(at: place)
                try statements.checkPlans(at: place)
            }
            return value
        }
    }

    /// Opens the database at a place.
    func open(_ place: String, observer: StatementObserver? = nil) throws -> AnyDatabase {
        switch self {
        case .sqlite: .sqlite(try SQLiteDatabase(path: place))
        case .postgreSQL: .postgreSQL(PostgreSQLDatabase(address: place, observer: observer))
        }
    }

    /// Runs a body with the place of a new database: a path, or an address.
    ///
    /// If it's migrated, it has the tables already on PostgreSQL.
    func withPlace<Value>(
        isMigrated: Bool = false,
        _ body: (String) async throws -> Value
    ) async throws -> Value {
        guard self == .postgreSQL else { return try await withPath(body) }
        let server = try #require(PostgreSQLForTests.shared)
        return try await TestPlaces.shared.run {
            guard isMigrated else { return try await server.withDatabase(body) }
            return try await server.withMigratedDatabase(body)
        }
    }

    /// Runs a body with the path for a new database.
    func withPath<Value>(_ body: (String) async throws -> Value) async throws -> Value {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "meantime-store-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await TestPlaces.shared.run {
            try await body(folder.appending(path: "store.sqlite").path)
        }
    }

    /// Runs a body with a store that has one account with one calendar.
    @discardableResult
    func withStore<Value>(
        quotas: Quotas = Quotas(),
        _ body: (CalendarStore) async throws -> Value
    ) async throws -> Value {
        try await withDatabase(isMigrated: true) { database in
            let store = try await CalendarStore(
                database: database,
                nowSecond: .t0,
                quotas: quotas
            )
            try await store.accounts.create(.anna, nowSecond: .t0)
            return try await body(store)
        }
    }
}

extension CalendarStore {
    /// Waits until readers get all that was written.
    ///
    /// On PostgreSQL they don't for as long as some transaction runs that could have written something before,
    /// and one of the server's own is a hint to other servers.
    func untilComplete() async throws {
        for _ in 0..<5000 {
            let isComplete = try await changes.database.read(as: .server(.changeLog)) {
                connection in
                let last = try connection.row("SELECT coalesce(max(token), 0) FROM changes")
                return try last?.integer(0) ?? 0 <= connection.completeToken().number
            }
            if isComplete { return }
            try await Task.sleep(for: .milliseconds(1))
        }
        Issue.record("some transaction doesn't end")
    }
}

extension Int64 {
    /// The current time in the tests: 2026-01-01T00:00:00Z.
    static let t0: Int64 = 1_767_225_600
}

extension AccountID {
    static let anna = AccountID(stored: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa")
    static let ben = AccountID(stored: "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb")
}

extension CalendarID {
    static let annas = CalendarID(stored: "a0000000000000000000000000000000")
    static let bens = CalendarID(stored: "b0000000000000000000000000000000")

    static func random() -> CalendarID {
        CalendarID(stored: CalendarStore.identifier())
    }

    static func number(_ number: Int) -> CalendarID {
        CalendarID(
            stored: "c" + String(repeating: "0", count: 31 - "\(number)".count) + "\(number)"
        )
    }
}

extension NewAccount {
    static let anna = NewAccount(
        account: Account(id: .anna, email: "anna@example.org", name: "Anna"),
        password: "secret",
        calendar: NewCalendar(id: .annas, name: "Personal", color: "blue")
    )
    static let ben = NewAccount(
        account: Account(id: .ben, email: "ben@example.org", name: "Ben"),
        password: "secret",
        calendar: NewCalendar(id: .bens, name: "Personal", color: "blue")
    )
}

extension ObjectDraft {
    static func event(_ uid: String, title: String = "Lunch") -> ObjectDraft {
        // The schema bounds it.
        let tag = title.utf8.count > 50 ? "\(title.prefix(20))-\(title.utf8.count)" : title
        return ObjectDraft(
            uid: uid,
            etag: "\"\(uid)-\(tag)\"",
            ical: "BEGIN:VEVENT\r\nUID:\(uid)\r\nSUMMARY:\(title)\r\nEND:VEVENT\r\n",
            firstSecond: .t0,
            lastSecond: .t0 + 3600
        )
    }
}

extension ObjectPlace {
    static func annas(_ href: String) -> ObjectPlace {
        ObjectPlace(account: .anna, calendar: .annas, href: Href(stored: href))
    }
}

extension CalendarStore {
    /// Creates or replaces an event whose href is its UID.
    @discardableResult
    func put(
        _ uid: String,
        title: String = "Lunch",
        calendar: CalendarID = .annas
    ) async throws -> PutOutcome {
        let href = Href(stored: uid)
        return try await objects.put(
            .event(uid, title: title),
            at: ObjectPlace(account: .anna, calendar: calendar, href: href),
            id: Self.identifier(),
            expecting: .anything
        )
    }

    static func identifier() -> String {
        UUID().uuidString.lowercased().filter { $0 != "-" }
    }
}

extension Database {
    /// Reads whatever a test wants to look at.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (Connection) throws -> Value
    ) async throws -> Value {
        try await read(as: .server(.upkeep), body)
    }

    /// Writes whatever a test wants to be there.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (Connection) throws -> Value
    ) async throws -> Value {
        try await write(as: .server(.upkeep), body)
    }

    func writeUsingReserve<Value: Sendable>(
        _ body: @escaping @Sendable (Connection) throws -> Value
    ) async throws -> Value {
        try await writeUsingReserve(as: .server(.upkeep), body)
    }
}
