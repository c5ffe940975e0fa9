import NIOCore
import Synchronization
import Testing

@testable import Outgoing

@Suite("Requests over the network")
struct WebFetcherTests {
    private static func request(_ server: StandInServer) -> OutgoingRequest {
        OutgoingRequest(address: "http://127.0.0.1:\(server.port)/a/../b?c")
    }

    private static let hello =
        "HTTP/1.1 200 OK\nX-Name:  two words \nX-Name: b\nContent-Length: 5\n\nhello"

    @Test("A request has the method, path, headers and body that it's given, and no more")
    func sent() async throws {
        let text = try await StandInServer.run(Self.hello) { server in
            var request = Self.request(server)
            request.method = "PROPFIND"
            request.headers = [(name: "Depth", value: "0"), (name: "X-Empty", value: "")]
            request.body = Array("<a/>".utf8)
            _ = try await WebFetcher.network.fetch(request)
            return server.text.replacing(":\(server.port)", with: "")
        }
        let lines = text.split(separator: "\r\n").map(String.init)
        #expect(lines.first == "PROPFIND /a/../b?c HTTP/1.1")
        #expect(
            Set(lines.dropFirst()) == [
                "Host: 127.0.0.1", "Accept: */*", "Depth: 0", "X-Empty:", "Content-Length: 4",
                "<a/>",
            ]
        )
    }

    @Test("A form is posted as one")
    func form() async throws {
        let text = try await StandInServer.run(Self.hello) { server in
            var request = Self.request(server)
            request.form = "a=b"
            _ = try await WebFetcher.network.fetch(request)
            return server.text
        }
        #expect(text.hasPrefix("POST /"))
        #expect(text.contains("\r\nContent-Type: application/x-www-form-urlencoded\r\n"))
        #expect(text.hasSuffix("\r\n\r\na=b"))
    }

    @Test("A response has its status, headers and body, without what came before it")
    func received() async throws {
        let early = "HTTP/1.1 103 Early Hints\nLink: a\n\n"
        let response = try await StandInServer.run(early + Self.hello) {
            try await WebFetcher.network.fetch(Self.request($0))
        }
        #expect(response.status == 200)
        #expect(response.headers.map(\.name) == ["X-Name", "X-Name", "Content-Length"])
        #expect(response.header("x-name") == "two words")
        #expect(response.octets == Array("hello".utf8))
    }

    @Test("A redirect is answered as it is, and not followed")
    func redirect() async throws {
        let moved = "HTTP/1.1 302 Found\nLocation: http://127.0.0.1:1/\nContent-Length: 0\n\n"
        let response = try await StandInServer.run(moved) {
            try await WebFetcher.network.fetch(Self.request($0))
        }
        #expect(response.status == 302)
        #expect(response.header("Location") == "http://127.0.0.1:1/")
    }

    @Test(
        "A body that is too large is refused, whether its length is said or not",
        arguments: [
            "Content-Length: 11\n\nhello world", "Connection: close\n\nhello world",
            "Content-Length: 9999999\n\n",
        ]
    )
    func tooLarge(rest: String) async throws {
        let answer = "HTTP/1.1 200 OK\n" + rest
        try await StandInServer.run(answer) { server in
            var request = Self.request(server)
            request.bytesMax = 10
            await #expect(throws: OutgoingError.tooLarge(bytesMax: 10)) {
                try await WebFetcher.network.fetch(request)
            }
        }
    }

    @Test("Of an error's body only the beginning is kept")
    func errorBody() async throws {
        let answer = "HTTP/1.1 404 Not Found\nContent-Length: 11\n\nhello world"
        let response = try await StandInServer.run(answer) { server in
            var request = Self.request(server)
            request.bytesMax = 5
            return try await WebFetcher.network.fetch(request)
        }
        #expect(response.status == 404)
        #expect(response.octets == Array("hello".utf8))
    }

    @Test("A header without end is refused")
    func endlessHeader() async throws {
        let lines = String(
            repeating: "X-Long: \(String(repeating: "a", count: 1000))\n",
            count: 100
        )
        try await StandInServer.run("HTTP/1.1 200 OK\n" + lines) { server in
            await #expect(throws: OutgoingError.tooLarge(bytesMax: Limits.responseBytesMax)) {
                try await WebFetcher.network.fetch(Self.request(server))
            }
        }
    }

    @Test(
        "A server that says nothing, or never ends, is too slow",
        arguments: ["", "HTTP/1.1 200 OK\n\na"]
    )
    func tooSlow(answer: String) async throws {
        try await StandInServer.run(answer) { server in
            var request = Self.request(server)
            request.timeout = .milliseconds(200)
            await #expect(throws: OutgoingError.tooSlow) {
                try await WebFetcher.network.fetch(request)
            }
        }
    }

    @Test("A request ends as soon as its task is cancelled", .timeLimit(.minutes(1)))
    func cancelled() async throws {
        try await StandInServer.run("") { server in
            var request = Self.request(server)
            request.timeout = .hours(1)
            let fetching = Task { [request] in try await WebFetcher.network.fetch(request) }
            while server.text.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
            fetching.cancel()
            await #expect(throws: CancellationError.self) { try await fetching.value }
            let late = Task { [request] in
                withUnsafeCurrentTask { $0?.cancel() }
                return try await WebFetcher.network.fetch(request)
            }
            await #expect(throws: CancellationError.self) { try await late.value }
        }
    }

    @Test("A pinned request goes to its address, whatever its host is called")
    func pinned() async throws {
        let (text, connectionCount) = try await StandInServer.run(Self.hello) { server in
            var request = OutgoingRequest(address: "http://nowhere.invalid:\(server.port)/")
            request.pinned = (host: "nowhere.invalid", address: "127.0.0.1")
            _ = try await WebFetcher.network.fetch(request)
            _ = try await WebFetcher.network.fetch(request)
            return (server.text, server.connectionCount)
        }
        #expect(text.contains("\r\nHost: nowhere.invalid:"))
        #expect(connectionCount == 2, "each connection is made to the address that was checked")
    }

    @Test("A connection is used again")
    func kept() async throws {
        let connectionCount = try await StandInServer.run(Self.hello) { server in
            for _ in 0..<3 { _ = try await WebFetcher.network.fetch(Self.request(server)) }
            return server.connectionCount
        }
        #expect(connectionCount == 1)
    }

    @Test(
        "What can't be sent is refused before anything goes out",
        arguments: [
            ("http://127.0.0.1/", "X-Name", "a\r\nHost: b"), ("http://127.0.0.1/", "X\n", "a"),
            ("file:///etc/passwd", "X-Name", "a"), ("nonsense://host/", "X-Name", "a"),
        ]
    )
    func notSent(address: String, name: String, value: String) async {
        let request = OutgoingRequest(address: address, headers: [(name: name, value: value)])
        let error = await #expect(throws: OutgoingError.self) {
            try await WebFetcher.network.fetch(request)
        }
        switch error {
        case .notSent, .notReached: break
        default: Issue.record("\(String(describing: error))")
        }
    }

    @Test("Who doesn't answer the connection isn't reached, with the reason")
    func notReached() async {
        // The system gives no program this port, so no other test can listen there.
        let error = await #expect(throws: OutgoingError.self) {
            try await WebFetcher.network.fetch(OutgoingRequest(address: "http://127.0.0.1:1/"))
        }
        #expect(error == .notReached(reason: "Couldn't connect to server"))
    }

    @Test("A response is handed on in pieces, and isn't collected")
    func pieces() async throws {
        let pieces = Mutex<[UInt8]>([])
        let response = try await StandInServer.run(Self.hello) { server in
            var request = Self.request(server)
            request.timeout = nil
            request.takesPiece = { piece in pieces.withLock { $0 += piece } }
            return try await WebFetcher.network.fetch(request)
        }
        #expect(response.status == 200)
        #expect(response.octets.isEmpty)
        #expect(pieces.withLock { $0 } == Array("hello".utf8))
    }

    @Test("An error isn't handed on in pieces, but collected")
    func errorPieces() async throws {
        let pieces = Mutex<[UInt8]>([])
        let refusal = "HTTP/1.1 403 Forbidden\nContent-Length: 2\n\nno"
        let response = try await StandInServer.run(refusal) { server in
            var request = Self.request(server)
            request.takesPiece = { piece in pieces.withLock { $0 += piece } }
            return try await WebFetcher.network.fetch(request)
        }
        #expect(response.octets == Array("no".utf8))
        #expect(pieces.withLock { $0 }.isEmpty)
    }

    @Test("A stream that goes silent ends")
    func silence() async throws {
        let pieces = Mutex<[UInt8]>([])
        try await StandInServer.run("HTTP/1.1 200 OK\n\n: live") { server in
            var request = Self.request(server)
            request.timeout = nil
            request.silenceSecondsMax = 1
            request.takesPiece = { piece in pieces.withLock { $0 += piece } }
            await #expect(throws: OutgoingError.tooSlow) {
                try await WebFetcher.network.fetch(request)
            }
        }
        #expect(pieces.withLock { $0 } == Array(": live".utf8))
    }
}
