package import Agenda
import Store

/// Runs `body` and turns a ``ProposalError`` into the error that the server responds with.
package func checked<Value>(_ body: () throws(ProposalError) -> Value) throws -> Value {
    do throws(ProposalError) {
        return try body()
    } catch {
        throw error.refusal
    }
}

extension ProposalError {
    /// The error that the server responds with.
    package var refusal: any Error {
        let reason =
            switch self {
            case .title: "A title has 1 to 1,000 bytes."
            case .location: "A location has at most 1,000 bytes."
            case .notes: "Notes have at most 10,000 bytes."
            case .comment: "A comment has at most 500 bytes."
            case .timeCount: "A proposal has 1 to 20 times."
            case .time: "A time is like 2026-03-11T19:00:00, or a date."
            case .endBeforeStart: "The end is before the start."
            case .unknownZone: "There is no such time zone."
            case .rule: "The repeat rule cannot be read."
            case .ruleTooOften: "A time can repeat at most 24 times a day."
            case .deadline: "The deadline has already passed."
            case .over: "Answers were taken until the deadline."
            case .notAMember: "Only members of the group can answer."
            case .unknownOccurrence: "The event does not happen then."
            case .notAProposal: "This is no longer a proposal."
            }
        if case .notAProposal = self { return StoreError.decided }
        if case .over(let deadline) = self { return ServerError.deadlineOver(deadline) }
        return ServerError.notValidField(name: code, reason: reason)
    }
}
