import Foundation
import Testing

@testable import Requests
@testable import Server
@testable import ServerBase

/// Connections of somebody who means ill, to a server that listens.
@Suite("Hostile connections")
struct HostileConnectionTests {
    /// A program that may sign in, over connections of its own.
    private struct Program: Sendable {
        let port: Int
        let headers: String

        /// The beginning of a request.
        func head(_ method: String, _ path: String = "/dav/", _ more: String = "") -> String {
            "\(method) \(path) HTTP/1.1\r\nHost: a\r\nDepth: 0\r\n" + headers + more
        }

        /// Sends a whole request over a new connection, and returns the status.
        func status(_ request: String) async throws -> Int {
            let connection = try await RawConnection.open(port: port)
            await connection.send(request)
            #expect(try await connection.waits(forAnswers: 1))
            connection.close()
            return try #require(connection.statuses.first)
        }

        /// Whether somebody is served now.
        func expectService() async throws {
            let status = try await status(head("PROPFIND", "/dav/", "Content-Length: 0\r\n\r\n"))
            #expect(status == 207)
        }
    }

    private static func run(
        timeouts: ClientTimeouts = .standard,
        _ body: @escaping @Sendable (_ mallory: Program, _ other: Program) async throws -> Void
    ) async throws {
        try await TestServer.run(.wholeServer, timeouts: timeouts) { server, client in
            let port = try #require(client.port)
            func program(_ email: String) async throws -> Program {
                // Over the client's own connection nothing is asked: it would be closed as idle.
                _ = try await server.visitor(client, email: email)
                let password = TestServer.password
                let credentials = Data("\(email):\(password)".utf8).base64EncodedString()
                return Program(port: port, headers: "Authorization: Basic \(credentials)\r\n")
            }
            try await body(
                try await program("mallory@example.org"),
                try await program("ben@example.org")
            )
        }
    }

    // With hundreds of tests running, the requests of others can take a second.
    private static let soon = ClientTimeouts(
        idleTimeout: .seconds(4),
        pace: .init(grace: .seconds(4), bytesPerSecondMin: 1_024)
    )

    @Test("Half requests are closed after a while, and others are served meanwhile")
    func half() async throws {
        try await Self.run(timeouts: Self.soon) { mallory, other in
            let beginnings = [
                "", "PROP", "PROPFIND /dav/ HTTP/1.1\r\nHo", mallory.head("PROPFIND"),
                mallory.head("PROPFIND", "/dav/", "Content-Length: 1000\r\n\r\n<D:prop"),
                mallory.head("PROPFIND", "/dav/", "Transfer-Encoding: chunked\r\n\r\n"),
                mallory.head("PROPFIND", "/dav/", "Transfer-Encoding: chunked\r\n\r\nFFFFF\r\n<a"),
                mallory.head("PROPFIND", "/dav/", "Content-Length: 10\r\n")
                    + "Expect: 100-continue\r\n\r\n",
            ]
            var connections: [RawConnection] = []
            for beginning in beginnings {
                for _ in 0..<20 {
                    let connection = try await RawConnection.open(port: mallory.port)
                    await connection.send(beginning)
                    connections.append(connection)
                }
            }
            try await other.expectService()
            for connection in connections { #expect(try await connection.waitsForClose()) }
            try await other.expectService()
        }
    }

    @Test("A sender of an octet now and then is closed, however long its request is going to be")
    func slow() async throws {
        try await Self.run(timeouts: Self.soon) { mallory, other in
            let connection = try await RawConnection.open(port: mallory.port)
            let length = "Content-Length: \(Limits.xmlBytesMax)\r\n\r\n"
            await connection.send(mallory.head("PROPFIND", "/dav/", length))
            try await other.expectService()
            var count = 0
            while await connection.send("<"), count < 2_000 {
                count += 1
                try await Task.sleep(for: .milliseconds(20))
            }
            #expect(count < 2_000)
            #expect(try await connection.waitsForClose())
        }
    }

    @Test("Requests that are sent before the answers get theirs in order")
    func pipelining() async throws {
        try await Self.run { mallory, other in
            let connection = try await RawConnection.open(port: mallory.port)
            let ask = mallory.head("OPTIONS", "/dav/", "\r\n")
            let absent = mallory.head("GET", "/dav/calendars/x/y/z", "\r\n")
            connection.sendLater(String(repeating: ask + absent, count: 100))
            try await other.expectService()
            #expect(try await connection.waits(forAnswers: 200))
            #expect(connection.statuses == Array(repeating: [200, 404], count: 100).flatMap { $0 })
            connection.close()
        }
    }

    @Test("Requests that are sent without ever reading an answer hold up nobody else")
    func unread() async throws {
        try await Self.run { mallory, other in
            let ask = mallory.head("PROPFIND", "/dav/", "Content-Length: 0\r\n\r\n")
            var connections: [RawConnection] = []
            for _ in 0..<20 {
                let connection = try await RawConnection.open(port: mallory.port, isReading: false)
                connection.sendLater(String(repeating: ask, count: 1_000))
                connections.append(connection)
            }
            for _ in 0..<5 { try await other.expectService() }
            for connection in connections { connection.close() }
            try await other.expectService()
        }
    }

    @Test(
        "A request that isn't one is refused, and ends its connection",
        arguments: [
            "Content-Length: -1\r\n\r\n", "Content-Length: 99999999999999999999\r\n\r\n",
            "Content-Length: 1\r\nContent-Length: 2\r\n\r\n12",
            "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "Transfer-Encoding: chunked\r\n\r\nnonsense\r\n",
            "Transfer-Encoding: chunked\r\n\r\n-1\r\n\r\n",
            "Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\n\r\n",
            "Transfer-Encoding: chunked\r\n\r\n3\r\nabcdef\r\n0\r\n\r\n",
            "Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n",
            "X-A\u{1}: b\r\n\r\n", "X A: b\r\n\r\n",
            "X-A: " + String(repeating: "x", count: 100_000) + "\r\n\r\n",
            String(repeating: "X-A: b\r\n", count: 20_000) + "\r\n",
        ]
    )
    func malformed(more: String) async throws {
        try await Self.run { mallory, other in
            let connection = try await RawConnection.open(port: mallory.port)
            connection.sendLater(mallory.head("PROPFIND", "/dav/", more))
            try await other.expectService()
            #expect(try await connection.waitsForClose())
            let statuses = connection.statuses
            #expect(statuses.count <= 1 && statuses.allSatisfy { (400..<500).contains($0) })
            try await other.expectService()
        }
    }

    @Test("Chunks without end are refused at the limit of a body")
    func endlessChunks() async throws {
        try await Self.run { mallory, other in
            let connection = try await RawConnection.open(port: mallory.port)
            await connection.send(
                mallory.head("PROPFIND", "/dav/", "Transfer-Encoding: chunked\r\n")
            )
            await connection.send("\r\n")
            let chunk = "10000\r\n" + String(repeating: " ", count: 65_536) + "\r\n"
            for _ in 0..<(2 * Limits.xmlBytesMax / 65_536) { connection.sendLater(chunk) }
            #expect(try await connection.waits(forAnswers: 1))
            #expect(connection.statuses == [413])
            try await other.expectService()
            connection.close()
        }
    }
}
