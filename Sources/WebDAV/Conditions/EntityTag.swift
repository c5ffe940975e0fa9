/// An entity tag: the version of a resource, as headers name it (RFC 9110, 8.8.3).
package struct EntityTag: Hashable, Sendable {
    /// The text between the quotes.
    package let opaque: String
    /// Whether the tag only says that versions are equivalent: `W/"…"`.
    package let isWeak: Bool

    /// Makes a tag.
    package init(_ opaque: String, isWeak: Bool = false) {
        (self.opaque, self.isWeak) = (opaque, isWeak)
    }

    /// Reads one tag, such as those that the store gives; nil for another text.
    package init?(text: String) {
        var reader = ConditionReader(text)
        guard let tag = reader.entityTag(), reader.isAtEnd else { return nil }
        self = tag
    }

    /// The tag in quotes.
    package var text: String { (isWeak ? "W/" : "") + "\"" + opaque + "\"" }

    /// Whether both tags are strong and equal, so that they name the very same octets (RFC 9110,
    /// 8.8.3.2).
    package func isSame(as other: EntityTag) -> Bool {
        !isWeak && !other.isWeak && opaque == other.opaque
    }

    /// Whether both tags name equivalent content.
    package func isEquivalent(to other: EntityTag) -> Bool { opaque == other.opaque }
}

/// The versions in the value of If-Match or If-None-Match (RFC 9110, 13.1).
package enum EntityTagList: Hashable, Sendable {
    /// Any version, as long as there is one: `*`.
    case any
    case tags([EntityTag])

    /// Reads a header; nil for what isn't a list of tags.
    ///
    /// Evolution writes backslashes before the quotes, and some programs leave the quotes out.
    package init?(_ text: String) {
        guard text.utf8.count <= Limits.conditionOctetsMax else { return nil }
        var reader = ConditionReader(text)
        reader.skipBlanks()
        if reader.take("*") {
            reader.skipBlanks()
            guard reader.isAtEnd else { return nil }
            self = .any
            return
        }
        var tags: [EntityTag] = []
        while !reader.isAtEnd {
            reader.skipBlanks()
            // An empty element of a list is allowed (RFC 9110, 5.6.1).
            if reader.take(",") || reader.isAtEnd { continue }
            guard tags.count < Limits.conditionsMax, let tag = reader.looseEntityTag() else {
                return nil
            }
            tags.append(tag)
            reader.skipBlanks()
            guard reader.isAtEnd || reader.take(",") else { return nil }
        }
        guard !tags.isEmpty else { return nil }
        self = .tags(tags)
    }

    /// Whether If-Match holds for a resource, by the strong comparison (RFC 9110, 13.1.1);
    /// `present` is nil if there is no resource.
    package func matches(_ present: EntityTag?) -> Bool {
        guard let present else { return false }
        switch self {
        case .any: return true
        case .tags(let tags): return tags.contains { $0.isSame(as: present) }
        }
    }

    /// Whether If-None-Match holds for a resource, by the weak comparison (RFC 9110, 13.1.2);
    /// `present` is nil if there is no resource.
    package func matchesNone(_ present: EntityTag?) -> Bool {
        guard let present else { return true }
        switch self {
        case .any: return false
        case .tags(let tags): return !tags.contains { $0.isEquivalent(to: present) }
        }
    }
}
