import NIOCore
import Outgoing
import Synchronization
import Testing

@testable import ExternalCalendars
@testable import Server
@testable import ServerBase

@Suite("Fetching from other services")
struct ExternalCalendarFetcherTests {
    private static let calendar = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n"
    private static let octets = Array(calendar.utf8)
    /// A Sunday in 2026.
    private static let nowSecond: Int64 = 1_795_942_400

    private typealias Answer = StandInFeed.Answer

    /// A fetcher for which two names in the house lead to a port of this machine.
    private static func fetcher(port: Int, bounds: ExternalCalendarFetcher.Bounds = .init()) throws
        -> ExternalCalendarFetcher
    {
        ExternalCalendarFetcher(
            web: WebFetcher(resolve: { _, _ in "127.0.0.1" }, WebFetcher.network.fetch),
            hosts: try #require(AllowedPrivateHosts("a.example:\(port),b.example:\(port)")),
            nowSecond: { nowSecond },
            bounds: bounds
        )
    }

    /// What comes of fetching a path from a server that answers it in some way.
    private static func outcome(
        _ answer: Answer,
        etag: String? = nil,
        bounds: ExternalCalendarFetcher.Bounds = .init()
    ) async throws -> Result<FeedAnswer?, ExternalCalendarFailure> {
        let outcome = Mutex(Result<FeedAnswer?, ExternalCalendarFailure>.failure(.interrupted))
        try await StandInFeed.run { feed, port in
            feed.answer("/feed.ics", answer)
            let fetcher = try fetcher(port: port, bounds: bounds)
            let found = await result {
                () async throws(ExternalCalendarFailure) in
                let address = try fetcher.address(typed: "http://a.example:\(port)/feed.ics")
                return try await fetcher.fetch(address, etag: etag, lastModified: nil)
            }
            outcome.withLock { $0 = found }
        }
        return outcome.withLock { $0 }
    }

    private static func result<Value>(
        _ body: () async throws(ExternalCalendarFailure) -> Value
    ) async -> Result<Value, ExternalCalendarFailure> {
        do {
            return .success(try await body())
        } catch {
            return .failure(error)
        }
    }

    private static func failure(
        _ answer: Answer,
        etag: String? = nil,
        bounds: ExternalCalendarFetcher.Bounds = .init()
    ) async throws -> ExternalCalendarFailure? {
        guard case .failure(let failure) = try await outcome(answer, etag: etag, bounds: bounds)
        else { return nil }
        return failure
    }

    @Test("A calendar comes with what is sent along the next time")
    func success() async throws {
        let headers = [
            "ETag: W/\"1\"", "Last-Modified: Sun, 22 Nov 2026 07:28:00 GMT", "Retry-After: 60",
        ]
        let answer = try #require(
            try await Self.outcome(.response(200, headers, Self.octets)).get()
        )
        #expect(answer.octets == Self.octets)
        #expect(answer.etag == "W/\"1\"")
        #expect(answer.lastModified == "Sun, 22 Nov 2026 07:28:00 GMT")
        #expect(answer.retryAfterSeconds == 60)
        #expect(answer.movedTo == nil)
    }

    @Test("The request says what is here, what is wanted and who asks")
    func request() async throws {
        try await StandInFeed.run { feed, port in
            feed.answer("/a?b", .response(304))
            let fetcher = try Self.fetcher(port: port)
            let address = try fetcher.address(typed: "http://anna:s%3Ac@a.example:\(port)/a?b#c")
            let answer = try await fetcher.fetch(address, etag: "\"1\"", lastModified: "then")
            #expect(answer == nil)
            let request = try #require(feed.requests.first)
            #expect(request.method == "GET")
            #expect(request.headers["host"] == "a.example:\(port)")
            #expect(request.headers["if-none-match"] == "\"1\"")
            #expect(request.headers["if-modified-since"] == "then")
            #expect(request.headers["accept"]?.hasPrefix("text/calendar") == true)
            #expect(request.headers["accept-encoding"] == "gzip")
            #expect(request.headers["user-agent"]?.hasPrefix("Meantime/") == true)
            #expect(request.headers["authorization"] == "Basic YW5uYTpzOmM=")
        }
    }

    @Test("An ETag may have 1000 octets; a longer one isn't kept")
    func longValidator() async throws {
        for count in [Limits.externalValidatorBytesMax, Limits.externalValidatorBytesMax + 1] {
            let etag = "\"" + String(repeating: "a", count: count - 2) + "\""
            let answer = try await Self.outcome(.response(200, ["ETag: \(etag)"], Self.octets))
                .get()
            #expect(answer?.etag == (count > Limits.externalValidatorBytesMax ? nil : etag))
        }
    }

    @Test(
        "A status says what is wrong, and when to come again",
        arguments: [
            (401, nil, .notAllowed), (403, nil, .notAllowed), (404, nil, .notFound),
            (410, nil, .notFound), (500, nil, .answered(status: 500, retryAfterSeconds: nil)),
            (304, nil, .answered(status: 304, retryAfterSeconds: nil)),
            (302, nil, .answered(status: 302, retryAfterSeconds: nil)),
            (206, nil, .answered(status: 206, retryAfterSeconds: nil)),
            (429, "120", .answered(status: 429, retryAfterSeconds: 120)),
            (503, "Sun, 29 Nov 2026 08:54:20 GMT", .answered(status: 503, retryAfterSeconds: 60)),
            (503, "Sun, 29 Nov 2020 08:54:20 GMT", .answered(status: 503, retryAfterSeconds: 0)),
            (503, "soon", .answered(status: 503, retryAfterSeconds: nil)),
            (429, "-5", .answered(status: 429, retryAfterSeconds: nil)),
            (429, "604801", .answered(status: 429, retryAfterSeconds: 604_800)),
            (429, "99999999999999999999", .answered(status: 429, retryAfterSeconds: 604_800)),
        ] as [(Int, String?, ExternalCalendarFailure)]
    )
    func statuses(status: Int, retryAfter: String?, expected: ExternalCalendarFailure) async throws
    {
        let headers = retryAfter.map { ["Retry-After: \($0)"] } ?? []
        let body = status == 304 ? [] : Array("<html>no</html>".utf8)
        #expect(try await Self.failure(.response(status, headers, body)) == expected)
    }

    @Test(
        "A page, half a calendar or an interrupted one isn't a calendar",
        arguments: [
            ("<!DOCTYPE html><html>BEGIN:VCALENDAR", .notCalendar), ("", .notCalendar),
            ("BEGIN:VCARD\r\nEND:VCARD\r\n", .notCalendar),
            ("BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:ha", .cutShort),
            ("BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nEND:VEVENT\r\n", .cutShort),
            ("BEGIN:VCALENDAR\r\nDESCRIPTION:a\r\n END:VCALENDAR\r\n", .cutShort),
            ("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\nBEGIN:VCALENDAR\r\n", .cutShort),
            ("begin:vcalendar\nend:vcalendar", nil),
            ("\u{FEFF}\r\n BEGIN:VCALENDAR\rEND:VCALENDAR\r\r\n\u{0}", nil),
            ("BEGIN:VCALENDAR\nEND:VCALENDAR\n<!-- made in 3 ms -->\n", nil),
        ] as [(String, ExternalCalendarFailure?)]
    )
    func outlines(body: String, expected: ExternalCalendarFailure?) async throws {
        #expect(try await Self.failure(.response(200, [], Array(body.utf8))) == expected)
    }

    @Test("An answer that doesn't keep to its length isn't taken")
    func lyingLength() async throws {
        let head = "HTTP/1.1 200 OK"
        let half = Array(Self.octets.dropLast(20))
        let long = "Content-Length: \(Self.octets.count)"
        #expect(try await Self.failure(.raw([head, long], half)) == .notReached)
        let short = "Content-Length: \(half.count)"
        #expect(try await Self.failure(.raw([head, short], Self.octets)) == .cutShort)
        // Without a length, the end of the connection is the end of the calendar.
        #expect(try await Self.failure(.raw([head], half)) == .cutShort)
        #expect(try await Self.failure(.raw([head], Self.octets)) == nil)
        let chunked = "Transfer-Encoding: chunked"
        let chunk = Array("\(String(Self.octets.count, radix: 16))\r\n".utf8) + Self.octets
        #expect(try await Self.failure(.raw([head, chunked], chunk)) == .notReached)
        #expect(try await Self.failure(.raw(["What?"], [])) == .notReached)
        #expect(try await Self.failure(Answer(octets: [])) == .notReached)
    }

    @Test("An answer may be as large as the limit, and no larger, whatever it says")
    func size() async throws {
        let bounds = ExternalCalendarFetcher.Bounds(bytesMax: 10_000)
        func body(_ count: Int) -> [UInt8] {
            let filling = [UInt8](repeating: 10, count: count - Self.octets.count)
            return Self.octets.dropLast(15) + filling + Self.octets.suffix(15)
        }
        for (count, expected) in [(10_000, nil), (10_001, ExternalCalendarFailure.tooLarge)] {
            let octets = body(count)
            let whole = Answer.response(200, [], octets)
            #expect(try await Self.failure(whole, bounds: bounds) == expected)
            let open = Answer.raw(["HTTP/1.1 200 OK"], octets)
            #expect(try await Self.failure(open, bounds: bounds) == expected)
            let gzip = GzipStream().compress(octets, .end)
            #expect(gzip.count < 200)
            let small = Answer.response(200, ["Content-Encoding: gzip"], gzip)
            #expect(try await Self.failure(small, bounds: bounds) == expected)
        }
        let huge = ["HTTP/1.1 200 OK", "Content-Length: 10001"]
        #expect(try await Self.failure(.raw(huge, [], .silence), bounds: bounds) == .tooLarge)
        let endless = Answer.Ending.endless([UInt8](repeating: 32, count: 1_000))
        let open = Answer.raw(["HTTP/1.1 200 OK"], [], endless)
        #expect(try await Self.failure(open, bounds: bounds) == .tooLarge)
        let member = GzipStream().compress([], .end)
        let empty = Answer.raw(
            ["HTTP/1.1 200 OK", "Content-Encoding: gzip"],
            [],
            .endless((0..<100).flatMap { _ in member })
        )
        #expect(try await Self.failure(empty, bounds: bounds) == .tooLarge)
    }

    @Test("A compressed calendar is decompressed, and one that isn't whole isn't taken")
    func compression() async throws {
        let gzip = GzipStream().compress(Self.octets, .end)
        let headers = ["Content-Encoding: GZIP"]
        let answer = try await Self.outcome(.response(200, headers, gzip)).get()
        #expect(answer?.octets == Self.octets)
        let bad = [
            Answer.response(200, headers, Array(gzip.dropLast())),
            .response(200, headers, Self.octets),
            .response(200, ["Content-Encoding: br"], gzip),
        ]
        for answer in bad { #expect(try await Self.failure(answer) == .notReadable) }
        #expect(try await Self.outcome(.response(304, headers), etag: "\"1\"").get() == nil)
    }

    @Test("A server that is slow, in whatever part of its answer, is given up")
    func slowness() async throws {
        let bounds = ExternalCalendarFetcher.Bounds(timeout: .milliseconds(200))
        let head = "HTTP/1.1 200 OK"
        let answers: [Answer] = [
            Answer(octets: [], ending: .silence),
            Answer(octets: Array(head.utf8), ending: .endless([])),
            Answer(octets: Array("\(head)\r\nX: ".utf8), ending: .endless([97])),
            .raw([head, "Content-Length: 100000"], Self.octets, .endless([10])),
            .raw([head], Self.octets, .endless([10])),
            .raw(["HTTP/1.1 500 No"], [], .endless([10])),
        ]
        for answer in answers {
            #expect(try await Self.failure(answer, bounds: bounds) == .tooSlow)
        }
    }

    @Test("A name that is looked up for ever is given up, and one that leads nowhere is said")
    func names() async throws {
        let never = WebFetcher(
            resolve: { _, _ in await withUnsafeContinuation { _ in } },
            { _ in OutgoingResponse(status: 200, octets: []) }
        )
        let nowhere = WebFetcher(
            resolve: { _, _ in throw ServerError.notFound },
            { _ in OutgoingResponse(status: 200, octets: []) }
        )
        for (web, expected) in [(never, ExternalCalendarFailure.tooSlow), (nowhere, .notReached)] {
            let fetcher = ExternalCalendarFetcher(
                web: web,
                nowSecond: { 0 },
                bounds: .init(timeout: .milliseconds(20))
            )
            let address = try fetcher.address(typed: "https://example.org/")
            await #expect(throws: expected) {
                try await fetcher.fetch(address, etag: nil, lastModified: nil)
            }
        }
    }

    @Test("Nobody who listens there is said at once")
    func refusedConnection() async throws {
        let port = Mutex(0)
        try await StandInFeed.run { _, free in port.withLock { $0 = free } }
        let fetcher = try Self.fetcher(port: port.withLock { $0 })
        let address = try fetcher.address(typed: "http://a.example:\(port.withLock { $0 })/")
        await #expect(throws: ExternalCalendarFailure.notReached) {
            try await fetcher.fetch(address, etag: nil, lastModified: nil)
        }
    }

    @Test("Every failure has a word of its own, which is among those that are listed")
    func words() {
        let failures: [ExternalCalendarFailure] = [
            .addressNotValid, .addressNotPublic, .notReached, .notFound, .notAllowed,
            .answered(status: 429, retryAfterSeconds: nil),
            .answered(status: 500, retryAfterSeconds: 7), .elsewhere(host: "a"), .tooLarge,
            .tooSlow,
            .tooManyRedirects, .notCalendar, .cutShort, .notReadable, .tooManyEvents,
            .storageFull, .tooManyChanges(retryAfterSeconds: 8), .secretLost, .consentEnded,
            .notStored, .alreadyHere, .notTaken, .interrupted,
        ]
        #expect(failures.count == ExternalCalendarFailure.words.count)
        #expect(Set(failures.map(\.word)) == ExternalCalendarFailure.words)
        #expect(failures.compactMap(\.retryAfterSeconds) == [7, 8])
    }
}
