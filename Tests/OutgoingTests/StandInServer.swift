import NIOCore
import NIOPosix
import Synchronization

/// A server on this machine that keeps what it's sent, and answers with the same octets each time.
final class StandInServer: Sendable {
    let port: Int
    private let channel: any Channel
    private let requests: Requests

    /// What came in, a text for each connection.
    private final class Requests: Sendable {
        let texts = Mutex([ObjectIdentifier: String]())
        let count = Mutex(0)
    }

    private init(channel: any Channel, port: Int, requests: Requests) {
        self.channel = channel
        self.port = port
        self.requests = requests
    }

    /// All requests, one after the other.
    var text: String { requests.texts.withLock { $0.values.joined() } }

    /// How many connections were made.
    var connectionCount: Int { requests.count.withLock { $0 } }

    /// Runs a body with a server.
    ///
    /// - Parameters:
    ///   - answer: What it answers when a request's header is complete; nothing if it's empty.
    ///   - body: What to do with the server.
    /// - Returns: The result of the body.
    /// - Throws: The errors of the body, and of the system if no port can be opened.
    static func run<Value>(
        _ answer: [UInt8],
        _ body: (StandInServer) async throws -> Value
    ) async throws -> Value {
        let requests = Requests()
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                requests.count.withLock { $0 += 1 }
                return channel.pipeline.addHandler(Handler(answer: answer, requests: requests))
            }
            .bind(host: "127.0.0.1", port: 0)
            .get()
        defer { channel.close(promise: nil) }
        let port = channel.localAddress?.port ?? 0
        return try await body(StandInServer(channel: channel, port: port, requests: requests))
    }

    /// Runs a body with a server that answers with a text.
    static func run<Value>(
        _ answer: String,
        _ body: (StandInServer) async throws -> Value
    ) async throws -> Value {
        try await run(Array(answer.replacing("\n", with: "\r\n").utf8), body)
    }

    private final class Handler: ChannelInboundHandler, Sendable {
        typealias InboundIn = ByteBuffer
        private let answer: [UInt8]
        private let requests: Requests

        init(answer: [UInt8], requests: Requests) {
            self.answer = answer
            self.requests = requests
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let piece = String(buffer: unwrapInboundIn(data))
            requests.texts.withLock {
                $0[ObjectIdentifier(context.channel), default: ""] += piece
            }
            guard !answer.isEmpty, piece.contains("\r\n\r\n") else { return }
            context.channel.writeAndFlush(ByteBuffer(bytes: answer), promise: nil)
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            context.close(promise: nil)
        }
    }
}
