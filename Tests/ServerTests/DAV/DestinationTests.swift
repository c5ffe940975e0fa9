import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import CalDAVServer
@testable import Server

/// Where COPY and MOVE may go to (RFC 4918, 9.8.5).
@Suite("Destinations on other servers")
struct DestinationTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let destination: String
        var host = "127.0.0.1:8080"
        var headers: [String: String] = [:]
        var publicURL: String?
        let isElsewhere: Bool

        var testDescription: String { "\(destination) at \(host), \(headers), \(publicURL ?? "-")" }
    }

    static let rows = [
        // Without a proxy the name is that in `Host`.
        Row(destination: "/dav/x", isElsewhere: false),
        Row(destination: "http://127.0.0.1:8080/dav/x", isElsewhere: false),
        Row(destination: "http://127.0.0.1:9/dav/x", isElsewhere: false),
        Row(destination: " HTTP://Calendar.lan/dav/x", host: "calendar.LAN", isElsewhere: false),
        Row(destination: "http://[::1]:80/dav/x", host: "[::1]:8080", isElsewhere: false),
        Row(destination: "http://example.com/dav/x", isElsewhere: true),
        // A proxy that changes the name and says nothing of itself.
        Row(destination: "https://example.com/dav/x", isElsewhere: false),
        Row(
            destination: "http://example.com/dav/x",
            headers: ["X-Forwarded-For": "1.2.3.4"],
            isElsewhere: false
        ),
        // One that says the name.
        Row(
            destination: "https://example.com/dav/x",
            headers: ["X-Forwarded-Proto": "https", "X-Forwarded-Host": "Example.com:443, inner"],
            isElsewhere: false
        ),
        Row(
            destination: "https://example.com/dav/x",
            headers: ["X-Forwarded-Host": "example.org"],
            isElsewhere: true
        ),
        // The settings say the name.
        Row(
            destination: "https://example.org/dav/x",
            publicURL: "https://example.org",
            isElsewhere: false
        ),
        Row(
            destination: "http://127.0.0.1/dav/x",
            publicURL: "https://example.org",
            isElsewhere: false
        ),
        Row(
            destination: "https://example.org.example.com/dav/x",
            headers: ["Via": "1.1 proxy"],
            publicURL: "https://example.org",
            isElsewhere: true
        ),
    ]

    @Test("An address is another server's if none of the known names is in it", arguments: rows)
    func hosts(row: Row) throws {
        var head = HTTPRequest(method: .get, scheme: "http", authority: row.host, path: "/")
        for (name, value) in row.headers {
            head.headerFields[try #require(HTTPField.Name(name))] = value
        }
        let request = Request(head: head, body: .init(buffer: ByteBuffer()))
        let hosts = KnownHosts(of: request, publicURL: row.publicURL)
        #expect(hosts.isElsewhere(row.destination) == row.isElsewhere)
    }

    @Test("Nothing is copied or moved to another server")
    func methods() async throws {
        try await DAVTests.run { client, _ in
            _ = try await client.put("one.ics", DAVTests.event("one"))
            let (old, new) = (client.calendar + "one.ics", client.calendar + "two.ics")
            for method in ["COPY", "MOVE"] {
                let headers = ["Destination": "https://example.com" + new]
                let response = try await client.request(method, old, headers: headers)
                #expect(response.status == .badGateway)
            }
            #expect(try await client.request("GET", old).status == .ok)
            #expect(try await client.request("GET", new).status == .notFound)
            let headers = ["Destination": "https://calendar.example.org" + new]
            #expect(try await client.request("MOVE", old, headers: headers).status == .created)
        }
    }
}
