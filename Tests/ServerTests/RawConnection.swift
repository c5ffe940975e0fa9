import Foundation
import NIOCore
import NIOPosix
import Synchronization

/// A connection on which a test sends whatever octets it likes.
final class RawConnection: Sendable {
    private let channel: any Channel
    private let received: Received

    private init(channel: any Channel, received: Received) {
        self.channel = channel
        self.received = received
    }

    /// Connects to a server on this machine; one that doesn't read stops the server from writing.
    ///
    /// The system keeps what isn't read yet; how many bytes of it can be said. What is to be sent first leaves
    /// as soon as it's connected, however busy the other tests keep the machine: a server waits only a minute.
    static func open(
        port: Int,
        sending first: String = "",
        isReading: Bool = true,
        receiveBufferBytes: Int? = nil
    ) async throws -> RawConnection {
        let received = Received()
        var bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.autoRead, value: isReading)
        if let receiveBufferBytes {
            bootstrap = bootstrap.channelOption(
                .socketOption(.so_rcvbuf),
                value: .init(receiveBufferBytes)
            )
        }
        let channel =
            try await bootstrap
            .channelInitializer { $0.pipeline.addHandler(received) }
            .connect(host: "127.0.0.1", port: port)
            .map { channel in
                if !first.isEmpty {
                    channel.writeAndFlush(ByteBuffer(string: first), promise: nil)
                }
                return channel
            }
            .get()
        return RawConnection(channel: channel, received: received)
    }

    /// Sends octets; false if the server has closed the connection.
    @discardableResult
    func send(_ octets: String) async -> Bool {
        await send(Array(octets.utf8))
    }

    @discardableResult
    func send(_ octets: [UInt8]) async -> Bool {
        do {
            try await channel.writeAndFlush(ByteBuffer(bytes: octets))
            return true
        } catch {
            return false
        }
    }

    /// Sends octets without waiting until the system has taken them.
    func sendLater(_ octets: String) {
        channel.writeAndFlush(ByteBuffer(string: octets), promise: nil)
    }

    /// What has come so far.
    var text: String { String(decoding: received.octets.withLock { $0 }, as: UTF8.self) }

    /// The statuses of the answers that have come, if none of them holds others' as a text.
    var statuses: [Int] {
        // It looks at octets: it's asked every few milliseconds, and splitting the text took a twentieth of the
        // processor time of these tests.
        let octets = Data(received.octets.withLock { $0 })
        let start = Data("HTTP/1.1 ".utf8)
        var statuses: [Int] = []
        var rest = octets[...]
        while let found = rest.range(of: start) {
            rest = rest[found.upperBound...]
            guard let status = Int(String(decoding: rest.prefix(3), as: UTF8.self)) else {
                continue
            }
            statuses.append(status)
        }
        return statuses
    }

    /// Waits until a number of answers have begun; false if the connection is closed before, or
    /// after half a minute.
    func waits(forAnswers count: Int) async throws -> Bool {
        for _ in 0..<3000 where statuses.count < count && channel.isActive {
            try await Task.sleep(for: .milliseconds(10))
        }
        return statuses.count >= count
    }

    /// Waits until a condition holds of what has come; false if it doesn't within half a minute.
    func waits(for isTrue: (String) -> Bool) async throws -> Bool {
        for _ in 0..<3000 where !isTrue(text) { try await Task.sleep(for: .milliseconds(10)) }
        return isTrue(text)
    }

    /// Waits until the server closes the connection; false if it doesn't within half a minute.
    func waitsForClose() async throws -> Bool {
        for _ in 0..<3000 where channel.isActive { try await Task.sleep(for: .milliseconds(10)) }
        return !channel.isActive
    }

    /// Whether the server hasn't closed the connection yet.
    var isOpen: Bool { channel.isActive }

    /// The port at this end.
    var localPort: Int? { channel.localAddress?.port }

    func close() { channel.close(promise: nil) }

    private final class Received: ChannelInboundHandler, Sendable {
        typealias InboundIn = ByteBuffer
        let octets = Mutex<[UInt8]>([])

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let piece = unwrapInboundIn(data)
            octets.withLock { $0 += piece.readableBytesView }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            context.close(promise: nil)
        }
    }
}
