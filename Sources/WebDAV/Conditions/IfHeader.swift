/// The conditions of a WebDAV request: the `If` header (RFC 4918, 10.4).
///
/// It holds lists such as `(<token> ["tag"]) (Not <token>)`, and is met if one of them is. A list
/// after an address is about the resource there; any other list is about the resource of the
/// request.
package struct IfHeader: Hashable, Sendable {
    /// One condition of a list.
    package struct Condition: Hashable, Sendable {
        /// What is compared.
        package enum Subject: Hashable, Sendable {
            /// The state of a resource, such as a lock: a URI.
            case token(String)
            case entityTag(EntityTag)
        }

        package let subject: Subject
        /// Whether the condition is met if the subject doesn't match.
        package let isNegated: Bool
    }

    /// A list of conditions that all have to hold.
    package struct List: Hashable, Sendable {
        /// The address of the resource; nil for that of the request.
        package let resource: String?
        package let conditions: [Condition]

        /// Whether all of them hold for the resource.
        package func isMet(by state: ResourceState) -> Bool {
            conditions.allSatisfy { $0.isMet(by: state) }
        }
    }

    /// The state of a resource that conditions are compared with.
    package struct ResourceState: Hashable, Sendable {
        /// Its version; nil if there's no such resource or it has none.
        package let entityTag: EntityTag?
        /// The tokens of its locks, and the sync token of a collection (RFC 6578, 5).
        package let tokens: Set<String>

        package init(entityTag: EntityTag?, tokens: Set<String> = []) {
            (self.entityTag, self.tokens) = (entityTag, tokens)
        }
    }

    package let lists: [List]

    /// Reads a header; nil for what isn't one.
    package init?(_ text: String) {
        guard text.utf8.count <= Limits.conditionOctetsMax else { return nil }
        var reader = ConditionReader(text)
        var lists: [List] = []
        var resource: String?
        var conditionsLeft = Limits.conditionsMax
        reader.skipBlanks()
        // Lists come with addresses or without, but not both (RFC 4918, 10.4.2).
        let isTagged = reader.next == UInt8(ascii: "<")
        var hasList = true
        while !reader.isAtEnd {
            if reader.next == UInt8(ascii: "<") {
                guard isTagged, hasList, let address = reader.codedURL() else { return nil }
                (resource, hasList) = (address, false)
            } else {
                guard let conditions = Self.list(&reader, &conditionsLeft) else { return nil }
                lists.append(List(resource: resource, conditions: conditions))
                hasList = true
            }
            reader.skipBlanks()
        }
        guard hasList, !lists.isEmpty else { return nil }
        self.lists = lists
    }

    private static func list(
        _ reader: inout ConditionReader,
        _ conditionsLeft: inout Int
    ) -> [Condition]? {
        guard reader.take("(") else { return nil }
        var conditions: [Condition] = []
        while true {
            reader.skipBlanks()
            if reader.take(")") { return conditions.isEmpty ? nil : conditions }
            conditionsLeft -= 1
            guard conditionsLeft >= 0, let condition = condition(&reader) else { return nil }
            conditions.append(condition)
        }
    }

    private static func condition(_ reader: inout ConditionReader) -> Condition? {
        let isNegated = reader.take("Not")
        reader.skipBlanks()
        if reader.take("[") {
            reader.skipBlanks()
            guard let tag = reader.entityTag() else { return nil }
            reader.skipBlanks()
            guard reader.take("]") else { return nil }
            return Condition(subject: .entityTag(tag), isNegated: isNegated)
        }
        return reader.codedURL().map { Condition(subject: .token($0), isNegated: isNegated) }
    }
}

extension IfHeader.Condition {
    fileprivate func isMet(by state: IfHeader.ResourceState) -> Bool {
        switch subject {
        case .token(let token): state.tokens.contains(token) != isNegated
        case .entityTag(let tag): (state.entityTag?.isSame(as: tag) ?? false) != isNegated
        }
    }
}
