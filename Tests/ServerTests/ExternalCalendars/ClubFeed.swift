import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Synchronization
import Testing

@testable import ExternalCalendars
@testable import Server
@testable import Store

/// A web server on this machine with a calendar that changes, breaks and disappears.
final class ClubFeed: Sendable {
    /// What the server answers.
    struct Answer: Sendable {
        var text = ""
        var status = HTTPResponse.Status.ok
        var headers: HTTPFields = [.contentType: "text/calendar"]
    }

    private let answer = Mutex(Answer())
    private let requests = Mutex([HTTPFields]())
    private let port = Mutex(0)

    /// The headers of all requests, in order.
    var asked: [HTTPFields] { requests.withLock { $0 } }
    var address: String { "http://127.0.0.1:\(port.withLock { $0 })/club.ics" }

    /// Answers with a calendar from now on.
    func say(_ text: String, etag: String? = nil) {
        answer.withLock { answer in
            answer = Answer(text: text)
            answer.headers[.eTag] = etag
        }
    }

    /// Answers with something else from now on.
    func fail(_ status: HTTPResponse.Status, _ text: String = "", retryAfter: String? = nil) {
        answer.withLock { answer in
            answer = Answer(text: text, status: status)
            answer.headers[.retryAfter] = retryAfter
        }
    }

    /// Runs a body with somebody whose server may read this one.
    static func run(
        interval: Duration = .seconds(3600),
        quotas: Quotas = Quotas(),
        observing: Observing = .nothing,
        _ body: @escaping @Sendable (ClubFeed, Visitor) async throws -> Void
    ) async throws {
        let feed = ClubFeed()
        try await feed.application.test(.wholeServer) { listening in
            let port = try #require(listening.port)
            feed.port.withLock { $0 = port }
            try await TestServer.run(
                settings: { settings in
                    settings.sourceHosts = AllowedPrivateHosts("127.0.0.1:\(port)") ?? .none
                    settings.sourceInterval = interval
                    settings.quotas = quotas
                },
                fetcher: { _ in .network },
                observing: observing
            ) { server, client in
                try await body(feed, server.visitor(client))
            }
        }
    }

    private var application: some ApplicationProtocol {
        let router = Router()
        router.get("club.ics") { request, _ in
            self.requests.withLock { $0.append(request.headers) }
            let answer = self.answer.withLock { $0 }
            let etag = answer.headers[.eTag]
            if etag != nil, request.headers[.ifNoneMatch] == etag {
                return Response(status: .notModified)
            }
            return Response(
                status: answer.status,
                headers: answer.headers,
                body: ResponseBody(byteBuffer: ByteBuffer(string: answer.text))
            )
        }
        var logger = Logger(label: "feed")
        logger.logLevel = .critical
        return Application(
            router: router,
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            logger: logger
        )
    }
}

extension ClubFeed {
    /// A calendar with events, by their UIDs and titles.
    static func calendar(
        _ events: KeyValuePairs<String, String>,
        stamp: String = "20260101T000000Z",
        head: [String] = ["X-WR-CALNAME:Club"]
    ) -> String {
        let lines = events.flatMap { uid, title in
            [
                "BEGIN:VEVENT", "UID:\(uid)", "DTSTAMP:\(stamp)", "SUMMARY:\(title)",
                "DTSTART:20260302T180000Z", "DTEND:20260302T190000Z", "BEGIN:VALARM",
                "ACTION:DISPLAY", "DESCRIPTION:x", "TRIGGER:-PT15M", "END:VALARM", "END:VEVENT",
            ]
        }
        return
            (["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Club//EN"] + head + lines
            + ["END:VCALENDAR", ""]).joined(separator: "\r\n")
    }
}
