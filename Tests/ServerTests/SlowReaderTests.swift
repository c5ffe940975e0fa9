import Foundation
import NIOCore
import Testing

@testable import Requests
@testable import Server
@testable import Store

@Suite("Clients that read slowly")
struct SlowReaderTests {
    private static let start = NIODeadline.uptimeNanoseconds(5_000_000_000)
    private static let allowance = AnswerPace.Allowance(wait: .seconds(60), bytesMin: 100)

    @Test(
        "Of what waits, a client must take a minimum in each stretch of time",
        arguments: [
            (
                waiting: 900, seconds: 60,
                finding: AnswerPace.Finding.lookAgain(start + .seconds(120))
            ),
            (waiting: 901, seconds: 60, finding: .tooSlow),
            (waiting: 1_000, seconds: 59, finding: .lookAgain(start + .seconds(60))),
            (waiting: 0, seconds: 60, finding: .done),
        ]
    )
    func stretch(waiting: Int, seconds: Int64, finding: AnswerPace.Finding) {
        var pace = AnswerPace(Self.allowance)
        let due = pace.send(1_000, waiting: 0, now: Self.start)
        #expect(due == Self.start + .seconds(60))
        let found = pace.look(waiting: waiting, now: Self.start + .seconds(seconds))
        #expect(found == finding)
    }

    @Test("What was taken before counts no more, and more that is sent gives no more time")
    func nextStretch() {
        var pace = AnswerPace(Self.allowance)
        _ = pace.send(1_000_000, waiting: 0, now: Self.start)
        let first = pace.look(waiting: 500, now: Self.start + .seconds(60))
        #expect(first == .lookAgain(Self.start + .seconds(120)))
        let due = pace.send(1_000, waiting: 500, now: Self.start + .seconds(119))
        #expect(due == nil, "a look is due already")
        let second = pace.look(waiting: 1_401, now: Self.start + .seconds(120))
        #expect(second == .tooSlow)
    }

    @Test("A stream that has nothing to send for long may send again")
    func quiet() {
        var pace = AnswerPace(Self.allowance)
        _ = pace.send(1_000, waiting: 0, now: Self.start)
        let between = pace.send(1_000, waiting: 0, now: Self.start + .seconds(59))
        #expect(between == nil)
        let later = pace.look(waiting: 1_000, now: Self.start + .seconds(60))
        #expect(later == .lookAgain(Self.start + .seconds(119)))
        let last = pace.look(waiting: 0, now: Self.start + .seconds(119))
        #expect(last == .done)
        let again = pace.send(1_000, waiting: 0, now: Self.start + .seconds(900))
        #expect(again == Self.start + .seconds(960))
    }

    @Test("A live stream that isn't read ends and gives its place back, and one that is read stays")
    func live() async throws {
        var timeouts = ClientTimeouts.standard
        timeouts.answers = .init(wait: .seconds(1), bytesMin: 1)
        try await TestServer.run(.wholeServer, timeouts: timeouts) { server, client in
            let visitor = try await server.visitor(client)
            let notifier = server.backend.changeNotifier
            let port = try #require(client.port)
            let question = "Host: a\r\nCookie: \(visitor.cookie)\r\n\r\n"
            let read = try await RawConnection.open(port: port)
            await read.send("GET /api/v1/live HTTP/1.1\r\n" + question)
            #expect(try await read.waits { $0.contains("event: settings") })
            for number in 0..<8 { try await visitor.create("e\(number)") }
            #expect(try await read.waits { $0.contains("\"href\":\"e7\"") })
            try await Self.lengthen(server)
            let unread = try await RawConnection.open(
                port: port,
                isReading: false,
                receiveBufferBytes: 4_096
            )
            await unread.send("GET /api/v1/live?since=1 HTTP/1.1\r\n" + question)
            let hasBegun = try await waited { await notifier.listenerCount == 2 ? true : nil }
            #expect(hasBegun == true)
            let hasEnded = try await waited { await notifier.listenerCount == 1 ? true : nil }
            #expect(hasEnded == true)
            try await visitor.create("last")
            #expect(try await read.waits { $0.contains("\"href\":\"last\"") })
            for connection in [read, unread] { connection.close() }
        }
    }

    @Test(
        "The system keeps little of an answer that isn't read, so that a client's pace is seen",
        .enabled(if: FileManager.default.isReadableFile(atPath: Self.connectionsPath))
    )
    func kept() async throws {
        try await TestServer.run(.wholeServer) { server, client in
            let visitor = try await server.visitor(client)
            try await Self.fill(visitor, server)
            let port = try #require(client.port)
            let unread = try await Self.askForAll(visitor, port, receiveBufferBytes: 65_536)
            let clientPort = try #require(unread.localPort)
            let begun = try await waited {
                try Self.unacknowledgedBytes(from: port, to: clientPort) > 0 ? true : nil
            }
            #expect(begun == true)
            for _ in 0..<20 {
                let kept = try Self.unacknowledgedBytes(from: port, to: clientPort)
                #expect(kept < 256 * 1_024, "a system that may would keep megabytes")
                try await Task.sleep(for: .milliseconds(50))
            }
            unread.close()
        }
    }

    @Test("What the system has of an answer goes too when its client is too slow")
    func reset() async throws {
        var timeouts = ClientTimeouts.standard
        timeouts.answers = .init(wait: .seconds(1), bytesMin: 1)
        try await TestServer.run(.wholeServer, timeouts: timeouts) { server, client in
            let visitor = try await server.visitor(client)
            try await Self.fill(visitor, server)
            let unread = try await Self.askForAll(visitor, client.port, receiveBufferBytes: 4_096)
            // Nothing was read, so only a reset can close it.
            #expect(try await unread.waitsForClose())
        }
    }

    /// The system's list of connections, which Linux has.
    private static let connectionsPath = "/proc/net/tcp"

    /// The bytes that the system has taken from one end of a connection, and that the other hasn't acknowledged.
    private static func unacknowledgedBytes(from port: Int, to otherPort: Int) throws -> Int {
        // Such a file says that it has no length, so it's read to its end.
        let file = try #require(FileHandle(forReadingAtPath: connectionsPath))
        let connections = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
        for line in connections.split(separator: "\n").dropFirst() {
            // A number, the two ends as "address:port", the state, and "sending:receiving", all hexadecimal.
            let fields = line.split(separator: " ").map { $0.split(separator: ":") }
            guard fields.count > 4, fields[1].last.flatMap({ Int($0, radix: 16) }) == port,
                fields[2].last.flatMap({ Int($0, radix: 16) }) == otherPort
            else { continue }
            return try #require(fields[4].first.flatMap { Int($0, radix: 16) })
        }
        return 0
    }

    /// Asks for all events, and reads nothing of the answer yet.
    private static func askForAll(
        _ visitor: Visitor,
        _ port: Int?,
        receiveBufferBytes: Int
    ) async throws -> RawConnection {
        let connection = try await RawConnection.open(
            port: try #require(port),
            isReading: false,
            receiveBufferBytes: receiveBufferBytes
        )
        let question = "Host: a\r\nCookie: \(visitor.cookie)\r\n\r\n"
        await connection.send("GET /api/v1/sync HTTP/1.1\r\n" + question)
        return connection
    }

    private static func fill(_ visitor: Visitor, _ server: TestServer) async throws {
        for number in 0..<8 { try await visitor.create("e\(number)") }
        try await lengthen(server)
    }

    /// Makes events longer than writing them would take: together, more than the system keeps for a connection.
    private static func lengthen(_ server: TestServer) async throws {
        try await server.database.write(as: .server(.upkeep)) {
            let title = String(repeating: "x", count: 1_000_000)
            try $0.execute("UPDATE objects SET ical = replace(ical, 'Lunch', $1)", [.text(title)])
        }
    }
}
