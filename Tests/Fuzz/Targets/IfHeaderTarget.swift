import WebDAV

extension FuzzTarget {
    /// Headers with conditions: lists of tags agree with each other, and `If` with its negation.
    static let ifHeader = FuzzTarget(
        name: "if-header",
        dictionary: [
            "(<urn:uuid:1>)", "([\"a\"])", "(Not <DAV:no-lock>)", "Not ", "not", "<", ">", "[", "]",
            "(", ")", "W/", "\"", "\"a\"", "\\\"", "*", ", ", "</dav/other> ", "\t",
        ],
        lengthMax: 512
    ) { octets throws(Finding) in
        let text = String(decoding: octets, as: UTF8.self)
        var outcome = Outcome()
        if let list = EntityTagList(text) {
            outcome.add("tags")
            try IfHeaderCheck.check(list, &outcome)
        }
        if let header = IfHeader(text) {
            outcome.add(header.lists.count)
            try IfHeaderCheck.check(header, &outcome)
        }
        return outcome.value
    }
}

/// Properties that hold for every header.
enum IfHeaderCheck {
    static func check(_ list: EntityTagList, _ outcome: inout Outcome) throws(Finding) {
        guard case .tags(let tags) = list else { return outcome.add("any") }
        outcome.add(tags.count)
        outcome.add(tags.count { $0.isWeak })
        for tag in tags {
            try Finding.require(list.matches(tag) == !tag.isWeak, "a tag doesn't match itself")
            try Finding.require(!list.matchesNone(tag), "a tag isn't in its own list")
            let isQuotable = !tag.opaque.contains("\"")
            try Finding.require(!isQuotable || EntityTag(text: tag.text) == tag, "a tag changes")
        }
        try Finding.require(!list.matches(nil) && list.matchesNone(nil), "nothing matches")
    }

    static func check(_ header: IfHeader, _ outcome: inout Outcome) throws(Finding) {
        let own = IfHeader.ResourceState(entityTag: EntityTag("a"), tokens: ["urn:uuid:1"])
        let isMet = header.lists.contains { $0.isMet(by: own) }
        outcome.add(isMet ? "met" : "not met")
        for list in header.lists {
            try Finding.require(!list.conditions.isEmpty, "a list is empty")
            try Finding.require(list.resource?.isEmpty != true, "an address is empty")
        }
        // A header of tokens that all are there is met unless something is negated.
        var tokens: Set<String> = []
        for condition in header.lists.flatMap(\.conditions) {
            if case .token(let token) = condition.subject { tokens.insert(token) }
        }
        let all = IfHeader.ResourceState(entityTag: EntityTag("a"), tokens: tokens)
        let isPlain = header.lists.contains { list in
            list.conditions.allSatisfy { condition in
                if case .token = condition.subject { !condition.isNegated } else { false }
            }
        }
        try Finding.require(
            !isPlain || header.lists.contains { $0.isMet(by: all) },
            "tokens that are there"
        )
    }
}
