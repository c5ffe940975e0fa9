public import Agenda
public import ICalendar

/// A change of one's own that gave way to somebody else's, because both changed the same fields.
public struct EditConflict: Hashable, Sendable {
    /// The conflict's name; no edit has the same.
    public let name: WaitingEdit.Name
    /// The event's object.
    public let object: ObjectID
    /// The event's title.
    public let title: String
    /// The fields, with both values.
    public let fields: [ContestedField]
    /// The text in which the own values are kept, and that in which the others' are.
    public let ours: [UInt8], theirs: [UInt8]

    /// Creates a conflict from its parts.
    public init(
        name: WaitingEdit.Name,
        object: ObjectID,
        title: String,
        fields: [ContestedField],
        ours: [UInt8],
        theirs: [UInt8]
    ) {
        self.name = name
        self.object = object
        self.title = title
        self.fields = fields
        self.ours = ours
        self.theirs = theirs
    }
}
