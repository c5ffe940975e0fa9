public import CivilTime

/// The text of an object before or after an edit; no text where there is no object.
struct ObjectSnapshot: Hashable, Sendable {
    let id: ObjectID
    let text: [UInt8]?
    /// The last entity tag that the object had when the snapshot was replaced.
    var etag = ""
}

/// What an edit did.
public enum EditKind: UInt8, Hashable, Sendable {
    case created
    case changed
    case moved
    case deleted

    /// The name as the page knows it.
    public var name: String {
        switch self {
        case .created: "created"
        case .changed: "changed"
        case .moved: "moved"
        case .deleted: "deleted"
        }
    }
}

/// One thing to tell the server.
public enum ObjectChange: Hashable, Sendable {
    /// Store this text; the entity tag is empty for a new object.
    case put(ObjectID, etag: String, text: [UInt8])
    /// Delete the object that has this entity tag.
    case delete(ObjectID, etag: String)
}

/// A change a person made, with what takes it back.
public struct Edit: Sendable {
    /// The number of the edit in this agenda, from 1.
    public let number: Int
    /// What it did.
    public let effect: EditEffect
    var before: [ObjectSnapshot]
    var after: [ObjectSnapshot]
    /// How often the edit was undone or done again since; even while it is in force.
    var turns = 0

    var isInForce: Bool { turns % 2 == 0 }

    /// What it did, in a word.
    public var kind: EditKind { effect.kind }
    /// The title of the event it is about.
    public var title: String { effect.title }
    /// How much of a repeating event it is about; nil for an event that does not repeat.
    public var scope: EditScope? { effect.scope }
    /// The start of the occurrence after the edit, by the viewer's clock; of a deleted one, where
    /// it was.
    public var start: CivilDateTime? { effect.newStart ?? effect.oldStart }
}

/// An edit as it was carried out, undone or redone.
public struct EditOutcome: Sendable {
    /// Which way the edit went.
    public enum Direction: UInt8, Hashable, Sendable {
        case done
        case undone
        case redone
    }

    /// The edit.
    public let edit: Edit
    /// Which way it went.
    public let direction: Direction
    /// What the server has to be told, in this order.
    public let changes: [ObjectChange]
}
