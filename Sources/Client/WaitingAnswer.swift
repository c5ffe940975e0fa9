public import Agenda
public import CivilTime

/// The viewer's answer to a proposal's candidate, or to a group's event, that the server doesn't have yet.
///
/// It is the person's last word on an object, or on one date of it, so a later answer to the same takes its place, and
/// sending it twice is harmless. A class, because copies of it would make a third of the core's code for answers.
public final class WaitingAnswer: Hashable, Sendable {
    /// What changes while it waits.
    struct State: Hashable {
        var comment: String?
        var proposal: String
        var earlier: ProposalChoice?
        var hasLeft: Bool
        var isKept: Bool?
        /// Where the server's log has it; nil before the server has it.
        ///
        /// It's shown on top of older records until then.
        var savedAt: UInt64?
        /// How often the server failed with it.
        var failureCount = 0
    }

    /// The answer's name; no edit and no conflict has the same.
    public let name: WaitingEdit.Name
    /// When it was given.
    public let made: Instant
    /// The title of the event.
    public let title: String
    /// The candidate, or the event.
    public let object: ObjectID
    /// The start in the key of the one date that is answered; empty if all are.
    public let occurrence: String
    /// The answer; nil takes an earlier one back.
    public let choice: ProposalChoice?
    let state: State

    /// The comment on it; nil keeps the earlier one.
    public var comment: String? { state.comment }
    /// The proposal; empty for an event.
    public var proposal: String { state.proposal }
    /// What the viewer had answered before, as far as the server knows.
    public var earlier: ProposalChoice? { state.earlier }
    /// Whether the server may have it: a request with it has left this device.
    public var hasLeft: Bool { state.hasLeft }
    /// Whether the device has kept it; nil before it has answered.
    public var isKept: Bool? { state.isKept }

    /// Creates an answer from its parts.
    public convenience init(
        name: WaitingEdit.Name,
        made: Instant,
        title: String,
        object: ObjectID,
        occurrence: String,
        choice: ProposalChoice?,
        comment: String?,
        proposal: String,
        earlier: ProposalChoice?,
        hasLeft: Bool = false
    ) {
        let state = State(comment: comment, proposal: proposal, earlier: earlier, hasLeft: hasLeft)
        self.init(name, made, title, object, occurrence, choice, state)
    }

    private init(
        _ name: WaitingEdit.Name,
        _ made: Instant,
        _ title: String,
        _ object: ObjectID,
        _ occurrence: String,
        _ choice: ProposalChoice?,
        _ state: State
    ) {
        self.name = name
        self.made = made
        self.title = title
        self.object = object
        self.occurrence = occurrence
        self.choice = choice
        self.state = state
    }

    /// The answer in another state.
    func changed(_ change: (inout State) -> Void) -> WaitingAnswer {
        var state = state
        change(&state)
        return WaitingAnswer(name, made, title, object, occurrence, choice, state)
    }

    /// The answer that takes the place of another one to the same, which the server may have.
    func replacing(_ other: WaitingAnswer) -> WaitingAnswer {
        changed { state in
            state.comment = state.comment ?? other.comment
            state.earlier = other.earlier
            state.hasLeft = state.hasLeft || other.hasLeft
        }
    }

    /// The answer that the person had given before.
    func reversed(as name: WaitingEdit.Name, made: Instant) -> WaitingAnswer {
        let state = State(proposal: proposal, earlier: earlier, hasLeft: false)
        return WaitingAnswer(name, made, title, object, occurrence, earlier, state)
    }

    /// The key of what is answered; for all dates, it names none of them.
    public var key: OccurrenceKey { OccurrenceKey(object: object, recurrenceID: occurrence) }

    /// Whether the server has it.
    public var isSaved: Bool { state.savedAt != nil }

    /// Whether both are about the same dates of one object.
    func isAboutSame(as other: WaitingAnswer) -> Bool {
        object == other.object && occurrence == other.occurrence
    }

    /// Whether it leaves everything as the server has it.
    var isVoid: Bool { !hasLeft && choice == earlier && comment == nil }

    /// Whether both are one answer in the same state.
    public static func == (one: WaitingAnswer, other: WaitingAnswer) -> Bool {
        one.name == other.name && one.made == other.made && one.title == other.title
            && one.isAboutSame(as: other) && one.choice == other.choice && one.state == other.state
    }

    /// Hashes the name alone.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// An answer as it's sent to the server.
public struct AnswerRequest: Hashable, Sendable {
    /// The answer.
    public let answer: WaitingAnswer
    /// The text that the object gets by it; nil if the object isn't known any more.
    public let text: [UInt8]?
}
