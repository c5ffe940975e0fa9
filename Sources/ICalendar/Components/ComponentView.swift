public import CivilTime

/// A typed view of a component.
///
/// Nothing is copied: a property is read when you ask for it. Setting one changes only that
/// property, and the others stay byte for byte; setting an equal value changes nothing.
public protocol ComponentView: Hashable, Sendable {
    /// The component.
    var component: Component { get set }

    /// Views a component as this type; nil when it is of another kind.
    init?(_ component: Component)
}

// MARK: - Properties of most components

extension ComponentView {
    /// The identifier, which exceptions share (RFC 5545 section 3.8.4.7).
    public var uid: String? {
        get { component.text(.uid) }
        set { component.setText(.uid, newValue) }
    }

    /// The title (section 3.8.1.12).
    public var summary: String? {
        get { component.text(.summary) }
        set { component.setText(.summary, newValue) }
    }

    /// The notes: `DESCRIPTION` (section 3.8.1.5).
    public var notes: String? {
        get { component.text(.description) }
        set { component.setText(.description, newValue) }
    }

    /// The location (section 3.8.1.7).
    public var location: String? {
        get { component.text(.location) }
        set { component.setText(.location, newValue) }
    }

    /// The geographic position (section 3.8.1.6).
    public var position: GeographicPosition? {
        get { component.first(.position)?.position }
        set { if newValue != position { component.setRaw(.position, newValue?.text) } }
    }

    /// A web address for it (section 3.8.4.6).
    public var url: String? {
        get { component.first(.url)?.rawValue }
        set { component.setRaw(.url, newValue) }
    }

    /// The colour: a CSS name (RFC 7986 section 5.9) or one of our own.
    public var color: String? {
        get { component.colorName }
        set { if newValue != color { component.setColorName(newValue) } }
    }

    /// The categories of all `CATEGORIES` lines (section 3.8.1.2).
    public var categories: [String] {
        get { component.texts(.categories) }
        set { component.setTexts(.categories, newValue) }
    }

    /// The resources it needs (section 3.8.1.10).
    public var resources: [String] {
        get { component.texts(.resources) }
        set { component.setTexts(.resources, newValue) }
    }

    /// The comments (section 3.8.1.4).
    public var comments: [String] {
        get { component.all(.comment).map { $0.textValue } }
        set { component.setEachText(.comment, newValue) }
    }

    /// The contacts (section 3.8.4.2).
    public var contacts: [String] {
        get { component.all(.contact).map { $0.textValue } }
        set { component.setEachText(.contact, newValue) }
    }

    /// The priority: 1 is highest, 9 lowest, 0 undefined (section 3.8.1.9).
    public var priority: Int {
        get { component.first(.priority)?.number ?? 0 }
        set { component.setNumber(.priority, newValue == 0 ? nil : newValue) }
    }

    /// The `STATUS` as written (section 3.8.1.11).
    public var statusWord: Keyword? {
        get { component.keyword(.status) }
        set { if newValue != statusWord { component.setRaw(.status, newValue?.text) } }
    }

    /// Who may see it (section 3.8.1.3); unknown values count as private.
    public var classification: EventClassification {
        get {
            guard let text = component.first(.classification)?.rawValue else { return .open }
            if text.isSame(ignoringCase: "PUBLIC") { return .open }
            return text.isSame(ignoringCase: "CONFIDENTIAL") ? .confidential : .closed
        }
        set {
            guard newValue != classification else { return }
            let words: [EventClassification: String] = [
                .closed: "PRIVATE", .confidential: "CONFIDENTIAL",
            ]
            component.setRaw(.classification, words[newValue])
        }
    }

    // MARK: People and things

    /// The attendees (section 3.8.4.1).
    public var attendees: [Participant] {
        get { component.all(.attendee).map { Participant($0) } }
        set {
            component.setEach(
                .attendee,
                newValue,
                read: { Participant($0) },
                write: { $0.property(.attendee) }
            )
        }
    }

    /// The organizer (section 3.8.4.3).
    public var organizer: Participant? {
        get { component.first(.organizer).map { Participant($0) } }
        set {
            let values = newValue.map { [$0] } ?? []
            component.setEach(
                .organizer,
                values,
                read: { Participant($0) },
                write: { $0.property(.organizer) }
            )
        }
    }

    /// The attachments (section 3.8.1.1).
    public var attachments: [Attachment] {
        get { component.all(.attachment).compactMap { Attachment($0) } }
        set {
            component.setEach(
                .attachment,
                newValue,
                read: { Attachment($0) },
                write: { $0.property }
            )
        }
    }

    /// The images (RFC 7986 section 5.10).
    public var images: [CalendarImage] {
        get { component.all(.image).compactMap { CalendarImage($0) } }
        set {
            component.setEach(
                .image,
                newValue,
                read: { CalendarImage($0) },
                write: { $0.property }
            )
        }
    }

    /// How to join remotely (RFC 7986 section 5.11).
    public var conferences: [ConferenceLink] {
        get { component.all(.conference).map { ConferenceLink($0) } }
        set {
            component.setEach(
                .conference,
                newValue,
                read: { ConferenceLink($0) },
                write: { $0.property }
            )
        }
    }

    /// The components it is related to (section 3.8.4.5).
    public var relations: [Relation] {
        get { component.all(.relatedTo).map { Relation($0) } }
        set {
            component.setEach(
                .relatedTo,
                newValue,
                read: { Relation($0) },
                write: { $0.property }
            )
        }
    }

    /// The status codes of scheduling requests (section 3.8.8.3).
    public var requestStatuses: [RequestStatus] {
        get { component.all(.requestStatus).compactMap { RequestStatus($0) } }
        set {
            component.setEach(
                .requestStatus,
                newValue,
                read: { RequestStatus($0) },
                write: { $0.property }
            )
        }
    }

    /// The alarms in it (section 3.6.6).
    public var alarms: [VAlarm] {
        component.components(named: .alarm).compactMap { VAlarm($0) }
    }
}

// MARK: - Times

extension ComponentView {
    /// When it starts; nil when there is no readable DTSTART (section 3.8.2.4).
    public var start: CalendarTime? {
        get { component.time(.dateTimeStart) }
        set { component.setTime(.dateTimeStart, newValue) }
    }

    /// Which occurrence of a series this is an exception of (section 3.8.4.4).
    public var recurrenceID: CalendarTime? {
        get { component.time(.recurrenceID) }
        set { component.setTime(.recurrenceID, newValue) }
    }

    /// Whether an exception applies to all later occurrences too (section 3.2.13).
    public var isForThisAndFuture: Bool {
        component.first(.recurrenceID)?.isForThisAndFuture ?? false
    }

    /// When it was created (section 3.8.7.1).
    public var created: Instant? {
        get { component.instant(.created) }
        set { component.setTime(.created, newValue.map { .utc($0) }) }
    }

    /// When it was last changed (section 3.8.7.3).
    public var lastModified: Instant? {
        get { component.instant(.lastModified) }
        set { component.setTime(.lastModified, newValue.map { .utc($0) }) }
    }

    /// When this version of the text was created (section 3.8.7.2).
    public var stamp: Instant? {
        get { component.instant(.dateTimeStamp) }
        set { component.setTime(.dateTimeStamp, newValue.map { .utc($0) }) }
    }

    /// How many times it was revised (section 3.8.7.4).
    public var sequence: Int {
        get { component.first(.sequence)?.number ?? 0 }
        set { component.setNumber(.sequence, newValue) }
    }
}
