/// How long a device waits before it asks for the live stream again.
///
/// The pause doubles with each attempt, because a server that refuses is perhaps asked by too many. During an outage it
/// stays shorter: people wait for its end.
public struct ReconnectPause: Hashable, Sendable {
    /// In seconds: the first pause, the longest during an outage, and the longest when the server refuses.
    static let (first, outageMax, refusedMax) = (1, 30, 256)

    private var next = ReconnectPause.first

    /// Creates the pauses of a device that hasn't been connected yet.
    public init() {}

    /// The stream is open: the next pause is a short one.
    public mutating func noteConnected() { next = Self.first }

    /// How many seconds to wait now.
    ///
    /// - Parameter isOutage: Whether nobody answered; otherwise the server did, and refused.
    /// - Returns: From 1 to 256.
    public mutating func seconds(isOutage: Bool) -> Int {
        let seconds = min(next, isOutage ? Self.outageMax : Self.refusedMax)
        next = min(seconds * 2, Self.refusedMax)
        return seconds
    }
}
