/// A typed view of an event (RFC 5545 section 3.6.1).
///
/// Nothing is copied: every property is looked up when you ask for it.
public struct VEvent: ComponentView {
    /// The VEVENT.
    public var component: Component

    /// Reads a component as an event; nil when it is of another kind.
    public init?(_ component: Component) {
        guard component.isNamed(.event) else { return nil }
        self.component = component
    }

    /// Whether it leaves the time free (section 3.8.2.7).
    public var isTransparent: Bool {
        component.first(.transparency)?.rawValue.isSame(ignoringCase: "TRANSPARENT") ?? false
    }
}

/// Whether an event takes place.
public enum EventStatus: Hashable, Sendable {
    /// It does: `CONFIRMED`.
    case confirmed
    /// It may: `TENTATIVE`.
    case tentative
    /// It does not: `CANCELLED`.
    case cancelled
}

extension EventStatus {
    /// What a STATUS says; unknown values count as confirmed.
    package init(_ property: Property) {
        let word = property.trimmedValue
        if isSameName(word, "TENTATIVE".utf8) {
            self = .tentative
        } else {
            self = isSameName(word, "CANCELLED".utf8) ? .cancelled : .confirmed
        }
    }
}

/// Who may see an event.
public enum EventClassification: Hashable, Sendable {
    /// Everyone: `PUBLIC`.
    case open
    /// Only its owner: `PRIVATE`.
    case closed
    /// Only its owner and those the owner tells: `CONFIDENTIAL`.
    case confidential
}
