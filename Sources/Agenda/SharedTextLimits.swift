/// How much of others' events one viewer loads, so that nobody who stores a lot can fill a page's memory.
///
/// The cost of an event is the number of bytes of its text, plus a kibibyte for what a page keeps
/// besides. The events of one fellow member count together, and so do those of one group. A fellow
/// member or group is called a sharer here.
public struct SharedTextLimits: Hashable, Sendable {
    /// What the events of one sharer may cost.
    package let ofSharer: Int
    /// What the events of one sharer may always cost, even while others share too much.
    let ofSharerAnyway: Int
    /// What the events of all sharers may cost.
    ///
    /// Half as much again is kept free for changes of loaded events, and for sharers with few
    /// events.
    let ofAll: Int

    /// The limits of a page: 64 MiB for each sharer, and 256 MiB for all of them.
    public static let ofPage = SharedTextLimits(
        ofSharer: Limits.sharerTextsCostMax,
        ofSharerAnyway: Limits.sharerTextsCostAnyway,
        ofAll: Limits.sharedTextsCostMax
    )

    package init(ofSharer: Int, ofSharerAnyway: Int, ofAll: Int) {
        self.ofSharer = ofSharer
        self.ofSharerAnyway = ofSharerAnyway
        self.ofAll = ofAll
    }

    /// What `events` events cost whose texts have `bytes` bytes in total.
    public static func cost(ofBytes bytes: Int, in events: Int = 1) -> Int {
        bytes + events * Limits.eventCostBesideText
    }

    /// What the events of each sharer may cost, given what all of their events would cost.
    ///
    /// Sharers with few events get what they need. The others share the rest equally.
    public func shares(ofCosts costs: [String: Int]) -> [String: Int] {
        var shares: [String: Int] = [:]
        var (left, count) = (ofAll, costs.count)
        for (sharer, cost) in costs.sorted(by: { $0.value < $1.value }) {
            let share = min(cost, ofSharer, left / count)
            // Leave some room, because events may grow while they're being read.
            shares[sharer] = share < cost ? share : min(ofSharer, cost + cost / 8 + 65_536)
            left -= share
            count -= 1
        }
        return shares
    }
}

/// What the others' events that a viewer has loaded cost; see ``SharedTextLimits``.
struct SharedTextBudget: Sendable {
    let limits: SharedTextLimits
    private var costs: [String: Int] = [:]
    private(set) var cost = 0

    init(_ limits: SharedTextLimits = .ofPage) {
        self.limits = limits
    }

    /// Whether a sharer's event that costs `new` may replace one that costs `old`.
    ///
    /// It always may if it costs no more. Changes have more room than new events, so that an event
    /// that is shown doesn't vanish when it becomes a little longer.
    func hasRoom(for new: Int, insteadOf old: Int, of sharer: String) -> Bool {
        guard new > old else { return true }
        let after = costs[sharer, default: 0] + new - old
        let isChange = old > 0
        let isNeeded = isChange || after <= limits.ofSharerAnyway
        return after <= limits.ofSharer + (isChange ? limits.ofSharer / 2 : 0)
            && cost + new - old <= limits.ofAll + (isNeeded ? limits.ofAll / 2 : 0)
    }

    /// Adds to the cost of a sharer's events; a negative number subtracts from it.
    mutating func add(_ more: Int, of sharer: String) {
        costs[sharer, default: 0] += more
        cost += more
    }
}
