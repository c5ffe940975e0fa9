import Agenda
package import CivilTime
import ICalendar
package import ServerBase
package import Store

/// The JSON of an answer to a candidate, or to an event with attendees.
///
/// `answer` is `yes`, `maybe`, `no`, or `none` to take an answer back. `occurrence` is the original
/// start of one occurrence; without it, the answer is for all of them. `account` is whose it is: it may have waited until
/// somebody else had signed in.
package struct AnswerForm: Decodable {
    let account: String?
    package let answer: String
    package let occurrence: String?
    let comment: String?

    package init(answer: String, occurrence: String?, comment: String?) {
        account = nil
        (self.answer, self.occurrence, self.comment) = (answer, occurrence, comment)
    }

    /// Makes a function that writes the answer into an object's text.
    ///
    /// Throws ``ServerError/notValidField(name:reason:)`` for an unknown answer, and ``ServerError/notSignedIn`` for somebody
    /// else's.
    package func edit(
        of account: Account,
        zones files: ZoneFiles,
        now: Instant
    ) throws(ServerError) -> @Sendable (_ text: [UInt8]) throws -> ObjectDraft {
        guard self.account == nil || self.account == account.id.text else {
            throw .notSignedIn
        }
        let choice = try choice()
        let (occurrence, comment) = (occurrence, comment)
        return { text in
            let names = CalendarText.parse(text).zoneNames
            let answered = try checked { () throws(ProposalError) in
                try Candidate.answering(
                    choice,
                    by: account.id.text,
                    in: text,
                    occurrence: occurrence,
                    comment: comment,
                    zones: files.catalogue(of: names),
                    now: now
                )
            }
            // Each answered occurrence makes the text longer, and an endless series has no last one.
            guard answered.count <= Limits.objectBytesMax else {
                throw ServerError.tooLarge(bytesMax: Limits.objectBytesMax)
            }
            return try ObjectReader.draft(of: answered)
        }
    }
}

extension AnswerForm {
    /// Makes a function that writes the answer into a text of the account's own calendar.
    ///
    /// An invitation is answered in its copy, as a calendar program does it. Anything else is answered
    /// as in a group's calendar.
    package func edit(
        of account: Account,
        by planner: SchedulingPlanner
    ) throws(ServerError) -> @Sendable (_ text: String) throws -> ObjectDraft {
        let choice = try choice()
        let user = CalendarUser(account)
        let (occurrence, comment) = (occurrence, comment)
        let other = try edit(of: account, zones: planner.zones, now: planner.now)
        return { text in
            let answered = try planner.answering(
                choice,
                comment: comment,
                to: occurrence,
                by: user,
                in: text
            )
            return try answered ?? other(Array(text.utf8))
        }
    }

    /// nil takes an answer back.
    private func choice() throws(ServerError) -> ProposalChoice? {
        let choice = ProposalChoice(answer)
        guard choice != nil || answer == "none" else {
            let reason = "Answer yes, maybe or no, or none to take an answer back."
            throw ServerError.notValidField(name: "answer", reason: reason)
        }
        return choice
    }
}
