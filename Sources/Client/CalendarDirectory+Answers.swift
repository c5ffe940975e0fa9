public import Agenda

// Where answers to proposals and invitations go.

extension CalendarDirectory {
    /// Where an answer to an occurrence is sent.
    public enum AnswerPlace: Hashable, Sendable {
        /// To the event itself.
        case event(ObjectID)
        /// To this proposal of a group; the object is one of its candidates.
        case proposal(group: String, identity: String, ObjectID)
    }

    /// Where an answer to an occurrence is sent; nil if nobody can be answered, because the event is a fellow member's.
    public func answerPlace(of occurrence: EventOccurrence) -> AnswerPlace? {
        let object = occurrence.key.object
        guard let entry = calendar(object.calendar),
            Permission.allows(.writeEvents, at: entry.level)
        else { return nil }
        return answerPlace(of: object, proposal: occurrence.event.answers?.identity ?? "")
    }

    /// Where an answer is sent; nil if the account isn't in the group any more.
    public func answerPlace(of answer: WaitingAnswer) -> AnswerPlace? {
        answerPlace(of: answer.object, proposal: answer.proposal)
    }

    private func answerPlace(of object: ObjectID, proposal: String) -> AnswerPlace? {
        if proposal.isEmpty { return .event(object) }
        let group = groups.first { $0.calendar == object.calendar }
        return group.map { .proposal(group: $0.id, identity: proposal, object) }
    }
}
