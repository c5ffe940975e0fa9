/// A field of an event that two sides changed, each to another value.
public struct ContestedField: Hashable, Sendable {
    /// The property's name; `DTSTART` stands for when the event begins and ends, `VALARM` for its alarms.
    public let name: String
    /// The occurrence, as its `RECURRENCE-ID` names it; empty for the event itself.
    public let occurrence: String
    /// The value of this side; empty if it removed the field.
    ///
    /// A time is a period (RFC 5545, 3.3.9), and alarms have no value here.
    public let ours: String
    /// The value of the other side.
    public let theirs: String

    /// Creates a field from its parts.
    public init(name: String, occurrence: String, ours: String, theirs: String) {
        self.name = name
        self.occurrence = occurrence
        self.ours = ours
        self.theirs = theirs
    }

    init(name: String, of component: Component, ours: [Property], theirs: [Property]) {
        self.init(
            name: name,
            occurrence: component.first(.recurrenceID).map { $0.rawValue } ?? "",
            ours: Self.value(ours),
            theirs: Self.value(theirs)
        )
    }

    /// A text without its escapes, or times one after the other.
    private static func value(_ properties: [Property]) -> String {
        properties.map { $0.textValue }.joined(separator: "/")
    }
}
