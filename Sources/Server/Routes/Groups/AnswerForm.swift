import Agenda
import CivilTime
import Hummingbird
import ICalendar
import Store

/// What somebody says to a candidate of a proposal, or to an event that they are asked to.
struct AnswerForm: Decodable {
    let answer: String
    let occurrence: String?
    let comment: String?

    /// Writes the answer into a text.
    func edit(
        of account: Account,
        zones files: ZoneFiles,
        now: Instant
    ) throws(ServerError) -> @Sendable (_ text: [UInt8]) throws -> ObjectDraft {
        let choice = ProposalChoice(answer)
        guard choice != nil || answer == "none" else {
            let reason = "Answer yes, maybe or no, or none to take an answer back."
            throw ServerError.notValidField(name: "answer", reason: reason)
        }
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
            // An answer to each date of an endless series would be an endless text.
            guard answered.count <= Limits.objectBytesMax else {
                throw ServerError.tooLarge(bytesMax: Limits.objectBytesMax)
            }
            return try ObjectReader.draft(of: answered)
        }
    }
}

extension Response {
    /// What became of an object that was answered, or decided.
    static func written(_ outcome: PutOutcome, at href: Href) -> Response {
        var object = JSONObject()
        object.add("href", href.text)
        object.add("etag", outcome.etag)
        object.add("token", outcome.token.text)
        return .json(object, headers: [.eTag: outcome.etag])
    }
}
