import Agenda
package import Store

/// How what is proposed follows who is in the group.
package enum CandidateEdits {
    /// Asks somebody who joins.
    package static func asking(_ account: Account) -> CandidateEdit {
        let member = ProposalMember(account: account.id.text, name: account.name)
        return edit { text throws(ProposalError) in try Candidate.adding(member, to: text) }
    }

    /// Takes out somebody who goes, with what they answered.
    static func lettingGo(_ account: AccountID) -> CandidateEdit {
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
