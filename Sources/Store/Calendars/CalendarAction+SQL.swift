import Agenda

extension CalendarAction {
    /// The levels at which the action is allowed, as a list for `IN`; SQL names levels nowhere
    /// else.
    var levels: String { Self.list { Permission.allows(self, at: $0) } }

    /// The levels at which the action isn't allowed, as a list for `IN`.
    var levelsBelow: String { Self.list { !Permission.allows(self, at: $0) } }

    private static func list(_ isIncluded: (AccessLevel) -> Bool) -> String {
        let levels = AccessLevel.allCases.filter(isIncluded).map { String($0.rawValue) }
        return "(" + levels.joined(separator: ", ") + ")"
    }
}

extension AccessLevel {
    /// An expression that orders calendars by which one keeps a UID that several have: own
    /// calendars first, then those of groups, then those from elsewhere.
    static func keepingOrder(of level: String) -> String {
        let order: [AccessLevel] = [.own, .group, .connected, .subscribed]
        let cases = order.enumerated().map { "WHEN \($1.rawValue) THEN \($0)" }
        return "CASE \(level) \(cases.joined(separator: " ")) ELSE \(order.count) END"
    }
}
