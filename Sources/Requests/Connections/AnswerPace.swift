import NIOCore
import ServerBase

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Measures how fast a client takes an answer.
///
/// One that stops reading would keep for good what its answer needs: the place of a live stream, or the
/// memory of a report. So whoever lets something wait must take a minimum in each stretch of time. An
/// answer that waits for the server, as a live stream does most of the time, may take as long as it likes.
struct AnswerPace {
    /// The pace that every client must keep.
    struct Allowance: Hashable, Sendable {
        /// How long a stretch of time is.
        let wait: TimeAmount
        /// The bytes that a client must take in it; all that wait, if they are fewer.
        let bytesMin: Int

        static let standard = Allowance(
            wait: Limits.answerWait,
            bytesMin: Limits.answerBytesMin
        )
    }

    private let allowance: Allowance
    private var sentCount = 0
    private var stretch: (start: NIODeadline, takenCount: Int)?

    init(_ allowance: Allowance) { self.allowance = allowance }

    /// Counts bytes of an answer.
    ///
    /// - Parameters:
    ///   - count: How many there are.
    ///   - waiting: How many of those before them the client hasn't taken yet.
    ///   - now: The current time.
    /// - Returns: When to look whether the client has kept the pace; nil if that's known already.
    mutating func send(_ count: Int, waiting: Int, now: NIODeadline) -> NIODeadline? {
        let isLookDue = stretch != nil
        if waiting == 0 || !isLookDue { stretch = (now, sentCount - waiting) }
        sentCount += count
        return isLookDue ? nil : now + allowance.wait
    }

    /// What a look finds.
    enum Finding: Hashable {
        /// Nothing is waiting.
        case done
        case lookAgain(NIODeadline)
        case tooSlow
    }

    /// Looks whether the client has kept the pace.
    mutating func look(waiting: Int, now: NIODeadline) -> Finding {
        guard waiting > 0, let (start, takenBefore) = stretch else {
            stretch = nil
            return .done
        }
        guard now >= start + allowance.wait else { return .lookAgain(start + allowance.wait) }
        let takenCount = sentCount - waiting
        guard takenCount - takenBefore >= allowance.bytesMin else { return .tooSlow }
        stretch = (now, takenCount)
        return .lookAgain(now + allowance.wait)
    }
}

/// Closes connections whose answers are taken too slowly, which ends what writes them.
///
/// Runs before every other handler, so it sees what goes to the system.
final class AnswerPaceKeeper: ChannelOutboundHandler, RemovableChannelHandler {
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    private var pace: AnswerPace
    private var look: Scheduled<Void>?

    init(_ allowance: AnswerPace.Allowance) { pace = AnswerPace(allowance) }

    /// Has the system keep little that it can't send yet.
    ///
    /// It would take megabytes at once and then nothing until a third of them is gone: for a slow network
    /// that's minutes, in which its client would seem to take nothing.
    func handlerAdded(context: ChannelHandlerContext) {
        let unsent = ChannelOptions.tcpOption(.init(rawValue: TCP_NOTSENT_LOWAT))
        try? context.channel.syncOptions?.setOption(unsent, value: Limits.unsentBytesMax)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let count = unwrapOutboundIn(data).readableBytes
        let due = pace.send(count, waiting: waitingCount(context), now: .now())
        if let due { schedule(at: due, context) }
        context.write(data, promise: promise)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        look?.cancel()
        look = nil
    }

    private func schedule(at time: NIODeadline, _ context: ChannelHandlerContext) {
        look = context.eventLoop.assumeIsolated().scheduleTask(deadline: time) {
            switch self.pace.look(waiting: self.waitingCount(context), now: .now()) {
            case .done: break
            case .lookAgain(let time): self.schedule(at: time, context)
            case .tooSlow: context.channel.reset()
            }
        }
    }

    /// The bytes that the system hasn't taken yet, because the client leaves what it has.
    private func waitingCount(_ context: ChannelHandlerContext) -> Int {
        let options = context.channel.syncOptions
        return (try? options?.getOption(ChannelOptions.bufferedWritableBytes)) ?? 0
    }
}
