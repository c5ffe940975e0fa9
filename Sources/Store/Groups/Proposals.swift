import Agenda

/// Edits the text of a candidate.
package typealias CandidateEdit = @Sendable (_ text: String) throws -> ObjectDraft

/// Proposals: objects in a group's calendar that its members answer.
///
/// The caller provides the edits. Each edit runs in the transaction that reads and writes the text,
/// so no answer gets lost.
package struct Proposals: Sendable {
    let observed: ObservedDatabase

    /// Adds the candidates of a new proposal to a group's calendar.
    package func create(
        in group: GroupID,
        by account: AccountID,
        _ make: @escaping @Sendable (GroupRecord) throws -> [ImportedObject]
    ) async throws {
        try await observed.change(of: account) { connection in
            try connection.groups.require(.propose, of: group, by: account)
            let seen = try connection.groups.seenGroup(group, by: account)
            let open = try connection.proposals.openCounts(of: seen.calendar)
            guard open.proposals < Limits.proposalsPerGroupMax else {
                throw StoreError.tooMany(.proposals)
            }
            let objects = try make(seen)
            guard open.candidates + objects.count <= Limits.candidatesPerGroupMax else {
                throw StoreError.tooMany(.groupCandidates)
            }
            for object in objects {
                try connection.proposals.insertCandidate(object, into: seen.calendar, by: account)
            }
        }
    }

    /// Edits one candidate if the condition holds, such as when a member answers.
    package func answer(
        _ href: Href,
        of proposal: String,
        in group: GroupID,
        by account: AccountID,
        expecting: WriteCondition = .anything,
        through way: WriteSource = .page,
        _ edit: @escaping @Sendable (_ text: String, _ group: GroupRecord) throws -> ObjectDraft
    ) async throws -> PutOutcome {
        try await observed.change(of: account, through: way) { connection in
            try connection.groups.require(.answer, of: group, by: account)
            let seen = try connection.groups.seenGroup(group, by: account)
            let open = try connection.proposals.candidates(of: proposal, in: seen.calendar)
            guard let old = open.first(where: { $0.record.href == href }) else {
                throw StoreError.notFound
            }
            try expecting.check(against: old.record.etag)
            return try connection.proposals.replace(
                old,
                by: try edit(old.record.ical, seen),
                for: account
            )
        }
    }

    /// Adds a candidate to an open proposal.
    ///
    /// `make` gets the text of the oldest candidate.
    package func suggest(
        for proposal: String,
        in group: GroupID,
        by account: AccountID,
        _ make: @escaping @Sendable (_ text: String) throws -> ImportedObject
    ) async throws {
        try await observed.change(of: account) { connection in
            try connection.groups.require(.answer, of: group, by: account)
            let seen = try connection.groups.seenGroup(group, by: account)
            let open = try connection.proposals.candidates(of: proposal, in: seen.calendar)
            guard open.count < Limits.candidatesPerProposalMax else {
                throw StoreError.tooMany(.candidates)
            }
            let all = try connection.proposals.openCounts(of: seen.calendar)
            guard all.candidates < Limits.candidatesPerGroupMax else {
                throw StoreError.tooMany(.groupCandidates)
            }
            guard let first = open.first else { throw StoreError.notFound }
            let object = try make(first.record.ical)
            try connection.proposals.insertCandidate(object, into: seen.calendar, by: account)
        }
    }

    /// Removes one of several candidates.
    ///
    /// Only the member who suggested it may do that, and members who may end the proposal.
    package func removeCandidate(
        _ href: Href,
        of proposal: String,
        in group: GroupID,
        by account: AccountID
    ) async throws {
        try await observed.change(of: account, mayUseReserve: true) { connection in
            let role = try connection.groups.require(.see, of: group, by: account)
            let seen = try connection.groups.seenGroup(group, by: account)
            let open = try connection.proposals.candidates(of: proposal, in: seen.calendar)
            guard let candidate = open.first(where: { $0.record.href == href }) else {
                throw StoreError.notFound
            }
            guard
                candidate.isSuggested(by: account)
                    || connection.proposals.mayEnd(open, account, as: role)
            else { throw StoreError.notAllowed }
            guard open.count > 1 else { throw StoreError.lastCandidate }
            _ = try connection.objects.remove(at: candidate.place(for: account), id: candidate.id)
        }
    }

    /// Edits all candidates.
    ///
    /// Only members who may end the proposal may do that.
    package func edit(
        _ proposal: String,
        in group: GroupID,
        by account: AccountID,
        _ edit: @escaping CandidateEdit
    ) async throws {
        try await observed.change(of: account) { connection in
            for candidate in try connection.proposals.decidable(proposal, in: group, by: account) {
                _ = try connection.proposals.replace(
                    candidate,
                    by: edit(candidate.record.ical),
                    for: account
                )
            }
        }
    }

    /// Turns one candidate into the event, and removes the others.
    package func decide(
        for href: Href,
        of proposal: String,
        in group: GroupID,
        by account: AccountID,
        _ edit: @escaping @Sendable (_ text: String, _ group: GroupRecord) throws -> ObjectDraft
    ) async throws -> PutOutcome {
        try await observed.change(of: account) { connection in
            let open = try connection.proposals.decidable(proposal, in: group, by: account)
            guard let chosen = open.first(where: { $0.record.href == href }) else {
                throw StoreError.notFound
            }
            for other in open where other.id != chosen.id {
                _ = try connection.objects.remove(at: other.place(for: account), id: other.id)
            }
            let seen = try connection.groups.seenGroup(group, by: account)
            let draft = try edit(chosen.record.ical, seen)
            return try connection.proposals.replace(chosen, by: draft, for: account)
        }
    }

    /// Removes all candidates of a proposal.
    package func withdraw(
        _ proposal: String,
        in group: GroupID,
        by account: AccountID
    ) async throws {
        try await observed.change(of: account, mayUseReserve: true) { connection in
            for candidate in try connection.proposals.decidable(proposal, in: group, by: account) {
                _ = try connection.objects.remove(
                    at: candidate.place(for: account),
                    id: candidate.id
                )
            }
        }
    }
}

extension ProposalStatements {
    /// Edits the candidates of all of a group's open proposals, for example when somebody joins or
    /// leaves.
    func rewriteCandidates(
        of group: GroupID,
        for account: AccountID,
        _ edit: CandidateEdit
    ) throws {
        let candidates = try connection.rows(
            """
            SELECT \(StoredObject.columns) FROM objects
            WHERE calendar_id IN (SELECT id FROM calendars WHERE group_id = $1)
            AND is_candidate = 1 ORDER BY change_token
            """,
            [.text(group.text)]
        ).map { try StoredObject($0) }
        for candidate in candidates {
            let draft = try edit(candidate.record.ical)
            guard draft.etag != candidate.record.etag else { continue }
            _ = try replace(candidate, by: draft, for: account)
        }
    }

    /// The candidates of an open proposal, at least one; throws when it's decided or doesn't exist.
    fileprivate func candidates(
        of proposal: String,
        in calendar: CalendarID
    ) throws -> [StoredObject] {
        let open = try connection.rows(
            """
            SELECT \(StoredObject.columns) FROM objects
            WHERE calendar_id = $1 AND proposal_id = $2 AND is_candidate = 1 ORDER BY change_token
            """,
            [.text(calendar.text), .text(proposal)]
        ).map { try StoredObject($0) }
        guard open.isEmpty else { return open }
        let decided = try connection.row(
            "SELECT 1 FROM objects WHERE calendar_id = $1 AND proposal_id = $2",
            [.text(calendar.text), .text(proposal)]
        )
        throw decided == nil ? StoreError.notFound : StoreError.decided
    }

    /// The candidates of an open proposal; throws unless the account may end the proposal.
    fileprivate func decidable(
        _ proposal: String,
        in group: GroupID,
        by account: AccountID
    ) throws -> [StoredObject] {
        let role = try connection.groups.require(.see, of: group, by: account)
        let seen = try connection.groups.seenGroup(group, by: account)
        let open = try candidates(of: proposal, in: seen.calendar)
        guard mayEnd(open, account, as: role) else { throw StoreError.notAllowed }
        return open
    }

    /// Whether an account may end the proposal with these candidates: it made the proposal, or its
    /// role allows ending anybody's.
    fileprivate func mayEnd(
        _ candidates: [StoredObject],
        _ account: AccountID,
        as role: GroupRole
    ) -> Bool {
        Permission.allows(.decide, as: role)
            || candidates.contains { $0.proposal?.organizer?.account == account.text }
    }

    fileprivate func insertCandidate(
        _ object: ImportedObject,
        into calendar: CalendarID,
        by account: AccountID
    ) throws {
        let place = ObjectPlace(account: account, calendar: calendar, href: object.href)
        _ = try connection.objects.insert(object.draft, at: place, id: object.id)
    }

    fileprivate func replace(
        _ old: StoredObject,
        by draft: ObjectDraft,
        for account: AccountID
    ) throws -> PutOutcome {
        let token = try connection.objects.update(draft, at: old.place(for: account), id: old.id)
        return PutOutcome(created: false, etag: draft.etag, token: token)
    }

    /// How many open proposals a group's calendar has, and how many candidates they have together.
    fileprivate func openCounts(
        of calendar: CalendarID
    ) throws -> (proposals: Int, candidates: Int) {
        let counts = try connection.row(
            """
            SELECT count(DISTINCT proposal_id), count(*) FROM objects
            WHERE calendar_id = $1 AND proposal_id IS NOT NULL AND is_candidate = 1
            """,
            [.text(calendar.text)]
        )
        return (Int(try counts?.integer(0) ?? 0), Int(try counts?.integer(1) ?? 0))
    }
}

extension StoredObject {
    fileprivate var proposal: Candidate? { Candidate(text: Array(record.ical.utf8)) }

    fileprivate func isSuggested(by account: AccountID) -> Bool {
        proposal?.suggester == account.text
    }

    fileprivate func place(for account: AccountID) -> ObjectPlace {
        ObjectPlace(account: account, calendar: record.calendar, href: record.href)
    }
}
