package import ICalendar

/// A condition on components: a `comp-filter` (RFC 4791, 9.7.1).
package struct ComponentFilter: Hashable, Sendable {
    package let name: RequestedName<ComponentName>
    package let condition: Condition

    package enum Condition: Hashable, Sendable {
        /// There's no such component.
        case absent
        /// One component meets all of these.
        case present(Parts)
    }

    /// The conditions that one component has to meet at once.
    package struct Parts: Hashable, Sendable {
        package var timeRange: TimeRange?
        package var properties: [PropertyFilter] = []
        package var components: [ComponentFilter] = []
    }
}

/// A condition on properties: a `prop-filter` (RFC 4791, 9.7.2).
package struct PropertyFilter: Hashable, Sendable {
    package let name: RequestedName<PropertyName>
    package let condition: Condition

    package enum Condition: Hashable, Sendable {
        /// There's no such property.
        case absent
        /// One property meets all of these.
        case present(Parts)
    }

    /// The conditions that one property has to meet at once.
    package struct Parts: Hashable, Sendable {
        package var timeRange: TimeRange?
        package var textMatch: TextMatch?
        package var parameters: [ParameterFilter] = []
    }
}

/// A condition on a property's parameters: a `param-filter` (RFC 4791, 9.7.3).
package struct ParameterFilter: Hashable, Sendable {
    /// The name as written; case doesn't matter.
    package let name: String
    package let condition: Condition

    package enum Condition: Hashable, Sendable {
        /// There's no such parameter.
        case absent
        /// There is one; if there's a text, its value matches that.
        case present(TextMatch?)
    }
}

/// A text to look for: a `text-match` (RFC 4791, 9.7.5).
package struct TextMatch: Hashable, Sendable {
    /// The text in UTF-8; an empty one is in every text.
    package let octets: [UInt8]
    package let collation: Collation
    /// Whether the text must not occur.
    package let isNegated: Bool

    func matches(_ text: ArraySlice<UInt8>) -> Bool {
        collation.contains(octets, in: text) != isNegated
    }
}
