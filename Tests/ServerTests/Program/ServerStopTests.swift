import Testing

@testable import Server

@Suite("Stopping the server", .serialized)
struct ServerStopTests {
    private static let health = "GET /health HTTP/1.1\r\nHost: a\r\n\r\n"
    private static let halfBody =
        "POST /api/v1/session HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
        + "Content-Length: 60000\r\n\r\n{"

    /// Runs a body with connections to a new server, and expects that it can be stopped then.
    private static func expectStop(
        _ body: (_ port: Int) async throws -> [RawConnection]
    ) async throws {
        try await TestServer.withFolder { folder in
            let server = try ServerProcess(data: folder + "/store.sqlite")
            let connections = try await body(server.port)
            // A silent connection is only closed after a minute.
            let status = try await server.stop(secondsMax: 40)
            #expect(status == 0)
            for connection in connections { connection.close() }
        }
    }

    @Test("Connections between two requests don't hold up the stop")
    func idle() async throws {
        try await Self.expectStop { port in
            let silent = try await RawConnection.open(port: port)
            let keptAlive = try await RawConnection.open(port: port, sending: Self.health)
            #expect(try await keptAlive.waits(forAnswers: 1))
            return [silent, keptAlive]
        }
    }

    @Test(
        "Half a request doesn't hold up the stop",
        arguments: ["GET /health HTTP/1.1\r\nHo", halfBody]
    )
    func half(beginning: String) async throws {
        try await Self.expectStop { port in
            // The first answer shows that the server has the beginning, which came with it.
            let connection = try await RawConnection.open(
                port: port,
                sending: Self.health + beginning
            )
            #expect(try await connection.waits(forAnswers: 1))
            return [connection]
        }
    }

    @Test("A client that doesn't read its responses doesn't hold up the stop")
    func unread() async throws {
        try await Self.expectStop { port in
            let connection = try await RawConnection.open(port: port, isReading: false)
            connection.sendLater(String(repeating: Self.health, count: 100_000))
            let other = try await RawConnection.open(port: port, sending: Self.health)
            #expect(try await other.waits(forAnswers: 1))
            return [connection, other]
        }
    }
}
