import Foundation
import HTTPTypes
import Hummingbird
import Logging
import Outgoing
import Synchronization
import Testing

@testable import ExternalCalendars
@testable import Server
@testable import ServerBase
@testable import Store

/// Anna, whose server reads Bob's calendar over CalDAV.
///
/// Both have their accounts at the same server, which doesn't know that it asks itself.
final class AccountElsewhere: Sendable {
    /// What becomes of a request to the other server.
    enum Fate: Hashable, Sendable {
        case answered
        /// It never arrives.
        case lost
        /// It arrives, and the answer doesn't.
        case unanswered
        /// The other server answers with a status instead.
        case status(Int)
    }

    static let address = "https://other.example"
    static let bobsEmail = "bob@example.org"

    let anna: Visitor
    let bob: Visitor
    private let connection: Connection

    /// The requests, and who decides about them.
    private final class Connection: Sendable {
        let client = Mutex(TestClient?.none)
        let fate = Mutex<@Sendable (OutgoingRequest) -> Fate>({ _ in .answered })
        let methods = Mutex([String]())
        let location = Mutex(String?.none)
        let rewriting = Mutex<@Sendable (OutgoingRequest, OutgoingResponse) -> OutgoingResponse>({
            $1
        })

        func fetch(_ request: OutgoingRequest) async throws -> OutgoingResponse {
            let method = request.method ?? "GET"
            methods.withLock { $0.append(method) }
            let fate = self.fate.withLock { $0(request) }
            if case .lost = fate { throw OutgoingError.tooSlow }
            if case .status(let status) = fate {
                let location = self.location.withLock { $0 }
                return OutgoingResponse(
                    status: status,
                    headers: location.map { [("Location", $0)] } ?? [],
                    octets: []
                )
            }
            guard request.address.hasPrefix(AccountElsewhere.address) else {
                // A page to sign in, say.
                return OutgoingResponse(status: 200, octets: Array("<html>".utf8))
            }
            let client = try #require(self.client.withLock { $0 })
            var fields = HTTPFields()
            for (name, value) in request.headers {
                fields[try #require(HTTPField.Name(name))] = value
            }
            let response = try await client.execute(
                uri: String(request.address.dropFirst(AccountElsewhere.address.count)),
                method: try #require(HTTPRequest.Method(method)),
                headers: fields,
                body: request.body.map { ByteBuffer(bytes: $0) }
            ) { $0 }
            if case .unanswered = fate { throw OutgoingError.tooSlow }
            let answer = OutgoingResponse(
                status: response.status.code,
                headers: response.headers.map { ($0.name.canonicalName, $0.value) },
                octets: Array(response.body.readableBytesView)
            )
            return rewriting.withLock { $0 }(request, answer)
        }
    }

    private init(anna: Visitor, bob: Visitor, connection: Connection) {
        self.anna = anna
        self.bob = bob
        self.connection = connection
    }

    static func run(
        _ body: @escaping @Sendable (AccountElsewhere) async throws -> Void
    ) async throws {
        let connection = Connection()
        let fetcher: @Sendable (TestClock) -> WebFetcher = { _ in
            WebFetcher(resolve: { _, _ in "93.184.216.34" }, connection.fetch)
        }
        // Nothing is read but when a test says so.
        let settings: @Sendable (inout ServerSettings) -> Void = { settings in
            settings.sourceInterval = .seconds(3600)
        }
        try await TestServer.run(settings: settings, fetcher: fetcher) { server, client in
            connection.client.withLock { $0 = client }
            try await body(
                AccountElsewhere(
                    anna: server.visitor(client),
                    bob: server.visitor(client, email: bobsEmail),
                    connection: connection
                )
            )
        }
    }

    /// The methods of all requests to the other server since the last time.
    var asked: [String] {
        connection.methods.withLock { methods in
            defer { methods = [] }
            return methods
        }
    }

    /// Decides what becomes of requests from now on.
    func decide(_ fate: @escaping @Sendable (OutgoingRequest) -> Fate) {
        connection.fate.withLock { $0 = fate }
    }

    /// Rewrites the answers from now on, as another kind of server would write them.
    func rewrite(
        _ rewriting: @escaping @Sendable (OutgoingRequest, OutgoingResponse) -> OutgoingResponse
    ) {
        connection.rewriting.withLock { $0 = rewriting }
    }

    /// Replaces a part of every answer, and leaves headers out.
    func rewrite(_ pattern: String, _ replacement: String, without header: String = "") {
        rewrite { _, answer in
            OutgoingResponse(
                status: answer.status,
                headers: answer.headers.filter { $0.name != header },
                octets: Array(
                    String(decoding: answer.octets, as: UTF8.self).replacingOccurrences(
                        of: pattern,
                        with: replacement,
                        options: .regularExpression
                    ).utf8
                )
            )
        }
    }

    /// Where an answer that is only a status leads to.
    func lead(to location: String) { connection.location.withLock { $0 = location } }

    /// Where a calendar of Bob's is.
    func place(of calendar: String) -> String {
        "\(Self.address)/dav/calendars/\(bob.account.id.text)/\(calendar)/"
    }

    /// Adds Bob's calendar for Anna, and returns its ID there.
    func connect(_ calendar: String? = nil) async throws -> String {
        let answer = try await anna.request(
            .post,
            "/api/v1/sources",
            """
            {"kind":"caldav","address":"\(place(of: calendar ?? bob.calendar))",\
            "user":"\(Self.bobsEmail)","password":"\(TestServer.password)"}
            """
        )
        #expect(answer.status == .created, "\(answer.text)")
        return try #require(answer.json["calendar"]?["id"]?.text)
    }

    /// Sends and reads what has changed, when somebody wants that or when the calendar is due.
    func step(_ calendar: String, isWanted: Bool = true) async throws {
        let server = anna.server
        server.clock.advance(seconds: 2 * Limits.foreignIntervalSeconds)
        let id = try #require(CalendarID(calendar))
        if isWanted {
            try await server.backend.store.externalCalendars.want(
                id,
                by: anna.account.id,
                nowSecond: server.clock.nowSecond
            )
        }
        try await ExternalCalendarReading(
            server.backend.externalCalendars,
            logger: Logger(label: "test")
        ).read(id)
    }

    /// The calendar as an external one.
    func source(_ calendar: String) async throws -> JSONValue {
        let answer = try await anna.request(.get, "/api/v1/sources").json
        guard case .array(let sources)? = answer["sources"] else { return .null }
        return try #require(sources.first { $0["calendar"]?.text == calendar })
    }
}

extension Visitor {
    /// The texts in a calendar, by UID; two with the same UID are counted as a failure.
    func objects(in calendar: String) async throws -> [String: StoredText] {
        var found: [String: StoredText] = [:]
        for line in try await request(.get, "/api/v1/sync").lines
        where line["type"]?.text == "event" && line["calendar"]?.text == calendar {
            let text = try #require(line["ical"]?.text)
            let uid = try #require(text.value(of: "UID"))
            #expect(found[uid] == nil, "\(uid) is there twice")
            found[uid] = StoredText(
                href: try #require(line["href"]?.text),
                etag: try #require(line["etag"]?.text),
                text: text
            )
        }
        return found
    }

    /// The titles in a calendar, in alphabetical order.
    func titles(in calendar: String) async throws -> [String] {
        try await objects(in: calendar).values.compactMap { $0.text.value(of: "SUMMARY") }.sorted()
    }

    /// Rewrites an event.
    func rewrite(
        _ uid: String,
        in calendar: String,
        _ change: (String) -> String
    ) async throws {
        let object = try #require(try await objects(in: calendar)[uid])
        let answer = try await request(
            .put,
            "/api/v1/calendars/\(calendar)/events/\(object.href)",
            change(object.text),
            headers: ["If-Match": object.etag]
        )
        #expect(answer.status == .ok, "\(answer.text)")
    }

    /// Removes an event.
    func remove(_ uid: String, from calendar: String) async throws {
        let object = try #require(try await objects(in: calendar)[uid])
        let answer = try await request(
            .delete,
            "/api/v1/calendars/\(calendar)/events/\(object.href)",
            headers: ["If-Match": object.etag]
        )
        #expect(answer.status == .noContent, "\(answer.text)")
    }

    /// Adds an event.
    func add(_ text: String, _ name: String, to calendar: String) async throws {
        let answer = try await request(
            .put,
            "/api/v1/calendars/\(calendar)/events/\(name)",
            text,
            headers: ["If-None-Match": "*"]
        )
        #expect(answer.status == .created, "\(answer.text)")
    }
}

/// An event as it's stored.
struct StoredText: Sendable {
    let href: String
    let etag: String
    let text: String
}

extension String {
    /// The value of the first line of a name.
    func value(of name: String) -> String? {
        split(separator: "\r\n").first { $0.hasPrefix(name + ":") }
            .map { String($0.dropFirst(name.utf8.count + 1)) }
    }
}
