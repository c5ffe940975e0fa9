/// An event read out of its component (RFC 5545 section 3.6.1).
///
/// Nothing is copied: every property is looked up when it is asked for.
public struct VEvent: ComponentView {
    /// The VEVENT.
    public var component: Component

    /// Reads a component as an event; nil when it is another one.
    public init?(_ component: Component) {
        guard component.isNamed(.event) else { return nil }
        self.component = component
    }

    /// Whether it takes place (section 3.8.1.11).
    public var status: EventStatus {
        get {
            component.first(.status).map { EventStatus($0) } ?? .confirmed
        }
        set {
            guard newValue != status else { return }
            switch newValue {
            case .confirmed: statusWord = .confirmed
            case .tentative: statusWord = .tentative
            case .cancelled: statusWord = .cancelled
            }
        }
    }

    /// Whether it leaves the time free (section 3.8.2.7).
    public var isTransparent: Bool {
        get {
            component.first(.transparency)?.rawValue.isSame(ignoringCase: "TRANSPARENT") ?? false
        }
        set {
            guard newValue != isTransparent else { return }
            component.setRaw(.transparency, newValue ? "TRANSPARENT" : nil)
        }
    }
}

/// Whether an event takes place.
public enum EventStatus: Hashable, Sendable {
    /// It does.
    case confirmed
    /// It may.
    case tentative
    /// It does not.
    case cancelled
}

extension EventStatus {
    /// What a STATUS says; whatever is not known is confirmed.
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
    /// Nobody but its owner: `PRIVATE`.
    case closed
    /// Nobody but its owner and those told: `CONFIDENTIAL`.
    case confidential
}
