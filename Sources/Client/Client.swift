public import Agenda
public import CivilTime
import ICalendar

/// What a person's device knows of the calendars, and what it still has to tell the server.
///
/// The agenda shows what the server has confirmed, with the edits that wait on top. A client has no clock, no network and
/// no storage: ``take(_:at:)`` gets what happened and answers what to do, all of them values.
///
/// - An edit is shown at once, kept on the device, and sent when those before it are made.
/// - Edits that wait and change the same objects are one, so each object waits once. An edit that was sent stays as it is
///   until the server has answered, because the server may have made it: then it's sent again under its number, which
///   makes it only once.
/// - What others change meanwhile is merged field by field. Where both sides changed a field, theirs is kept, and a
///   conflict keeps both values until the person has seen it.
/// - Answers to proposals are shown on top of all that, and sent when no edit waits.
public struct Client: Sendable {
    /// How long to wait before an edit is sent again, in seconds: at first, and at most.
    static let (retryMin, retryMax) = (4, 32)
    /// After how many seconds an edit that has got no answer is shown as waiting.
    static let slowSeconds = 3
    /// How often an edit is sent with which the server fails.
    static let failuresMax = 5
    /// How often an edit is merged with others' changes before there is a pause.
    static let mergesMax = 3

    /// What the client is doing with the first edit.
    enum Phase {
        case idle
        /// It isn't sent before the device has answered, so that its number isn't forgotten.
        case keeping
        /// Under way; this wake-up call says that it takes long.
        case sending(wake: Int)
        /// The same of an answer, which has this name.
        case sendingAnswer(WaitingEdit.Name, wake: Int)
        /// Its objects are being read; what was known then was from before this place in the server's log.
        case reading([ObjectRead], since: UInt64)
    }

    /// An object that is being read, or what was there.
    struct ObjectRead {
        let object: ObjectID
        var answer: ReadAnswer?
    }

    /// What the views show.
    public var agenda: Agenda
    /// The edits that the server hasn't made yet, in the order in which they are sent.
    public internal(set) var edits: [WaitingEdit] = []
    /// The answers that the server doesn't have yet, or whose records haven't come yet.
    public internal(set) var answers: [WaitingAnswer] = []
    /// The changes that gave way, the oldest first.
    public internal(set) var conflicts: [EditConflict] = []
    /// Whether the edits wait: the server can't be reached, or nobody is signed in.
    public internal(set) var isAway = false

    private(set) var name: String
    var placeCount = 0
    var numberCount = 0
    var phase = Phase.idle
    /// The wake-up call after which something is sent again, and how many there were.
    var retryWake: Int?
    var wakeCount = 0
    var retrySeconds = Client.retryMin
    /// Of the objects that edits have changed a moment ago, or will.
    var notes = ObjectNotes()
    /// How far the server's log has been read.
    var token: UInt64 = 0
    /// The objects whose edits have waited.
    var late: Set<ObjectID> = []
    var now = Instant(secondsSinceEpoch: 0)
    var effects: [Effect] = []
    /// The edits to keep, each once; nil in place of those that are to be kept no more, or as they are by now.
    var keeps: [Effect?] = []
    /// How many there were before.
    var keepCount = 0
    /// The highest order that an edit has had.
    var orderCount = 0

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - name: 32 hexadecimal digits that no other client of the account has.
    ///   - agenda: What to begin with.
    public init(name: String, agenda: Agenda = Agenda()) {
        self.name = name
        self.agenda = agenda
    }

    /// Begins to number edits anew, under another name, before any was made.
    public mutating func begin(as name: String) {
        self.name = name
    }

    /// Notes how far the server's log has been read, after everything was put into the agenda.
    public mutating func noteLoaded(upTo token: UInt64) { self.token = token }

    /// Takes what has happened.
    ///
    /// - Parameters:
    ///   - input: What has happened.
    ///   - now: The present time.
    /// - Returns: What to do, in this order.
    public mutating func take(_ input: Input, at now: Instant) -> [Effect] {
        self.now = now
        switch input {
        case .edited(let outcome, let isQuiet): note(outcome, isQuiet: isQuiet)
        case .kept(let name, let sentAs, let isKept): noteKept(name, sentAs, isKept)
        case .adopted(let edits, let conflicts): adopt(edits, conflicts)
        case .adoptedAnswers(let answers): adopt(answers)
        case .answered(let answer): takeAnswer(answer)
        case .read(let object, let answer): takeRead(object, answer)
        case .record(let object, let version, let token): takeRecord(object, version, token)
        case .reached:
            retrySeconds = Self.retryMin
            retryWake = nil
        case .woke(let number): noteWake(number)
        case .takeBack(let name): takeBack(name)
        case .dismiss(let name): dismiss(name)
        }
        return end()
    }

    /// Takes everything that the server has, and no other objects; `token` is the place in its log.
    public mutating func load(
        _ objects: [(ObjectID, ObjectVersion)],
        token: UInt64,
        at now: Instant
    ) -> [Effect] {
        self.now = now
        takeAll(objects, token)
        return end()
    }

    /// Makes the own side of a conflict an edit, on top of what the event is by now.
    ///
    /// - Returns: The edit, if it could be made, and what to do.
    public mutating func useMine(
        _ name: WaitingEdit.Name,
        at now: Instant
    ) -> (outcome: EditOutcome?, effects: [Effect]) {
        self.now = now
        let outcome = useMine(name)
        return (outcome, end())
    }

    mutating func end() -> [Effect] {
        // What waited may have been undone.
        if hasSentAll {
            retryWake = nil
            noteReached()
        }
        send()
        noteScopes()
        defer {
            effects = []
            keepCount += keeps.count
            keeps = []
        }
        return settledEffects
    }

    /// The effects, with what is kept first, so that a crash between two of them loses nothing: what is forgotten may be in
    /// it.
    ///
    /// Conflicts come before the edits that gave way.
    private var settledEffects: [Effect] {
        var first: [Effect] = []
        var others: [Effect] = []
        let lastShow = effects.lastIndex(of: .show)
        for (place, effect) in effects.enumerated() {
            switch effect {
            case .keepConflict, .keepAnswer: first.append(effect)
            case .show: if place == lastShow { others.append(effect) }
            default: others.append(effect)
            }
        }
        return first + keeps.compactMap { $0 } + others
    }

    // MARK: - The screen

    /// Shows the last text of an object, or what the server has if no edit of it waits.
    mutating func show(_ object: ObjectID, otherwise version: ObjectVersion?) {
        effects.append(.show)
        guard let change = lastPlace(of: object).flatMap({ edits[$0].change(of: object) }) else {
            setBeneath(version, of: object)
            return show(version, at: object)
        }
        if let version { setBeneath(version, of: object) }
        show(change.version(etag: change.base?.etag ?? ""), at: object)
    }

    private mutating func show(_ version: ObjectVersion?, at object: ObjectID) {
        // A calendar that is gone by now doesn't come back with an event.
        guard let version, agenda.calendars[object.calendar] != nil else {
            return agenda.removeObject(object)
        }
        let outcome = agenda.load(
            object,
            etag: version.etag,
            text: version.text,
            isUnanswered: version.isUnanswered
        )
        if outcome == .noEvent { agenda.removeObject(object) }
        showAnswers(to: object, etag: version.etag, version.isUnanswered)
    }
}
