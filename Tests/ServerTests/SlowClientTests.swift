import NIOCore
import NIOPosix
import Outgoing
import Testing

@testable import Requests
@testable import Server

@Suite("Slow clients")
struct SlowClientTests {
    private static let start = NIODeadline.uptimeNanoseconds(5_000_000_000)
    private static let allowance = RequestPace.Allowance(
        grace: .seconds(60),
        bytesPerSecondMin: 1_000
    )

    @Test(
        "A request may take the grace period plus the time its octets need at the lowest pace",
        arguments: [
            (octets: [1], seconds: 60.001, isInTime: true),
            (octets: [1], seconds: 60.002, isInTime: false),
            (octets: [2_000, 1_000], seconds: 63.0, isInTime: true),
            (octets: [2_000, 999], seconds: 63.0, isInTime: false),
            (octets: [60_000_000], seconds: 3_600, isInTime: true),
            (octets: [1 << 32, 1 << 40], seconds: 4_000_000, isInTime: true),
            (octets: [1 << 32, 1 << 40], seconds: 4_400_000, isInTime: false),
        ]
    )
    func pace(octets: [Int], seconds: Double, isInTime: Bool) {
        var pace = RequestPace(Self.allowance)
        for count in [0] + octets.dropLast() {
            let begins = pace.received(count, now: Self.start)
            #expect(begins)
        }
        let now = Self.start + .nanoseconds(Int64(seconds * 1_000_000_000))
        let keepsPace = pace.received(octets.last ?? 0, now: now)
        #expect(keepsPace == isInTime)
    }

    @Test("The allowance starts again with every request")
    func anotherRequest() {
        var pace = RequestPace(Self.allowance)
        let later = Self.start + .hours(1)
        var kept = [pace.received(1, now: Self.start)]
        pace.answered()
        for seconds in [Int64(0), 60, 61] {
            kept.append(pace.received(1, now: later + .seconds(seconds)))
        }
        #expect(kept == [true, true, true, false])
    }

    private static let post = "Host: a\r\nContent-Length: 60000\r\n\r\n"

    @Test(
        "A slow connection is closed, in whatever part of a request, while others are served",
        arguments: [
            "", "GET /health HTTP/1.1\r\nX-Long: ", "POST /api/v1/session HTTP/1.1\r\n" + post,
            "POST /health HTTP/1.1\r\n" + post,
            "PUT /api/v1/account/picture HTTP/1.1\r\n" + post,
        ]
    )
    func closing(beginning: String) async throws {
        // With hundreds of tests running, an answer can take a second.
        let timeouts = ClientTimeouts(
            idleTimeout: .seconds(4),
            pace: .init(grace: .seconds(4), bytesPerSecondMin: 1_024)
        )
        try await TestServer.run(.wholeServer, timeouts: timeouts) { _, client in
            let port = try #require(client.port)
            let begin = NIODeadline.now()
            let slow = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .connect(host: "127.0.0.1", port: port).get()
            // On a busy machine the server may have closed it by now.
            slow.writeAndFlush(ByteBuffer(string: beginning), promise: nil)
            let trickle = slow.eventLoop.scheduleRepeatedTask(
                initialDelay: .milliseconds(40),
                delay: .milliseconds(40)
            ) { _ in
                if !beginning.isEmpty { slow.writeAndFlush(ByteBuffer(string: "a"), promise: nil) }
            }
            try await isServed(at: port)
            let giveUp = slow.eventLoop.scheduleTask(in: .seconds(60)) {
                Issue.record("the connection is still open")
                slow.close(promise: nil)
            }
            try await slow.closeFuture.get()
            #expect(NIODeadline.now() - begin >= .seconds(3), "not too early")
            giveUp.cancel()
            trickle.cancel()
            try await isServed(at: port)
        }
    }

    /// Asks over a new connection each time: an idle one would be closed as well.
    private func isServed(at port: Int) async throws {
        let question = OutgoingRequest(
            address: "http://127.0.0.1:\(port)/health",
            headers: [(name: "Connection", value: "close")]
        )
        let answer = try await WebFetcher.network.fetch(question)
        #expect(answer.status == 200)
    }
}
