public import Agenda

/// What happens to a client.
public enum Input: Sendable {
    /// The person, or the client itself, has edited the agenda. `isQuiet` says that nothing is to be told of it.
    case edited(EditOutcome, isQuiet: Bool)
    /// The device has kept an edit as it was with this number, or an answer, or couldn't.
    case kept(WaitingEdit.Name, WaitingEdit.SentAs?, isKept: Bool)
    /// The device has edits and conflicts that clients left there which have ended.
    case adopted([WaitingEdit], [EditConflict])
    /// The device has answers that clients left there which have ended.
    case adoptedAnswers([WaitingAnswer])
    /// The server has answered the last request, or nobody has.
    case answered(EditAnswer)
    /// An object was asked for.
    case read(ObjectID, ReadAnswer)
    /// The server has an object in this version, or no more if there is none; `token` is the place in the server's log.
    case record(ObjectID, ObjectVersion?, token: UInt64)
    /// There is a network again, or somebody has signed in.
    case reached
    /// As many seconds have passed as ``Effect/wake(after:number:)`` asked for, by whatever clock.
    case woke(Int)
    /// The person doesn't want an edit, or an answer, any more.
    case takeBack(WaitingEdit.Name)
    /// The person has seen a conflict.
    case dismiss(WaitingEdit.Name)
}

/// What became of an edit that was sent.
public enum EditAnswer: Hashable, Sendable {
    /// The server made it; one entry for each change, in their order.
    case made([SavedObject])
    /// The server has another version of one of the objects.
    case changedElsewhere
    /// The server has made a later edit of the client, so it has made this one or never will.
    case passed
    /// The server refuses it for good.
    case refused(code: String)
    /// The server failed.
    case failed
    /// Nobody is signed in, or somebody else is.
    case signedOut
    /// There was no answer of the server's.
    case away
    /// It wasn't sent, because there is no network.
    case unsent
}

/// What an object became by an edit.
public struct SavedObject: Hashable, Sendable {
    /// The new entity tag; empty if the object was removed.
    public let etag: String
    /// The change's place in the server's log.
    public let token: UInt64

    /// Creates it from its parts.
    public init(etag: String, token: UInt64) {
        self.etag = etag
        self.token = token
    }
}

/// What the server has at an address.
public enum ReadAnswer: Hashable, Sendable {
    /// This version.
    case found(ObjectVersion)
    /// Nothing that the viewer may see.
    case gone
    /// There was no answer of the server's.
    case away
}
