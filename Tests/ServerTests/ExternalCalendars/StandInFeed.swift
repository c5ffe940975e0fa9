import NIOCore
import NIOPosix
import Synchronization
import Testing

@testable import Server

/// A web server on this machine that answers exactly as it's told, also wrongly.
final class StandInFeed: Sendable {
    /// What it sends at a path.
    struct Answer: Sendable {
        /// What follows the octets.
        enum Ending: Sendable {
            case close
            /// Nothing, and the connection stays open.
            case silence
            /// These octets again and again, until the other side leaves.
            case endless([UInt8])
        }

        var octets: [UInt8]
        var ending = Ending.close

        /// A whole response.
        static func response(
            _ status: Int,
            _ headers: [String] = [],
            _ body: [UInt8] = []
        ) -> Answer {
            var lines = ["HTTP/1.1 \(status) Said so", "Connection: close"]
            if status != 304 { lines.append("Content-Length: \(body.count)") }
            return .raw(lines + headers, body)
        }

        static func raw(
            _ lines: [String],
            _ body: [UInt8],
            _ ending: Ending = .close
        ) -> Answer {
            let head = lines.joined(separator: "\r\n") + "\r\n\r\n"
            return Answer(octets: Array(head.utf8) + body, ending: ending)
        }

        static func redirect(_ status: Int, to location: String) -> Answer {
            .response(status, ["Location: \(location)"])
        }
    }

    struct Request: Sendable {
        let method: String
        let path: String
        let headers: [String: String]
    }

    private let answers = Mutex([String: Answer]())
    private let seen = Mutex([Request]())

    /// What came in, in order.
    var requests: [Request] { seen.withLock { $0 } }

    /// Answers a path from now on; anything else is a 404.
    func answer(_ path: String, _ answer: Answer) {
        answers.withLock { $0[path] = answer }
    }

    /// Runs a body while the server listens on a port.
    static func run(_ body: (StandInFeed, Int) async throws -> Void) async throws {
        let feed = StandInFeed()
        let listening = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Handler(feed: feed))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        do {
            try await body(feed, try #require(listening.localAddress?.port))
        } catch {
            try await listening.close()
            throw error
        }
        try await listening.close()
    }

    private func answer(to head: String) -> Answer {
        let lines = head.split(separator: "\r\n")
        let words = (lines.first ?? "").split(separator: " ").map(String.init)
        guard words.count == 3 else { return .response(400) }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let name = line.prefix { $0 != ":" }
            headers[name.lowercased()] = String(line.dropFirst(name.count + 2))
        }
        let request = Request(method: words[0], path: words[1], headers: headers)
        seen.withLock { $0.append(request) }
        return answers.withLock { $0[request.path] } ?? .response(404)
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private let feed: StandInFeed
        private var received = ""
        private var endless: RepeatedTask?

        init(feed: StandInFeed) { self.feed = feed }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            received += String(buffer: unwrapInboundIn(data))
            guard received.contains("\r\n\r\n") else { return }
            let answer = feed.answer(to: received)
            received = ""
            let channel = context.channel
            let sent = channel.writeAndFlush(ByteBuffer(bytes: answer.octets))
            switch answer.ending {
            case .close:
                sent.whenComplete { _ in channel.close(promise: nil) }
            case .silence:
                break
            case .endless(let octets):
                endless = context.eventLoop.scheduleRepeatedTask(
                    initialDelay: .milliseconds(1),
                    delay: .milliseconds(1)
                ) { _ in channel.writeAndFlush(ByteBuffer(bytes: octets), promise: nil) }
            }
        }

        func channelInactive(context: ChannelHandlerContext) { endless?.cancel() }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            context.close(promise: nil)
        }
    }
}
