public import CivilTime

/// An object before or after an edit; it has no text if it doesn't exist then.
struct ObjectSnapshot: Hashable, Sendable {
    let id: ObjectID
    private(set) var text: [UInt8]?
    /// Whether it's an invitation that the viewer hasn't answered; no edit answers one.
    var isUnanswered: Bool
    /// The entity tag that the object had when it was last replaced.
    var etag = ""

    init(id: ObjectID, text: [UInt8]?, isUnanswered: Bool) {
        self.id = id
        self.text = text
        self.isUnanswered = isUnanswered
    }

    /// Takes over the text of `new` if this snapshot has the text of `old`.
    fileprivate mutating func follow(_ old: ObjectSnapshot, to new: ObjectSnapshot) {
        if id == old.id, text == old.text { text = new.text }
    }
}

/// The kind of an edit.
public enum EditKind: UInt8, Hashable, Sendable {
    case created
    case changed
    case moved
    case deleted
    /// Taken back to an earlier version.
    case restored

    /// The name that the page uses.
    public var name: String {
        switch self {
        case .created: "created"
        case .changed: "changed"
        case .moved: "moved"
        case .deleted: "deleted"
        case .restored: "restored"
        }
    }
}

/// A change to send to the server.
public enum ObjectChange: Hashable, Sendable {
    /// Store this text; the entity tag is empty if the object is new.
    case put(ObjectID, etag: String, text: [UInt8])
    /// Delete the object with this entity tag.
    case delete(ObjectID, etag: String)
}

/// A change that a person made, with the texts needed to undo it.
public struct Edit: Sendable {
    /// The number of the edit in this agenda, from 1.
    public let number: Int
    /// Its effect, in parts of a sentence.
    public let effect: EditEffect
    var before: [ObjectSnapshot]
    var after: [ObjectSnapshot]
    /// Whether no person made the change, so that it can't be undone.
    var isAside = false
    /// How many times the edit was undone or redone; an even number means that it's in force.
    var turns = 0
    /// Its place in the order of all steps: when it was made, or redone last.
    var order = 0
    /// Its place in the order of what was undone.
    var undoneOrder = 0

    var isInForce: Bool { turns % 2 == 0 }

    /// Updates the snapshots after a change that no person made: the text before that change
    /// becomes the text after it.
    mutating func follow(_ left: [ObjectSnapshot], to wanted: [ObjectSnapshot]) {
        for (old, new) in zip(left, wanted) {
            for place in before.indices { before[place].follow(old, to: new) }
            for place in after.indices { after[place].follow(old, to: new) }
        }
    }

    /// The kind of edit.
    public var kind: EditKind { effect.kind }
    /// The title of the event.
    public var title: String { effect.title }
    /// The occurrences that it was for; nil for an event that doesn't repeat.
    public var scope: EditScope? { effect.scope }
    /// The start of the occurrence after the edit, by the viewer's clock; if it was deleted, its
    /// old start.
    public var start: CivilDateTime? { effect.newStart ?? effect.oldStart }
}

/// An edit that was just made, undone or redone.
public struct EditOutcome: Sendable {
    /// Whether an edit was made, undone or redone.
    public enum Direction: UInt8, Hashable, Sendable {
        case done
        case undone
        case redone
    }

    /// The edit.
    public let edit: Edit
    /// Whether it was made, undone or redone.
    public let direction: Direction
    /// The changes to send to the server, in this order.
    public let changes: [ObjectChange]

    /// Whether an object was an invitation before that the viewer hadn't answered.
    public func wasUnanswered(_ id: ObjectID) -> Bool {
        let snapshots = direction == .undone ? edit.after : edit.before
        return snapshots.first { $0.id == id }?.isUnanswered ?? false
    }

    /// The text that an object had before; nil if it's new.
    public func earlierText(of id: ObjectID) -> [UInt8]? {
        let snapshots = direction == .undone ? edit.after : edit.before
        return snapshots.first { $0.id == id }?.text
    }
}
