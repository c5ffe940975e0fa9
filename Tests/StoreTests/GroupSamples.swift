import Agenda

@testable import Store

extension AccountID {
    static let cleo = AccountID(stored: "cccccccccccccccccccccccccccccccc")
    static let dan = AccountID(stored: "dddddddddddddddddddddddddddddddd")

    static func number(_ number: Int) -> AccountID {
        AccountID(stored: CalendarID.number(number).text)
    }
}

extension GroupID {
    static let family = GroupID(stored: "f0000000000000000000000000000000")
    static let team = GroupID(stored: "f1111111111111111111111111111111")
}

extension CalendarID {
    static let cleos = CalendarID(stored: "cc000000000000000000000000000000")
    static let dans = CalendarID(stored: "dd000000000000000000000000000000")
    static let familys = CalendarID(stored: "ff000000000000000000000000000000")
}

extension NewAccount {
    static let cleo = person("Cleo", .cleo, .cleos)
    static let dan = person("Dan", .dan, .dans)

    static func numbered(_ number: Int) -> NewAccount {
        person("P\(number)", .number(number), .number(1000 + number))
    }

    private static func person(
        _ name: String,
        _ id: AccountID,
        _ calendar: CalendarID
    ) -> NewAccount {
        NewAccount(
            account: Account(id: id, email: "\(name.lowercased())@example.org", name: name),
            password: "secret",
            calendar: NewCalendar(id: calendar, name: "Personal", color: "blue")
        )
    }
}

extension ShareEdit {
    static func only(_ calendar: CalendarID, _ level: AccessLevel) -> ShareEdit {
        ShareEdit(shares: [CalendarShare(calendar: calendar, level: level)])
    }
}

extension String {
    static func hash(_ token: String) -> String {
        token + "-" + String(repeating: "0", count: 63 - token.count)
    }
}

extension StoreKind {
    /// Runs a body with a store of four accounts.
    ///
    /// Anna and Ben are members of the group "Family".
    @discardableResult
    func withGroup<Value>(
        quotas: Quotas = Quotas(),
        _ body: (CalendarStore) async throws -> Value
    ) async throws -> Value {
        try await withStore(quotas: quotas) { store in
            for new in [NewAccount.ben, .cleo, .dan] {
                try await store.accounts.create(new, nowSecond: .t0)
            }
            try await store.addFamily()
            return try await body(store)
        }
    }
}

extension CalendarStore {
    /// Creates the group "Family" of Anna, which Ben joins.
    func addFamily() async throws {
        let family = NewGroup(
            id: .family,
            name: "Family",
            calendar: .familys,
            ownersTimes: .random()
        )
        _ = try await groups.create(family, of: .anna, nowSecond: .t0)
        try await join(.ben, .family)
    }

    /// Creates the group "Team".
    func addTeam(of owner: AccountID) async throws {
        let team = NewGroup(
            id: .team,
            name: "Team",
            calendar: .number(9),
            ownersTimes: .random()
        )
        _ = try await groups.create(team, of: owner, nowSecond: .t0)
    }

    /// Joins a group with a new link.
    func join(
        _ account: AccountID,
        _ group: GroupID,
        invitedBy inviter: AccountID = .anna
    ) async throws {
        let token = Self.identifier()
        try await addJoinLink(token, to: group, by: inviter, uses: 1)
        try await join(account, with: token)
    }

    func join(
        _ account: AccountID,
        with token: String,
        nowSecond: Int64 = .t0 + 1
    ) async throws {
        _ = try await groups.join(
            tokenHash: .hash(token),
            as: account,
            times: .random(),
            showing: ShareEdit(),
            nowSecond: nowSecond
        ) { _ in throw StoreError.notFound }
    }

    /// Creates a link to join that expires after a minute.
    @discardableResult
    func addJoinLink(
        _ token: String,
        to group: GroupID,
        by account: AccountID,
        uses: Int?
    ) async throws -> JoinLink {
        try await groups.addJoinLink(
            to: group,
            by: account,
            NewJoinLink(
                id: Self.identifier(),
                tokenHash: .hash(token),
                usesMax: uses,
                createdSecond: .t0,
                expiresSecond: .t0 + 60
            )
        )
    }

    /// The calendars that an account sees, with their levels, except those of its groups.
    func seen(by account: AccountID) async throws -> [CalendarID: AccessLevel] {
        let all = try await calendars.all(seenBy: account)
        let seen = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0.relation.level) })
        return seen.filter { $0.value != .group }
    }
}

extension CalendarStore {
    /// The calendar with Anna's times in another group, as an account sees it.
    func annasTimes(seenBy account: AccountID) async throws -> CalendarRecord? {
        try await calendars.all(seenBy: account).first { calendar in
            guard case .mirrored(_, owner: .anna, _) = calendar.relation else { return false }
            return calendar.id != .annas
        }
    }
}

extension Groups {
    /// Removes a member from a group without open proposals.
    func removeMember(
        _ member: AccountID,
        from group: GroupID,
        by account: AccountID
    ) async throws {
        try await removeMember(member, from: group, by: account) { _ in throw StoreError.notFound }
    }
}

extension ObjectDraft {
    static let proposal = String(repeating: "7", count: 32)

    /// A candidate of a proposal.
    ///
    /// The store doesn't parse the text here, so any text will do.
    static func candidate(
        _ text: String,
        uid: String = "dinner",
        of proposal: String = proposal
    ) -> ObjectDraft {
        ObjectDraft(
            uid: uid,
            etag: "\"\(text)\"",
            ical: text,
            firstSecond: .t0,
            lastSecond: .t0,
            proposal: proposal
        )
    }
}

extension ImportedObject {
    /// A new candidate of a proposal.
    static func candidate(of proposal: String) -> ImportedObject {
        let id = CalendarStore.identifier()
        let draft = ObjectDraft.candidate(id, uid: id, of: proposal)
        return ImportedObject(id: id, href: Href(stored: id), draft: draft)
    }
}

extension Proposals {
    /// Makes a proposal of Anna in the group "Family", and returns its identity.
    @discardableResult
    func create(candidates count: Int) async throws -> String {
        let proposal = CalendarStore.identifier()
        try await create(in: .family, by: .anna) { _ in
            (0..<count).map { _ in .candidate(of: proposal) }
        }
        return proposal
    }
}
