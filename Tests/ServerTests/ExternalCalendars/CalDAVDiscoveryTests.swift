import Outgoing
import Synchronization
import Testing
import WebDAV

@testable import ExternalCalendars
@testable import Server

/// The client against servers that answer as others do, or as nobody should.
@Suite("Finding calendars at other services")
struct CalDAVDiscoveryTests {
    /// Servers by address; each knows which requests came with a password.
    private final class Services: Sendable {
        let answers: [String: OutgoingResponse]
        let log = Mutex([String]())

        init(_ answers: [String: OutgoingResponse]) { self.answers = answers }

        var fetcher: ExternalCalendarFetcher {
            let web = WebFetcher(
                resolve: { _, _ in "93.184.216.34" },
                { request in
                    let hasPassword = request.headers.contains { $0.name == "Authorization" }
                    self.log.withLock { $0.append((hasPassword ? "🔑 " : "") + request.address) }
                    let answer = self.answers[request.address]
                    guard let answer else { return OutgoingResponse(status: 404, octets: []) }
                    return answer.status == 207 && !hasPassword
                        ? OutgoingResponse(status: 401, octets: []) : answer
                }
            )
            return ExternalCalendarFetcher(web: web, nowSecond: { 0 })
        }

        func find(_ typed: String) async throws(ExternalCalendarFailure) -> [String] {
            let client = CalDAVClient(fetcher, credentials: .init(user: "anna", password: "b"))
            let start = try CalDAVClient.Start(typed: typed, fetcher: fetcher)
            return try await client.calendars(from: start).map(\.address.text)
        }
    }

    private static func answer(_ href: String, _ properties: String) -> OutgoingResponse {
        let text = """
            <d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:response>\
            <d:href>\(href)</d:href><d:propstat><d:prop>\(properties)</d:prop>\
            <d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response></d:multistatus>
            """
        return OutgoingResponse(status: 207, octets: Array(text.utf8))
    }

    private static func principal(_ href: String) -> OutgoingResponse {
        answer(
            "/",
            "<d:current-user-principal><d:href>\(href)</d:href></d:current-user-principal>"
        )
    }

    private static func home(_ href: String) -> OutgoingResponse {
        answer("/p/", "<c:calendar-home-set><d:href>\(href)</d:href></c:calendar-home-set>")
    }

    private static func calendar(_ href: String, kind: String = "VEVENT") -> OutgoingResponse {
        answer(
            href,
            """
            <d:resourcetype><d:collection/><c:calendar/></d:resourcetype>\
            <c:supported-calendar-component-set><c:comp name="\(kind)"/>\
            </c:supported-calendar-component-set>
            """
        )
    }

    private static func redirect(_ location: String) -> OutgoingResponse {
        OutgoingResponse(status: 301, headers: [(name: "Location", value: location)], octets: [])
    }

    @Test("A home on another host of the same service is found, as at iCloud")
    func otherHost() async throws {
        let services = Services([
            "https://caldav.icloud.com/.well-known/caldav": Self.redirect("/"),
            "https://caldav.icloud.com/": Self.principal("/1/principal/"),
            "https://caldav.icloud.com/1/principal/":
                Self.home("https://p34-caldav.icloud.com:443/1/calendars/"),
            "https://p34-caldav.icloud.com/1/calendars/": Self.calendar("/1/calendars/home/"),
        ])
        for typed in ["anna@icloud.com", "https://caldav.icloud.com", "icloud.com"] {
            #expect(
                try await services.find(typed) == [
                    "https://p34-caldav.icloud.com/1/calendars/home/"
                ]
            )
        }
    }

    @Test("A server that leads to a host of somebody else doesn't get the password sent there")
    func elsewhere() async throws {
        let redirecting = Services([
            "https://example.org/.well-known/caldav": Self.redirect("https://evil.example/dav"),
            "https://evil.example/dav": Self.principal("/p/"),
        ])
        let naming = Services([
            "https://example.org/.well-known/caldav": Self.home("https://evil.example/home/")
        ])
        for services in [redirecting, naming] {
            await #expect(throws: ExternalCalendarFailure.elsewhere(host: "evil.example")) {
                try await services.find("example.org")
            }
            #expect(
                services.log.withLock { $0.contains { $0.hasPrefix("🔑 https://evil") } } == false
            )
        }
    }

    @Test("Calendars that a home lists on another server are passed over")
    func foreignCalendar() async throws {
        let services = Services([
            "https://example.org/.well-known/caldav": Self.home("/home/"),
            "https://example.org/home/": Self.calendar("https://evil.example/a/"),
        ])
        await #expect(throws: ExternalCalendarFailure.self) {
            try await services.find("example.org")
        }
    }

    @Test("A list of tasks isn't offered, and a server without calendars says so")
    func nothing() async throws {
        let services = Services([
            "https://example.org/": Self.home("/home/"),
            "https://example.org/home/": Self.calendar("/home/tasks/", kind: "VTODO"),
        ])
        await #expect(throws: ExternalCalendarFailure.notFound) {
            try await services.find("example.org")
        }
        await #expect(throws: ExternalCalendarFailure.notFound) {
            try await Services([:]).find("example.org")
        }
    }

    @Test(
        "Where to look is read from what was typed",
        arguments: [
            ("anna@fastmail.com", "https://caldav.fastmail.com/.well-known/caldav"),
            ("anna@Example.org", "https://example.org/.well-known/caldav"),
            ("example.org", "https://example.org/.well-known/caldav"),
            ("https://a:b@example.org/remote.php/dav", "https://example.org/remote.php/dav"),
        ]
    )
    func start(typed: String, first: String) throws {
        let start = try CalDAVClient.Start(typed: typed, fetcher: Services([:]).fetcher)
        #expect(start.addresses.first?.text == first)
        #expect(start.addresses.allSatisfy { $0.credentials == nil })
    }

    @Test(
        "A password is sent to the scheme, host and port that it was typed for, and to iCloud's own hosts",
        arguments: [
            ("example.org", "https://example.org/a", true),
            ("example.org", "https://example.org:443/a", true),
            ("https://example.org:8443", "https://example.org:8443/a", true),
            ("example.org", "https://example.org:8443/a", false),
            ("https://example.org:8443", "https://example.org/a", false),
            ("example.org", "https://dav.example.org/", false),
            ("dav.example.org", "https://example.org/", false),
            ("a.example.org", "https://b.example.org/", false),
            ("anna.duckdns.org", "https://mallory.duckdns.org/", false),
            ("anna.github.io", "https://mallory.github.io/", false),
            ("github.io", "https://mallory.github.io/", false),
            ("icloud.com", "https://p34-caldav.icloud.com/", true),
            ("icloud.com", "https://p-caldav.icloud.com/", false),
            ("icloud.com", "https://p34-caldav.icloud.com:8443/", false),
            ("icloud.com", "https://p34-caldav.icloud.com.evil.example/", false),
            ("icloud.com", "https://www.icloud.com/", false),
            ("example.org", "https://p34-caldav.icloud.com/", false),
        ]
    )
    func origins(typed: String, address: String, isMeant: Bool) throws {
        let fetcher = Services([:]).fetcher
        let start = try CalDAVClient.Start(typed: typed, fetcher: fetcher)
        #expect(try fetcher.address(typed: address).isMeant(by: start.origin) == isMeant)
    }
}
