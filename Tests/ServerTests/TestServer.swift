import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Outgoing
import Synchronization
import TestPlaces
import Testing

@testable import Accounts
@testable import ExternalCalendars
@testable import Observability
@testable import OpenIDConnect
@testable import Requests
@testable import Server
@testable import ServerBase
@testable import Store

/// A server on its own temporary database, with a manual clock and predictable random octets.
final class TestServer: Sendable {
    static let email = "anna@example.org"
    static let password = "correct horse"

    /// A token of the log of changes that no database has come to.
    static let tokenOfNoLog = "9000000000000000000"

    /// The settings of a server behind a proxy.
    static let behindProxy: @Sendable (inout ServerSettings) -> Void = { $0.trustsProxy = true }

    let backend: Backend
    let clock: TestClock
    /// Where the data is: a file, or the address of a PostgreSQL database.
    let path: String
    let database: AnyDatabase

    private init(
        backend: Backend,
        clock: TestClock,
        path: String,
        database: AnyDatabase
    ) {
        self.backend = backend
        self.database = database
        self.clock = clock
        self.path = path
    }

    /// Runs a body with a server that has no accounts yet, on SQLite unless a PostgreSQL server is given or
    /// `TEST_SERVERS_ON` says so.
    static func run(
        on postgreSQL: PostgreSQLForTests? = .forServers,
        web: [String: String]? = nil,
        _ part: TestedPart = .router,
        providers: [OpenIDProvider] = [],
        registration: Registration = .invited,
        settings change: @Sendable (inout ServerSettings) -> Void = { _ in },
        timeouts: ClientTimeouts = .standard,
        held: HeldMessages = HeldMessages(),
        pace: ReadingPace = ReadingPace(clock: PaceClock().clock),
        fetcher: (@Sendable (TestClock) -> WebFetcher)? = nil,
        observing: Observing = .nothing,
        _ body: @escaping @Sendable (TestServer, TestClient) async throws -> Void
    ) async throws {
        try await withDatabase(on: postgreSQL) { folder, path, database in
            if let web { try write(web, below: folder + "/web") }
            let clock = TestClock()
            var settings = ServerSettings(port: 0, webRoot: web == nil ? nil : folder + "/web")
            settings.publicURL = "https://calendar.example.org"
            settings.providers = providers
            settings.registration = registration
            change(&settings)
            let backend = try await Backend(
                database: database,
                settings: settings,
                clockAndRandom: clock.clockAndRandom,
                passwords: Passwords(cost: .init(rounds: 16, blockSize: 1, parallelism: 1)),
                web: fetcher?(clock) ?? WebFetcher { _ in throw ServerError.notFound },
                heldMessages: held,
                sourcePace: pace,
                joinLinks: observing.joinLinks,
                observation: observing.observation
            )
            let server = TestServer(
                backend: backend,
                clock: clock,
                path: path,
                database: database
            )
            let application = try buildApplication(
                backend: backend,
                logger: observing.logger,
                timeouts: timeouts
            )
            try await application.test(part) { client in try await body(server, client) }
        }
    }

    /// Runs a body with a folder, and a new database in it or in PostgreSQL, and its path or address.
    private static func withDatabase(
        on postgreSQL: PostgreSQLForTests?,
        _ body: (String, String, AnyDatabase) async throws -> Void
    ) async throws {
        try await withFolder { folder in
            guard let server = postgreSQL else {
                return try await withDatabase(at: folder + "/store.sqlite", in: folder, body)
            }
            try await server.withDatabase { address in
                try await withDatabase(at: address, in: folder, body)
            }
        }
    }

    private static func withDatabase(
        at path: String,
        in folder: String,
        _ body: (String, String, AnyDatabase) async throws -> Void
    ) async throws {
        let database = try open(path)
        try await body(folder, path, database)
        try await database.close()
    }

    private static func open(_ path: String) throws -> AnyDatabase {
        path.hasPrefix("postgres:")
            ? .postgreSQL(PostgreSQLDatabase(address: path))
            : .sqlite(try SQLiteDatabase(path: path))
    }

    /// Runs a body with somebody who is signed in to a new server.
    static func runSignedIn(
        _ part: TestedPart = .router,
        _ body: @escaping @Sendable (Visitor) async throws -> Void
    ) async throws {
        try await run(part) { server, client in
            try await body(server.visitor(client))
        }
    }

    /// Creates an account with a session of one day.
    func visitor(
        _ client: TestClient,
        email: String = TestServer.email
    ) async throws -> Visitor {
        let person = try NewPerson(email: email, name: "Anna", password: Self.password)
        let account = try await backend.accounts.create(person, isFirst: false)
        return try await visitor(client, as: account)
    }

    /// Starts a session of one day.
    func visitor(_ client: TestClient, as account: Account) async throws -> Visitor {
        let token = "token of \(account.email)".filter { $0 != " " && $0 != "@" }
        try await backend.store.sessions.create(
            NewSession(
                tokenHash: SessionCookie.hash(of: token),
                account: account.id,
                createdSecond: clock.nowSecond,
                expiresSecond: clock.nowSecond + 86_400
            )
        )
        let calendars = try await backend.store.calendars.all(of: account.id)
        let calendar = try #require(calendars.first)
        return Visitor(
            server: self,
            client: client,
            account: account,
            calendar: calendar.id.text,
            cookie: SessionCookie.name + "=" + token
        )
    }

    /// Runs a body with a temporary folder, as soon as there is a place for another server.
    static func withFolder(_ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "meantime-server-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await TestPlaces.shared.run { try await body(folder.path) }
    }

    static func write(_ files: [String: String], below folder: String) throws {
        for (path, text) in files {
            let file = URL(filePath: folder).appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(text.utf8).write(to: file)
        }
    }
}

/// A clock that only moves when it is advanced, and "random" octets that count up.
///
/// It starts at 2026-01-01T00:00:00Z.
final class TestClock: Sendable {
    private let second = Mutex(Int64(1_767_225_600))
    private let counter = Mutex(UInt64(0))

    var nowSecond: Int64 { second.withLock { $0 } }

    func advance(seconds: Int64) { second.withLock { $0 += seconds } }

    var clockAndRandom: ClockAndRandom {
        ClockAndRandom(
            nowSecond: { self.nowSecond },
            randomOctets: { count in
                let number = self.counter.withLock { counter in
                    counter += 1
                    return counter
                }
                return (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * ($0 % 8))) }
            }
        )
    }
}

/// Somebody who is signed in.
struct Visitor: Sendable {
    let server: TestServer
    let client: TestClient
    let account: Account
    let calendar: String
    let cookie: String

    /// The session that the visitor's requests carry.
    var entry: RequestEntry {
        let token = String(cookie.dropFirst(SessionCookie.name.count + 1))
        return .session(tokenHash: SessionCookie.hash(of: token))
    }

    var events: String { "/api/v1/calendars/\(calendar)/events/" }

    @discardableResult
    func request(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ body: String? = nil,
        headers: [String: String] = [:]
    ) async throws -> TestResponse {
        var fields: HTTPFields = [.cookie: cookie]
        if let body {
            let isCalendar = body.hasPrefix("BEGIN:")
            fields[.contentType] = isCalendar ? "text/calendar" : "application/json"
        }
        for (name, value) in headers { fields[try #require(HTTPField.Name(name))] = value }
        return try await client.execute(
            uri: path,
            method: method,
            headers: fields,
            body: body.map(ByteBuffer.init(string:))
        ) { $0 }
    }

    /// Puts a new event.
    @discardableResult
    func create(_ uid: String, title: String = "Lunch") async throws -> TestResponse {
        try await request(
            .put,
            events + uid,
            event(uid, title: title),
            headers: ["If-None-Match": "*"]
        )
    }
}

/// The text of a calendar object with one event.
func event(
    _ uid: String,
    title: String = "Lunch",
    times: [String] = ["DTSTART:20260102T090000Z", "DTEND:20260102T100000Z"],
    more: String = ""
) -> String {
    let lines = [
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN", "BEGIN:VEVENT", "UID:\(uid)",
        "DTSTAMP:20260101T000000Z", "SUMMARY:\(title)",
    ]
    let end = ["END:VEVENT", "END:VCALENDAR", ""]
    return (lines + times + (more.isEmpty ? [] : [more]) + end).joined(separator: "\r\n")
}

/// A calendar file with several events.
func file(_ uids: [String], title: String = "Lunch") -> String {
    let events = uids.map { uid in
        event(uid, title: title).split(separator: "\r\n").dropFirst(3).dropLast()
            .joined(separator: "\r\n")
    }
    return
        (["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN"] + events
        + ["END:VCALENDAR", ""]).joined(separator: "\r\n")
}

extension TestResponse {
    var text: String { String(buffer: body) }

    /// The headers that all answers of a kind share: without the request's ID.
    var headersOfKind: HTTPFields {
        var rest = headers
        if let id = HTTPField.Name(RequestIdentifier.name) { rest[id] = nil }
        return rest
    }

    /// The body as a JSON object.
    var json: [String: JSONValue] {
        get throws {
            try JSONDecoder().decode([String: JSONValue].self, from: Data(body.readableBytesView))
        }
    }

    /// The body as lines of JSON objects.
    var lines: [[String: JSONValue]] {
        get throws {
            try text.split(separator: "\n").map {
                try JSONDecoder().decode([String: JSONValue].self, from: Data($0.utf8))
            }
        }
    }

    /// The type of the problem in the answer, or nil if it isn't one.
    var problem: String? {
        guard headers[.contentType] == "application/problem+json",
            case .string(let type)? = try? json["type"]
        else { return nil }
        return type
    }
}

/// Any JSON value.
enum JSONValue: Decodable, Hashable, Sendable {
    case string(String)
    case number(Double)
    case bool(Bool)
    case array([JSONValue])
    case object([String: JSONValue])
    case null

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    var text: String? { if case .string(let text) = self { text } else { nil } }

    subscript(_ name: String) -> JSONValue? {
        if case .object(let object) = self { object[name] } else { nil }
    }
}

extension TestServer {
    /// Makes reading and writing fail from now on.
    func breakDatabase() async {
        // PostgreSQL's driver looks for the table afterwards.
        _ = try? await database.alterSchema { try $0.execute("DROP TABLE counters", []) }
    }

    /// Runs a body with another server on the same database, with the same settings, keys and clock.
    func withOtherServer(
        _ body: @escaping @Sendable (TestServer, TestClient) async throws -> Void
    ) async throws {
        let database = try Self.open(path)
        let backend = try await Backend(
            database: database,
            settings: backend.settings,
            clockAndRandom: clock.clockAndRandom,
            passwords: backend.accounts.passwords,
            web: backend.accounts.openID.web,
            sourcePace: ReadingPace(clock: PaceClock().clock),
            secrets: backend.secrets
        )
        let server = TestServer(backend: backend, clock: clock, path: path, database: database)
        let application = try buildApplication(
            backend: backend,
            logger: Observing.nothing.logger
        )
        try await application.test(.router) { client in try await body(server, client) }
        try await database.close()
    }

    /// The same database, opened again as another process would.
    func otherStore() async throws -> CalendarStore {
        try await CalendarStore(
            database: Self.open(path),
            nowSecond: clock.nowSecond
        )
    }
}
