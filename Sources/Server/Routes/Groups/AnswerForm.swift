import Agenda
import CivilTime
import Hummingbird
import ICalendar
import ServerBase
import Store

/// The JSON of an answer to a candidate, or to an event with attendees.
///
/// `answer` is `yes`, `maybe`, `no`, or `none` to take an answer back. `occurrence` is the original
/// start of one occurrence; without it, the answer is for all of them.
struct AnswerForm: Decodable {
    let answer: String
    let occurrence: String?
    let comment: String?

    /// Makes a function that writes the answer into an object's text.
    ///
    /// Throws ``ServerError/notValidField(name:reason:)`` for an unknown answer.
    func edit(
        of account: Account,
        zones files: ZoneFiles,
        now: Instant
    ) throws(ServerError) -> @Sendable (_ text: [UInt8]) throws -> ObjectDraft {
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
    func edit(
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

extension Response {
    /// The response after an answer or a decision: the object's href, ETag and change token.
    static func written(_ outcome: PutOutcome, at href: Href) -> Response {
        var object = JSONObject()
        object.add("href", href.text)
        object.add("etag", outcome.etag)
        object.add("token", outcome.token.text)
        return .json(object, headers: [.eTag: outcome.etag])
    }
}
