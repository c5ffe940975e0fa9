import ServerBase
package import Store

extension Backend {
    /// Adds a proposal to a group's calendar, given the texts of its candidates with their answers.
    ///
    /// - Parameters:
    ///   - texts: the candidates, each with its UID, which has only letters, digits and `._~@+-`.
    ///   - group: whose members are asked.
    ///   - account: who proposes, a member of the group.
    /// - Throws: what is wrong with a text, or why it may not be proposed.
    package func keepProposal(
        _ texts: [(uid: String, octets: [UInt8])],
        in group: GroupID,
        by account: AccountID
    ) async throws {
        let objects = try texts.map { uid, octets in
            guard let href = Href(uid + ".ics") else { throw ServerError.notFound }
            let draft = try ObjectReader.draft(of: octets)
            return ImportedObject(id: clockAndRandom.identifier(), href: href, draft: draft)
        }
        try await store.proposals.create(in: group, by: account) { _ in objects }
    }
}
