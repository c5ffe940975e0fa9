/// How much of others' events one viewer loads, in bytes of their texts: of each sharer, and of all of them.
///
/// A sharer is a fellow member, or a group whose calendar it is. Each may store a gigabyte, which no page
/// could hold many times over. What doesn't fit is left out.
public struct SharedTextBudget: Sendable {
    private let sharerBytesMax: Int
    private let sharerBytesMin: Int
    private let bytesMax: Int
    private var bytesOfSharer: [String: Int] = [:]
    private var bytes = 0

    /// Creates a budget of which nothing is used yet: 32 MiB for each sharer, 128 MiB for all of them, and
    /// 2 MiB for each at any rate, also when others have used everything.
    public init() {
        self.init(
            sharerBytesMax: Limits.sharerTextBytesMax,
            sharerBytesMin: Limits.sharerTextBytesMin,
            bytesMax: Limits.sharedTextBytesMax
        )
    }

    package init(sharerBytesMax: Int, sharerBytesMin: Int, bytesMax: Int) {
        self.sharerBytesMax = sharerBytesMax
        self.sharerBytesMin = sharerBytesMin
        self.bytesMax = bytesMax
    }

    /// Whether a sharer's events may use some more bytes, or fewer, which they always may.
    public func hasRoom(for more: Int, of sharer: String) -> Bool {
        guard more > 0 else { return true }
        let after = bytesOfSharer[sharer, default: 0] + more
        return after <= sharerBytesMin || after <= sharerBytesMax && bytes + more <= bytesMax
    }

    /// Makes all of it unused.
    mutating func clear() {
        bytesOfSharer = [:]
        bytes = 0
    }

    /// Counts bytes that a sharer's events use from now on, or with a negative number no longer do.
    public mutating func add(_ more: Int, of sharer: String) {
        bytesOfSharer[sharer, default: 0] += more
        bytes += more
    }
}
