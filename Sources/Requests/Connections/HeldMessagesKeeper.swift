import NIOCore
import ServerBase

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Tells ``HeldMessages`` what a connection has of its answers, and when the system has taken it.
///
/// Runs behind ``AnswerPaceKeeper``, so it sees what goes to the system. A long piece is passed on in shorter ones,
/// because the system says only of a whole piece that it has gone.
final class HeldMessagesKeeper: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = NIOAny
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    private let held: HeldMessages
    private var id: ObjectIdentifier?

    init(_ held: HeldMessages) { self.held = held }

    func handlerAdded(context: ChannelHandlerContext) {
        let channel = context.channel
        let id = ObjectIdentifier(channel)
        self.id = id
        held.open(id) { channel.reset() }
    }

    func channelInactive(context: ChannelHandlerContext) {
        forget()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { forget() }

    private func forget() {
        id.map(held.forget)
        id = nil
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let data = unwrapOutboundIn(data)
        guard let id, data.readableBytes > 0 else {
            context.write(wrapOutboundOut(data), promise: promise)
            return
        }
        held.accepted(data.readableBytes, on: id)
        let pieces = Self.pieces(of: data)
        for (index, piece) in pieces.enumerated() {
            let isLast = index == pieces.count - 1
            let taken = (isLast ? promise : nil) ?? context.eventLoop.makePromise()
            let (count, all) = (piece.readableBytes, data.readableBytes)
            taken.futureResult.assumeIsolated().whenComplete { [held] _ in
                held.taken(count, freeing: isLast ? all : 0, on: id)
            }
            context.write(wrapOutboundOut(piece), promise: taken)
        }
    }

    private static func pieces(of data: IOData) -> [IOData] {
        guard case .byteBuffer(var buffer) = data, buffer.readableBytes > Limits.heldPieceBytes
        else { return [data] }
        var pieces: [IOData] = []
        while let piece = buffer.readSlice(
            length: min(Limits.heldPieceBytes, buffer.readableBytes)
        ), piece.readableBytes > 0 {
            pieces.append(.byteBuffer(piece))
        }
        return pieces
    }
}

extension Channel {
    /// Closes a connection at once.
    ///
    /// Otherwise the system would keep what it has of the answer for as long as the client takes to read it.
    func reset() {
        let socket = self as? any SocketOptionProvider
        _ = socket?.setSoLinger(linger(l_onoff: 1, l_linger: 0))
        close(promise: nil)
    }
}
