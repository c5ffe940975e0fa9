import NIOCore
import ServerBase

/// Measures how fast a request arrives.
///
/// The idle timeout closes a silent connection. A client that sends a byte now and then could hold
/// one open for ever, so requests must also keep a minimum pace.
struct RequestPace: Hashable {
    /// The pace that every request must keep.
    struct Allowance: Hashable, Sendable {
        /// How long any request may take, whatever its pace.
        let grace: TimeAmount
        /// The minimum rate after that, in bytes per second.
        let bytesPerSecondMin: Int

        static let standard = Allowance(
            grace: Limits.slowRequestGrace,
            bytesPerSecondMin: Limits.requestBytesPerSecondMin
        )
    }

    private let allowance: Allowance
    private var begin: NIODeadline?
    private var byteCount = 0

    init(_ allowance: Allowance) { self.allowance = allowance }

    /// Counts received bytes.
    ///
    /// - Returns: whether the request is arriving fast enough.
    mutating func received(_ count: Int, now: NIODeadline) -> Bool {
        let start = begin ?? now
        begin = start
        byteCount = min(byteCount + count, Limits.pacedBytesMax)
        let earned = Int64(byteCount) * 1_000_000_000 / Int64(allowance.bytesPerSecondMin)
        return now <= start + allowance.grace + .nanoseconds(earned)
    }

    /// Notes that a response was sent, so the next bytes belong to a new request.
    mutating func answered() {
        begin = nil
        byteCount = 0
    }
}

/// Closes connections whose requests arrive too slowly.
///
/// Runs before every other handler so that headers, bodies and unread bytes all count.
final class PaceKeeper: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    private var pace: RequestPace

    init(_ allowance: RequestPace.Allowance) { pace = RequestPace(allowance) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard pace.received(unwrapInboundIn(data).readableBytes, now: .now()) else {
            context.close(promise: nil)
            return
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        pace.answered()
        context.write(data, promise: promise)
    }
}

/// Puts a ``PaceKeeper``, a ``HeldMessagesKeeper`` and an ``AnswerPaceKeeper`` at the front of a connection.
///
/// The framework only offers a place behind its HTTP decoder.
package final class PaceKeeping: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = NIOAny

    private let timeouts: ClientTimeouts
    private let held: HeldMessages

    package init(_ timeouts: ClientTimeouts, _ held: HeldMessages) {
        self.timeouts = timeouts
        self.held = held
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let keepers: [any ChannelHandler] = [
            PaceKeeper(timeouts.pace), HeldMessagesKeeper(held), AnswerPaceKeeper(timeouts.answers),
        ]
        try? context.pipeline.syncOperations.addHandlers(keepers, position: .first)
    }
}
