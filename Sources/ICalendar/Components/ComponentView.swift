public import CivilTime

/// A typed view of a component.
///
/// Nothing is copied: a property is read when you ask for it.
public protocol ComponentView: Hashable, Sendable {
    /// The component.
    var component: Component { get set }

    /// Views a component as this type; nil when it is of another kind.
    init?(_ component: Component)
}

// MARK: - Properties of most components

extension ComponentView {
    /// The title (RFC 5545 section 3.8.1.12).
    public var summary: String? { component.text(.summary) }

    /// The notes: `DESCRIPTION` (section 3.8.1.5), or else `X-ALT-DESC`, in which some programs write
    /// them as HTML.
    public var notes: String? {
        component.text(.description) ?? component.first("X-ALT-DESC")?.textValue
    }

    /// A web address for it (section 3.8.4.6).
    public var url: String? { component.first(.url)?.rawValue }

    /// The categories of all `CATEGORIES` lines (section 3.8.1.2).
    public var categories: [String] { component.texts(.categories) }

    /// Who may see it (section 3.8.1.3); unknown values count as private.
    public var classification: EventClassification {
        guard let text = component.first(.classification)?.rawValue else { return .open }
        if text.isSame(ignoringCase: "PUBLIC") { return .open }
        return text.isSame(ignoringCase: "CONFIDENTIAL") ? .confidential : .closed
    }
}

// MARK: - Times

extension ComponentView {
    /// When it starts; nil when there is no readable DTSTART (section 3.8.2.4).
    ///
    /// Setting it changes only that property; setting an equal time changes nothing.
    public var start: CalendarTime? {
        get { component.time(.dateTimeStart) }
        set { component.setTime(.dateTimeStart, newValue) }
    }

    /// Which occurrence of a series this is an exception of (section 3.8.4.4).
    public var recurrenceID: CalendarTime? { component.time(.recurrenceID) }

    /// Whether an exception applies to all later occurrences too (section 3.2.13).
    public var isForThisAndFuture: Bool {
        component.first(.recurrenceID)?.isForThisAndFuture ?? false
    }
}
