import NIOCore

/// How fast a request comes.
///
/// A connection that says nothing is closed by its idle timeout. One that says a little now and
/// then would be held open for ever; here it has to keep a pace.
struct RequestPace: Hashable {
    /// What is allowed to all.
    struct Allowance: Hashable, Sendable {
        /// How long a request may take whatever its pace.
        let grace: TimeAmount
        /// Octets a second that it has to come in beyond that.
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

    /// Takes note of octets that came.
    ///
    /// - Returns: whether the request they belong to comes fast enough.
    mutating func received(_ count: Int, now: NIODeadline) -> Bool {
        let start = begin ?? now
        begin = start
        byteCount = min(byteCount + count, Limits.pacedBytesMax)
        let earned = Int64(byteCount) * 1_000_000_000 / Int64(allowance.bytesPerSecondMin)
        return now <= start + allowance.grace + .nanoseconds(earned)
    }

    /// Takes note of an answer: what comes next is another request.
    mutating func answered() {
        begin = nil
        byteCount = 0
    }
}

/// Closes a connection whose requests do not keep the pace.
///
/// It stands before everything that reads the octets, so that headers, bodies and what nobody reads
/// of them count alike.
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

/// Puts a ``PaceKeeper`` at the front of a connection; the framework offers a place behind its
/// reader of HTTP only.
final class PaceKeeping: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = NIOAny

    private let allowance: RequestPace.Allowance

    init(_ allowance: RequestPace.Allowance) { self.allowance = allowance }

    func handlerAdded(context: ChannelHandlerContext) {
        try? context.pipeline.syncOperations.addHandler(PaceKeeper(allowance), position: .first)
    }
}
