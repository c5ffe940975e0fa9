public import CivilTime

/// An event read out of its component (RFC 5545 section 3.6.1).
///
/// Nothing is copied: every property is looked up when it is asked for, and the component
/// stays as it is.
public struct VEvent: Hashable, Sendable {
    /// The VEVENT.
    public let component: Component

    /// Reads a component as an event; nil when it is another one.
    public init?(_ component: Component) {
        guard component.isNamed(.event) else { return nil }
        self.component = component
    }

    /// The event's identity, which its exceptions share (section 3.8.4.7).
    public var uid: String? { text("UID") }

    /// The title.
    public var summary: String? { text("SUMMARY") }

    /// The place.
    public var location: String? { text("LOCATION") }

    /// The notes.
    public var notes: String? { text("DESCRIPTION") }

    /// A web address that belongs to the event.
    public var url: String? { component.first(.url)?.rawValue }

    /// The colour, a CSS name (RFC 7986 section 5.9).
    public var color: String? { text("COLOR") }

    /// The categories of all `CATEGORIES` lines.
    public var categories: [String] {
        var categories: [String] = []
        for property in component.all(.categories) {
            categories += property.textValues.filter { !$0.isEmpty }
        }
        return categories
    }

    /// When it starts; nil when there is no readable DTSTART.
    public var start: CalendarTime? { component.time(.dateTimeStart) }

    /// Which occurrence of a series this is an exception of (section 3.8.4.4).
    public var recurrenceID: CalendarTime? { component.time(.recurrenceID) }

    /// Whether an exception stands for all later occurrences too (section 3.2.13).
    public var isForThisAndFuture: Bool {
        component.first(.recurrenceID)?.parameter("RANGE")?
            .isSame(ignoringCase: "THISANDFUTURE") ?? false
    }

    /// How often the event was changed (section 3.8.7.4).
    public var sequence: Int { component.first(.sequence)?.number ?? 0 }

    /// Whether it takes place (section 3.8.1.11).
    public var status: EventStatus {
        guard let text = component.first(.status)?.rawValue else { return .confirmed }
        if text.isSame(ignoringCase: "TENTATIVE") { return .tentative }
        return text.isSame(ignoringCase: "CANCELLED") ? .cancelled : .confirmed
    }

    /// Whether it leaves the time free (section 3.8.2.7).
    public var isTransparent: Bool {
        component.first(.transparency)?.rawValue.isSame(ignoringCase: "TRANSPARENT") ?? false
    }

    /// Who may see it (section 3.8.1.3); what is not known is private.
    public var classification: EventClassification {
        guard let text = component.first(.classification)?.rawValue else { return .open }
        if text.isSame(ignoringCase: "PUBLIC") { return .open }
        return text.isSame(ignoringCase: "CONFIDENTIAL") ? .confidential : .closed
    }

    private func text(_ name: String) -> String? {
        component.first(name)?.textValue
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

/// Who may see an event.
public enum EventClassification: Hashable, Sendable {
    /// Everyone: `PUBLIC`.
    case open
    /// Nobody but its owner: `PRIVATE`.
    case closed
    /// Nobody but its owner and those told: `CONFIDENTIAL`.
    case confidential
}
