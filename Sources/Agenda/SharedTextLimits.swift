/// How much of others' events one viewer loads, so that nobody who stores a lot can fill a page's memory.
///
/// What is counted is the cost of each event: the bytes of its text, and a kibibyte for what a page keeps
/// besides. The events of a fellow member count together, and so do those of a group; both are called
/// sharers here.
public struct SharedTextLimits: Hashable, Sendable {
    /// What the events of one sharer may cost.
    package let ofSharer: Int
    /// What they may cost at least while others share too much.
    let ofSharerAnyway: Int
    /// What the events of all sharers may cost.
    ///
    /// Half as much more is kept for changes of events that are loaded, and for sharers with few events.
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

    /// What some events cost whose texts have so many bytes together.
    public static func cost(ofBytes bytes: Int, in events: Int = 1) -> Int {
        bytes + events * Limits.eventCostBesideText
    }

    /// What the events of each sharer may cost, given what all they have would cost.
    ///
    /// Those with few events get what they need. The others get equal parts of the rest.
    public func shares(ofCosts costs: [String: Int]) -> [String: Int] {
        var shares: [String: Int] = [:]
        var (left, count) = (ofAll, costs.count)
        for (sharer, cost) in costs.sorted(by: { $0.value < $1.value }) {
            let share = min(cost, ofSharer, left / count)
            // What fits may grow while it's being read.
            shares[sharer] = share < cost ? share : min(ofSharer, cost + cost / 8 + 65_536)
            left -= share
            count -= 1
        }
        return shares
    }
}

/// What others' events cost that a viewer has loaded; see ``SharedTextLimits``.
struct SharedTextBudget: Sendable {
    let limits: SharedTextLimits
    private var costs: [String: Int] = [:]
    private(set) var cost = 0

    init(_ limits: SharedTextLimits = .ofPage) {
        self.limits = limits
    }

    /// Whether there is room for an event of a sharer that costs so much, in place of one that cost `old`.
    ///
    /// There always is for one that costs no more than before, and there is more room for changes than for
    /// new events, so that what is shown doesn't vanish when it becomes a little longer.
    func hasRoom(for new: Int, insteadOf old: Int, of sharer: String) -> Bool {
        guard new > old else { return true }
        let after = costs[sharer, default: 0] + new - old
        let isChange = old > 0
        let isNeeded = isChange || after <= limits.ofSharerAnyway
        return after <= limits.ofSharer + (isChange ? limits.ofSharer / 2 : 0)
            && cost + new - old <= limits.ofAll + (isNeeded ? limits.ofAll / 2 : 0)
    }

    /// Counts a cost that a sharer's events have from now on, or with a negative number no longer have.
    mutating func add(_ more: Int, of sharer: String) {
        costs[sharer, default: 0] += more
        cost += more
    }
}
