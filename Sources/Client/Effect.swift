public import Agenda

/// What a client wants done.
///
/// Whoever runs it carries out the effects in their order.
public enum Effect: Hashable, Sendable {
    /// Keep an edit on the device, in place of the one with its name; answered by ``Input/kept(_:_:isKept:)``.
    case keep(WaitingEdit)
    /// Keep this edit no more.
    case forget(WaitingEdit.Name)
    /// Keep a conflict on the device.
    case keepConflict(EditConflict)
    /// Keep this conflict no more.
    case forgetConflict(WaitingEdit.Name)
    /// Keep an answer on the device; answered by ``Input/kept(_:_:isKept:)`` without a number.
    case keepAnswer(WaitingAnswer)
    /// Keep this answer no more.
    case forgetAnswer(WaitingEdit.Name)
    /// Send an edit; answered by ``Input/answered(_:)``.
    case send(EditRequest)
    /// Send an answer; answered by ``Input/answered(_:)``, too: one request is under way at a time.
    case sendAnswer(AnswerRequest)
    /// Read an object; answered by ``Input/read(_:_:)``.
    case read(ObjectID)
    /// Say ``Input/woke(_:)`` with this number after so many seconds.
    case wake(after: Int, number: Int)
    /// Draw the views again.
    case show
    /// Tell the person.
    case tell(Notice)
}

/// An edit as it's sent to the server.
public struct EditRequest: Hashable, Sendable {
    /// A change of one object.
    public struct Change: Hashable, Sendable {
        /// The object.
        public let object: ObjectID
        /// The new text; nil to remove it.
        public let text: [UInt8]?
        /// The entity tag that the object must have; nil if there must be none.
        public let etag: String?

        /// Creates a change from its parts.
        public init(object: ObjectID, text: [UInt8]?, etag: String?) {
            self.object = object
            self.text = text
            self.etag = etag
        }
    }

    /// Under what number.
    public let sentAs: WaitingEdit.SentAs
    /// The changes.
    public let changes: [Change]
    /// Whether what is removed needn't be kept in the bin.
    public let isForGood: Bool

    /// Creates a request from its parts.
    public init(sentAs: WaitingEdit.SentAs, changes: [Change], isForGood: Bool) {
        self.sentAs = sentAs
        self.changes = changes
        self.isForGood = isForGood
    }
}

/// What to tell the person.
public enum Notice: Hashable, Sendable {
    /// Changes of this many events had waited and are saved now.
    case saved(count: Int)
    /// The server didn't make this edit, and it was taken back.
    case refused(WaitingEdit, Refusal)
    /// This edit was taken back before it was sent, as the person wanted.
    case tookBack(WaitingEdit)
    /// The server didn't take this answer, and it was taken back.
    case refusedAnswer(WaitingAnswer, Refusal)
    /// This answer was taken back before the server had it, as the person wanted.
    case tookBackAnswer(WaitingAnswer)
    /// The own side of a conflict can't be had, because of this.
    case notUsed(EditConflict, Refusal)
}

/// Why an edit was taken back.
public enum Refusal: Hashable, Sendable {
    /// Somebody else changed the event, and both changes can't be had.
    case changedElsewhere
    /// Somebody else deleted the event.
    case deletedElsewhere
    /// The server gave this code.
    case server(code: String)
}
