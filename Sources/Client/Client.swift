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
public struct Client: Sendable {
    /// How long to wait before an edit is sent again, in seconds: at first, and at most.
    static let (retryMin, retryMax): (Int64, Int64) = (4, 32)
    /// After how many seconds an edit that has got no answer is shown as waiting.
    static let slowSeconds: Int64 = 3
    /// How often an edit is sent with which the server fails.
    static let failuresMax = 5

    /// What the client is doing with the first edit.
    enum Phase: Hashable {
        case idle
        /// It isn't sent before the device has answered, so that its number isn't forgotten.
        case keeping
        case sending(since: Instant)
        /// These objects are being read; of the others it's known what the server has.
        case reading([ObjectID], known: [ObjectID: ReadAnswer])
    }

    /// What the views show.
    public var agenda: Agenda
    /// The edits that the server hasn't made yet, in the order in which they are sent.
    public internal(set) var edits: [WaitingEdit] = []
    /// The changes that gave way, the oldest first.
    public internal(set) var conflicts: [EditConflict] = []
    /// Whether the server can't be reached, so that the edits wait.
    public internal(set) var isAway = false
    /// Whether somebody has to sign in before anything is sent.
    public internal(set) var isSignedOut = false

    /// Whether the device has all edits that wait.
    public var isKept: Bool { unkept.isEmpty }

    let name: String
    /// The edits that the device couldn't keep.
    var unkept: Set<WaitingEdit.Name> = []
    var placeCount = 0
    var numberCount = 0
    var phase = Phase.idle
    var retryAt: Instant?
    var retrySeconds = Client.retryMin
    /// The last saves of objects, until the records show later ones: a record may have set out before them.
    var saves: [ObjectID: SavedObject] = [:]
    /// What the server has of objects whose edit was sent and not answered yet.
    var held: [ObjectID: (version: ObjectVersion?, token: UInt64)] = [:]
    /// How far the server's log has been read.
    var token: UInt64 = 0
    /// The objects whose edits have waited.
    var late: Set<ObjectID> = []
    var now = Instant(secondsSinceEpoch: 0)
    var effects: [Effect] = []

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - name: 32 hexadecimal digits that no other client of the account has.
    ///   - agenda: What to begin with.
    public init(name: String, agenda: Agenda = Agenda()) {
        self.name = name
        self.agenda = agenda
    }

    /// How many events have changes that wait for the server.
    public var waitingCount: Int {
        guard isAway || isSignedOut else { return 0 }
        return Set(edits.lazy.filter { !$0.isQuiet }.flatMap { $0.changes.map { $0.object } }).count
    }

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
        case .answered(let answer): takeAnswer(answer)
        case .read(let object, let answer): takeRead(object, answer)
        case .record(let object, let version, let token): takeRecord(object, version, token)
        case .loaded(let objects, let token): takeAll(objects, token)
        case .reached:
            isSignedOut = false
            retrySeconds = Self.retryMin
            retryAt = nil
        case .tick: noteTime()
        case .takeBack(let name): takeBack(name)
        case .dismiss(let name): dismiss(name)
        case .useMine(let name): useMine(name)
        }
        send()
        defer { effects = [] }
        return settledEffects
    }

    /// The effects without what a later one makes needless: an edit is kept once, as it's in the end.
    private var settledEffects: [Effect] {
        var settled: [Effect] = []
        for (place, effect) in effects.enumerated() {
            let later = effects[(place + 1)...]
            switch effect {
            case .keep(let edit):
                let isKeptLater = later.contains {
                    switch $0 {
                    case .keep(let other): other.name == edit.name
                    case .forget(let name): name == edit.name
                    default: false
                    }
                }
                if !isKeptLater { settled.append(effect) }
            case .show: if !later.contains(.show) { settled.append(effect) }
            default: settled.append(effect)
            }
        }
        return settled
    }

    // MARK: - The log

    mutating func keep(_ place: Int) { effects.append(.keep(edits[place])) }

    @discardableResult
    mutating func remove(_ place: Int) -> WaitingEdit {
        let edit = edits.remove(at: place)
        unkept.remove(edit.name)
        effects.append(.forget(edit.name))
        return edit
    }

    /// Whether an edit that was sent, and that the server may have made, changes an object.
    func isSent(_ object: ObjectID) -> Bool {
        edits.contains { $0.sentAs != nil && $0.touches(object) }
    }

    /// Shows the last text of an object, or what the server has if no edit of it waits.
    mutating func show(_ object: ObjectID, otherwise version: ObjectVersion?) {
        effects.append(.show)
        guard let change = edits.last(where: { $0.touches(object) })?.change(of: object) else {
            return show(version, at: object)
        }
        let shown = change.text.map {
            ObjectVersion(
                etag: change.base?.etag ?? "",
                text: $0,
                isUnanswered: change.base?.isUnanswered ?? false
            )
        }
        show(shown, at: object)
    }

    private mutating func show(_ version: ObjectVersion?, at object: ObjectID) {
        guard let version else { return agenda.removeObject(object) }
        let outcome = agenda.load(
            object,
            etag: version.etag,
            text: version.text,
            isUnanswered: version.isUnanswered
        )
        if outcome == .noEvent { agenda.removeObject(object) }
    }
}
