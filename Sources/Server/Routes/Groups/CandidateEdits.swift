import Agenda
import ServerBase
package import Store

/// Edits that keep the attendees of a group's candidates in step with its members.
package enum CandidateEdits {
    /// Adds a new member to the attendees.
    package static func adding(_ account: Account) -> CandidateEdit {
        let member = ProposalMember(account: account.id.text, name: account.name)
        return edit { text throws(ProposalError) in try Candidate.adding(member, to: text) }
    }

    /// Removes a leaving member and their answers.
    static func removing(_ account: AccountID) -> CandidateEdit {
        edit { text throws(ProposalError) in try Candidate.removing(account.text, from: text) }
    }

    private static func edit(
        _ change: @escaping @Sendable (_ text: [UInt8]) throws(ProposalError) -> [UInt8]
    ) -> CandidateEdit {
        { text in
            let changed = try checked { () throws(ProposalError) in try change(Array(text.utf8)) }
            return try ObjectReader.draft(of: changed)
        }
    }
}
