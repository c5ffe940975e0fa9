public import Agenda
public import CivilTime

/// An object as the server has it.
public struct ObjectVersion: Hashable, Sendable {
    /// The entity tag that the server gave it; empty for what an edit before this one will make.
    public let etag: String
    /// The text of the VCALENDAR.
    public let text: [UInt8]
    /// Whether it's an invitation that the viewer hasn't answered.
    public let isUnanswered: Bool

    /// Creates a version from its parts.
    public init(etag: String, text: [UInt8], isUnanswered: Bool = false) {
        self.etag = etag
        self.text = text
        self.isUnanswered = isUnanswered
    }
}

/// What an edit makes of one object.
public struct WaitingChange: Hashable, Sendable {
    /// The object.
    public let object: ObjectID
    /// What the change was made to; nil if the object is new.
    ///
    /// Its text is what both sides had, should the server have another version by now.
    public internal(set) var base: ObjectVersion? { didSet { scope = nil } }
    /// The object's new text; nil if it's deleted.
    public internal(set) var text: [UInt8]? { didSet { scope = nil } }
    /// Whether a change without a base brings back an invitation that the viewer hadn't answered.
    private let bringsBackUnanswered: Bool
    /// Which dates it concerns; nil before that was asked for.
    var scope: Scope?

    /// The dates that a change concerns.
    enum Scope: Hashable, Sendable {
        case all
        /// The starts that the rule gave them, in the basic form of RFC 5545.
        case only([String])
    }

    /// Creates a change from its parts; `isUnanswered` counts if there's no base, which says it otherwise.
    public init(
        object: ObjectID,
        base: ObjectVersion?,
        text: [UInt8]?,
        isUnanswered: Bool = false
    ) {
        self.object = object
        self.base = base
        self.text = text
        bringsBackUnanswered = isUnanswered
    }

    /// Whether the object is an invitation that the viewer hasn't answered, which an edit leaves unanswered.
    public var isUnanswered: Bool { base?.isUnanswered ?? bringsBackUnanswered }

    /// Whether it leaves the object as it was.
    var isVoid: Bool { text == base?.text }

    /// What it makes of the object, with a tag.
    func version(etag: String) -> ObjectVersion? {
        text.map { ObjectVersion(etag: etag, text: $0, isUnanswered: isUnanswered) }
    }

    /// Whether two changes do the same, whatever was asked about them.
    public static func == (one: WaitingChange, other: WaitingChange) -> Bool {
        one.object == other.object && one.base == other.base && one.text == other.text
    }

    /// Hashes the object alone: an edit changes it once.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(object)
    }
}

/// An edit that the server hasn't made yet: all of its changes are made, or none.
///
/// No two edits change the same object, unless the first of them has been sent.
public struct WaitingEdit: Hashable, Sendable {
    /// What tells an edit from all others of an account.
    public struct Name: Hashable, Sendable {
        /// The client that made the edit.
        public let client: String
        /// The edit's place among those of its client, from 1.
        public let place: Int

        /// Creates a name from its parts.
        public init(client: String, place: Int) {
            self.client = client
            self.place = place
        }
    }

    /// The client and the number under which an edit was sent.
    public struct SentAs: Hashable, Sendable {
        /// The client that sent it first.
        public let client: String
        /// Higher than those of the client's earlier edits.
        public let number: Int

        /// Creates it from its parts.
        public init(client: String, number: Int) {
            self.client = client
            self.number = number
        }
    }

    /// The edit's name.
    public let name: Name
    /// When it was made first.
    public let made: Instant
    /// The title of its event.
    public internal(set) var title: String
    /// Whether no person made it, so that nothing is said about it.
    public internal(set) var isQuiet: Bool
    /// Whether what it removes needn't be kept in the bin, because it undoes another edit.
    public internal(set) var isUndoing: Bool
    /// The changes, to different objects.
    public internal(set) var changes: [WaitingChange]
    /// Under what number it's sent; nil before.
    ///
    /// After that it doesn't change until the server has answered, because the server may have made it.
    public internal(set) var sentAs: SentAs?
    /// The steps that it was made by in this client's agenda, in their order; none if another client made it.
    public internal(set) var steps: [Step] = []
    /// Whether a request with it has left this device, or that of the client that made it.
    var hasLeft = false
    /// How often the server failed with it.
    var failureCount = 0
    /// How often it had to be merged with others' changes.
    var mergeCount = 0
    /// Whether the device has kept it, perhaps in an earlier form; nil before it has answered.
    public internal(set) var isKept: Bool?

    /// Its order among the edits of its client, and of the last effect that has it kept.
    var (order, lastKeep) = (0, -1)

    /// An edit of the agenda, or its undo or redo.
    public struct Step: Hashable, Sendable {
        /// The number of the agenda's edit.
        public let edit: Int
        /// Whether it was undone in this step.
        public let isUndo: Bool
    }

    /// Creates an edit from its parts.
    public init(
        name: Name,
        made: Instant,
        title: String,
        isQuiet: Bool = false,
        isUndoing: Bool = false,
        changes: [WaitingChange],
        sentAs: SentAs? = nil
    ) {
        self.name = name
        self.made = made
        self.title = title
        self.isQuiet = isQuiet
        self.isUndoing = isUndoing
        self.changes = changes
        self.sentAs = sentAs
    }

    /// Whether it changes an object.
    func touches(_ object: ObjectID) -> Bool { place(of: object) != nil }

    /// Whether it changes an object that another edit changes, too.
    func touches(_ other: WaitingEdit) -> Bool { other.changes.contains { touches($0.object) } }

    /// Whether it wasn't sent and is based on what another edit makes.
    func isOnTop(of other: WaitingEdit) -> Bool {
        sentAs == nil
            && changes.contains { change in
                guard let below = other.change(of: change.object) else { return false }
                return change.base?.text == below.text
            }
    }

    /// The change of an object.
    func change(of object: ObjectID) -> WaitingChange? { place(of: object).map { changes[$0] } }

    private func place(of object: ObjectID) -> Int? {
        #if DEBUG
        LookCount.current?.count += 1
        #endif
        return changes.firstIndex { $0.object == object }
    }

    /// Removes the changes that leave their objects as they were.
    ///
    /// - Returns: These changes.
    mutating func takeVoidChanges() -> [WaitingChange] {
        let void = changes.filter { $0.isVoid }
        changes.removeAll { $0.isVoid }
        return void
    }

    /// Makes its changes and those of a later edit one: of each object, the first base and the last text.
    mutating func absorb(_ later: WaitingEdit) {
        for change in later.changes {
            if let place = changes.firstIndex(where: { $0.object == change.object }) {
                changes[place].text = change.text
            } else {
                changes.append(change)
            }
        }
        if !later.title.isEmpty { title = later.title }
        isUndoing = isUndoing && later.isUndoing
        isQuiet = isQuiet && later.isQuiet
        steps += later.steps
    }
}

#if DEBUG
/// Counts in how many edits an object is looked for, so that a test can say how that grows with the edits that wait.
final class LookCount: @unchecked Sendable {
    @TaskLocal static var current: LookCount?
    var count = 0
}
#endif
