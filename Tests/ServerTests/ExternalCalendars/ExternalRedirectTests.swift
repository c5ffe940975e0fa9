import Outgoing
import Synchronization
import Testing

@testable import ExternalCalendars
@testable import Server
@testable import ServerBase

@Suite("Redirects of other services")
struct ExternalRedirectTests {
    private static let calendar = Array("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n".utf8)

    /// Servers that answer an address with another, or with a calendar.
    private struct Web: Sendable {
        var redirects: [String: (status: Int, location: String)] = [:]
        /// What names lead to; the others are public.
        var places: [String: String] = [:]
        var hosts = AllowedPrivateHosts.none
        let asked = Log()

        final class Log: Sendable {
            let requests = Mutex([OutgoingRequest]())
        }

        var fetcher: ExternalCalendarFetcher {
            let web = WebFetcher(
                resolve: { host, _ in places[host] ?? "93.184.216.34" },
                { request in
                    asked.requests.withLock { $0.append(request) }
                    guard let redirect = redirects[request.address] else {
                        return OutgoingResponse(status: 200, octets: calendar)
                    }
                    let headers = [(name: "location", value: redirect.location)]
                    return OutgoingResponse(status: redirect.status, headers: headers, octets: [])
                }
            )
            return ExternalCalendarFetcher(web: web, hosts: hosts, nowSecond: { 0 })
        }

        func fetch(_ typed: String) async throws(ExternalCalendarFailure) -> FeedAnswer? {
            try await fetcher.fetch(fetcher.address(typed: typed), etag: nil, lastModified: nil)
        }

        /// Where requests went, each with the address that it was pinned to.
        var ways: [String] {
            asked.requests.withLock { requests in
                requests.map {
                    "\($0.address) \($0.pinned?.host ?? "") \($0.pinned?.address ?? "")"
                }
            }
        }

        /// The addresses that credentials were sent to.
        var trusted: [String] {
            asked.requests.withLock { requests in
                requests.filter { $0.headers.contains { $0.name == "Authorization" } }
                    .map(\.address)
            }
        }
    }

    private static let private10 = ["inside.example": "10.0.0.1", "127.0.0.1": "127.0.0.1"]

    @Test(
        "Only a public address is fetched, at every redirect",
        arguments: [
            "https://inside.example/", "https://127.0.0.1/", "https://a.example/to-inside",
            "https://a.example/to-loopback", "https://a.example/twice",
        ]
    )
    func privateAddresses(typed: String) async throws {
        let web = Web(
            redirects: [
                "https://a.example/to-inside": (302, "https://inside.example/x"),
                "https://a.example/to-loopback": (301, "http://127.0.0.1:8080/"),
                "https://a.example/twice": (307, "/to-inside"),
            ],
            places: Self.private10
        )
        await #expect(throws: ExternalCalendarFailure.addressNotPublic) {
            try await web.fetch(typed)
        }
        #expect(web.ways.allSatisfy { $0.hasPrefix("https://a.example/") })
    }

    @Test("A connection goes to the address that was looked up")
    func pins() async throws {
        let web = Web(
            redirects: ["https://a.example/": (302, "https://b.example:8443/c")],
            places: ["a.example": "8.8.8.8", "b.example": "2606:4700::1111"]
        )
        _ = try await web.fetch("webcal://a.example")
        #expect(
            web.ways == [
                "https://a.example/ a.example 8.8.8.8",
                "https://b.example:8443/c b.example 2606:4700::1111",
            ]
        )
    }

    @Test("A listed host may be private, but nobody is led there from outside")
    func listedHosts() async throws {
        let web = Web(
            redirects: [
                "https://a.example/": (302, "https://inside.example:5232/"),
                "http://inside.example:5232/a": (302, "http://inside.example:5232/b"),
                "http://inside.example:5232/out": (302, "http://a.example/x"),
            ],
            places: Self.private10,
            hosts: try #require(AllowedPrivateHosts("inside.example:5232"))
        )
        _ = try await web.fetch("http://inside.example:5232/a")
        _ = try await web.fetch("https://inside.example:5232/c")
        _ = try await web.fetch("http://inside.example:5232/out")
        for typed in ["http://inside.example:5233/", "https://a.example/"] {
            await #expect(throws: ExternalCalendarFailure.addressNotPublic) {
                try await web.fetch(typed)
            }
        }
        #expect(
            web.ways == [
                "http://inside.example:5232/a inside.example 10.0.0.1",
                "http://inside.example:5232/b inside.example 10.0.0.1",
                "https://inside.example:5232/c inside.example 10.0.0.1",
                "http://inside.example:5232/out inside.example 10.0.0.1",
                "https://a.example/x a.example 93.184.216.34",
                "https://a.example/ a.example 93.184.216.34",
            ]
        )
    }

    @Test("A redirect to HTTP is followed over HTTPS")
    func toHTTP() async throws {
        let web = Web(redirects: ["https://a.example/x": (301, "http://a.example/x/")])
        let answer = try await web.fetch("https://a.example/x")
        #expect(answer?.movedTo?.text == "https://a.example/x/")
        #expect(web.ways.allSatisfy { $0.hasPrefix("https://") })
    }

    @Test("Credentials go only to the origin they were typed for")
    func credentials() async throws {
        let web = Web(redirects: [
            "https://a.example/": (302, "/same"),
            "https://a.example/same": (302, "https://a.example:8443/port"),
            "https://a.example:8443/port": (302, "https://eve:trap@b.example/"),
            "https://b.example/": (302, "https://a.example/back"),
        ])
        _ = try await web.fetch("https://anna:secret@a.example")
        #expect(
            web.trusted == [
                "https://a.example/", "https://a.example/same", "https://a.example/back",
            ]
        )
    }

    @Test("Five redirects are followed, and not a sixth")
    func count() async throws {
        var redirects: [String: (status: Int, location: String)] = [:]
        for number in 1...Limits.externalRedirectsMax + 1 {
            redirects["https://a.example/\(number)"] = (302, "/\(number - 1)")
        }
        let web = Web(redirects: redirects)
        #expect(try await web.fetch("https://a.example/\(Limits.externalRedirectsMax)") != nil)
        await #expect(throws: ExternalCalendarFailure.tooManyRedirects) {
            try await web.fetch("https://a.example/\(Limits.externalRedirectsMax + 1)")
        }
    }

    @Test("A loop ends where it begins again")
    func loop() async throws {
        let web = Web(redirects: [
            "https://a.example/1": (302, "https://b.example/2"),
            "https://b.example/2": (301, "https://a.example/1"),
        ])
        await #expect(throws: ExternalCalendarFailure.tooManyRedirects) {
            try await web.fetch("https://a.example/1")
        }
        #expect(web.ways.count == 2)
    }

    @Test(
        "A source has moved if all redirects are permanent",
        arguments: [
            ([301], "https://a.example/0"), ([308, 301], "https://a.example/0"), ([302], nil),
            ([301, 302], nil), ([303, 301], nil), ([307, 308], nil), ([], nil),
        ] as [([Int], String?)]
    )
    func moved(statuses: [Int], text: String?) async throws {
        var redirects: [String: (status: Int, location: String)] = [:]
        for (number, status) in statuses.reversed().enumerated() {
            redirects["https://a.example/\(number + 1)"] = (status, "/\(number)")
        }
        let web = Web(redirects: redirects)
        let answer = try await web.fetch("https://anna:b@a.example/\(statuses.count)")
        #expect(answer?.movedTo?.text == text)
        #expect((answer?.movedTo?.credentials != nil) == (text != nil))
    }

    @Test("One with a password that has moved to another server keeps its address")
    func movedElsewhere() async throws {
        let web = Web(redirects: ["https://a.example/": (301, "https://b.example/")])
        #expect(try await web.fetch("https://anna:b@a.example/")?.movedTo == nil)
        #expect(try await web.fetch("https://a.example/")?.movedTo?.host == "b.example")
    }

    @Test(
        "A redirect to something that can't be fetched is an answer that leads nowhere",
        arguments: ["ftp://a.example/", "https://[::1]/", "https://", "javascript:1"]
    )
    func strange(location: String) async throws {
        let web = Web(redirects: ["https://a.example/": (302, location)])
        await #expect(throws: ExternalCalendarFailure.notReached) {
            try await web.fetch("https://a.example")
        }
    }

    @Test(
        "Another method stays the same over redirects, except where they ask for a GET",
        arguments: [(301, "PROPFIND"), (302, "PROPFIND"), (303, "GET"), (307, "PROPFIND")]
    )
    func methods(status: Int, method: String) async throws {
        let web = Web(redirects: ["https://a.example/": (status, "/home/")])
        var request = ExternalRequest(
            address: try ExternalCalendarAddress(typed: "https://a.example")
        )
        request.method = "PROPFIND"
        request.headers = [("Depth", "0")]
        request.body = [60]
        let response = try await web.fetcher.send(request)
        #expect(response.address.text == "https://a.example/home/")
        let sent = web.asked.requests.withLock { $0 }
        #expect(sent.map(\.method) == ["PROPFIND", method])
        #expect(sent.map { $0.body == nil } == [false, method == "GET"])
        #expect(sent.allSatisfy { $0.headers.contains { $0 == ("Depth", "0") } })
    }
}
