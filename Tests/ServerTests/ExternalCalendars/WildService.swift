import Outgoing
import Synchronization

@testable import Server

/// A service all of whose events change at each look, as a feed and as a calendar of an account.
final class WildService: Sendable {
    static let feed = "https://wild.example/feed.ics"
    static let calendar = "https://wild.example/cal/"

    private let count: Int
    private let filler: String
    private let generation = Mutex(0)

    /// Takes how many events it has, and about how many octets each of them.
    init(count: Int, bytes: Int) {
        self.count = count
        filler = String(repeating: "x", count: bytes)
    }

    /// The titles of all events as it told them last.
    var titles: Set<String> { ["g\(generation.withLock { $0 })"] }

    var fetcher: @Sendable (TestClock) -> WebFetcher {
        { _ in
            WebFetcher(resolve: { _, _ in "93.184.216.34" }, { self.answer(to: $0) })
        }
    }

    private func answer(to request: OutgoingRequest) -> OutgoingResponse {
        let body = String(decoding: request.body ?? [], as: UTF8.self)
        let depth = request.headers.first { $0.name == "Depth" }?.value
        switch (request.method ?? "GET", depth) {
        case ("GET", _):
            change()
            let events = (0..<count).map(event).joined()
            return OutgoingResponse(
                status: 200,
                headers: [("Content-Type", "text/calendar")],
                octets: Array(Self.calendar(events).utf8)
            )
        case ("PROPFIND", "0"):
            change()
            let tag = generation.withLock { $0 }
            return multistatus([
                (
                    "",
                    """
                    <D:resourcetype><D:collection/><C:calendar/></D:resourcetype>\
                    <D:current-user-privilege-set><D:privilege><D:read/></D:privilege>\
                    </D:current-user-privilege-set><S:getctag>\(tag)</S:getctag>
                    """
                )
            ])
        case ("PROPFIND", _):
            return multistatus((0..<count).map { ("\($0).ics", etag($0)) })
        case ("REPORT", _) where body.contains("calendar-multiget"):
            let asked = (0..<count).filter { body.contains("/cal/\($0).ics<") }
            return multistatus(
                asked.map { number in
                    let text = Self.calendar(event(number)).replacing("\r\n", with: "&#13;\n")
                    return (
                        "\(number).ics",
                        etag(number) + "<C:calendar-data>\(text)</C:calendar-data>"
                    )
                }
            )
        default: return OutgoingResponse(status: 501, octets: [])
        }
    }

    private func change() { generation.withLock { $0 += 1 } }

    private func etag(_ number: Int) -> String {
        "<D:getetag>\"\(generation.withLock { $0 })-\(number)\"</D:getetag>"
    }

    private func event(_ number: Int) -> String {
        [
            "BEGIN:VEVENT", "UID:e\(number)", "DTSTAMP:20260101T000000Z",
            "SUMMARY:g\(generation.withLock { $0 })", "DTSTART:20260302T180000Z",
            "DTEND:20260302T190000Z", "DESCRIPTION:\(filler)", "END:VEVENT", "",
        ].joined(separator: "\r\n")
    }

    private static func calendar(_ events: String) -> String {
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Wild//EN\r\n\(events)END:VCALENDAR\r\n"
    }

    private func multistatus(_ members: [(name: String, properties: String)]) -> OutgoingResponse {
        let responses = members.map { name, properties in
            """
            <D:response><D:href>/cal/\(name)</D:href><D:propstat><D:prop>\(properties)</D:prop>\
            <D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>
            """
        }
        let text = """
            <D:multistatus xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" \
            xmlns:S="http://calendarserver.org/ns/">\(responses.joined())</D:multistatus>
            """
        return OutgoingResponse(status: 207, octets: Array(text.utf8))
    }
}
