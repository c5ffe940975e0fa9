import Agenda
import Synchronization
import TestPlaces
import Testing

@testable import Store

@Suite("Managing accounts, on every driver")
struct AdministrationContractTests {
    private static let password = String(repeating: "9", count: 32)

    private static func session(
        _ number: Int = 1,
        of account: AccountID = .anna,
        at second: Int64 = .t0
    ) -> NewSession {
        NewSession(
            tokenHash: .hash("s\(number)"),
            account: account,
            createdSecond: second,
            expiresSecond: second + 1000
        )
    }

    // MARK: - Lists

    @Test("Accounts are listed page by page, by their address", arguments: StoreKind.available)
    func pages(kind: StoreKind) async throws {
        try await kind.withGroup { store in
            var pages: [[String]] = []
            repeat {
                let last = pages.last?.last
                pages.append(
                    try await store.administration.accounts(after: last, countMax: 3)
                        .map(\.account.email)
                )
            } while pages.last?.isEmpty == false
            #expect(
                pages == [
                    ["anna@example.org", "ben@example.org", "cleo@example.org"],
                    ["dan@example.org"], [],
                ]
            )
        }
    }

    @Test("A page takes one statement, however many accounts there are")
    func statements() async throws {
        guard PostgreSQLForTests.shared != nil else { return }
        try await StoreKind.postgreSQL.withPlace { place in
            let texts = Mutex<[String]>([])
            let database = try StoreKind.postgreSQL.open(place) { _, sql, _ in
                texts.withLock { $0.append(sql) }
            }
            let store = try await CalendarStore(database: database, nowSecond: .t0)
            for number in 1...20 {
                try await store.accounts.create(.numbered(number), nowSecond: .t0)
            }
            func count(_ countMax: Int) async throws -> Int {
                texts.withLock { $0.removeAll() }
                _ = try await store.administration.accounts(after: nil, countMax: countMax)
                return texts.withLock { $0.count }
            }
            #expect(try await count(20) == count(1))
            try await database.close()
        }
    }

    @Test("An account is listed with how much it has", arguments: StoreKind.available)
    func summary(kind: StoreKind) async throws {
        try await kind.withGroup { store in
            let before = try await store.administration.account(email: "anna@example.org")
            #expect(before.account == NewAccount.anna.account)
            #expect(before.createdSecond == .t0)
            #expect(before.seenSecond == nil && before.disabledSecond == nil)
            #expect(before.groupCount == 1)
            #expect(before.storage == StorageSummary(eventCount: 0, byteCount: 0))
            // An umlaut has two bytes.
            let text = ObjectDraft.event("one", title: "Müsli").ical
            try await store.put("one", title: "Müsli")
            try await store.put("group's", calendar: .familys)
            let size = Int64(text.utf8.count)
            let one = try await store.administration.account(email: "anna@example.org")
            #expect(one.storage == StorageSummary(eventCount: 1, byteCount: size))
            try await store.put("one", title: "Müesli")
            let changed = try await store.administration.account(email: "anna@example.org")
            #expect(changed.storage == StorageSummary(eventCount: 1, byteCount: size + size + 1))
            let calendars = try await store.administration.calendars(of: .anna)
            #expect(calendars.map(\.storage) == [changed.storage])
            #expect(calendars.map(\.name) == ["Personal"])
            await #expect(throws: StoreError.notFound) {
                try await store.administration.account(email: "nobody@example.org")
            }
        }
    }

    @Test(
        "An account was last seen when any of its ways in was last used",
        arguments: StoreKind.available
    )
    func seen(kind: StoreKind) async throws {
        try await kind.withStore { store in
            func seen() async throws -> Int64? {
                try await store.administration.account(email: "anna@example.org").seenSecond
            }
            let password = AppPassword(id: Self.password, name: "Mail", createdSecond: .t0)
            try await store.appPasswords.create(password, hash: .hash("p"), of: .anna)
            #expect(try await seen() == nil, "it was never used")
            try await store.appPasswords.touch(Self.password, nowSecond: .t0 + 1)
            #expect(try await seen() == .t0 + 1)
            let network = NewSession(
                tokenHash: .hash("s1"),
                account: .anna,
                createdSecond: .t0 + 2,
                expiresSecond: .t0 + 9,
                networkHash: .hash("n")
            )
            try await store.sessions.create(network)
            try await store.sessions.remove(tokenHash: .hash("s1"))
            #expect(try await seen() == .t0 + 2, "the network's time stays")
            try await store.sessions.create(Self.session(2, at: .t0 + 3))
            #expect(try await seen() == .t0 + 3)
        }
    }

    @Test("Groups are listed with what they show and have", arguments: StoreKind.available)
    func groups(kind: StoreKind) async throws {
        try await kind.withGroup { store in
            func family() async throws -> GroupSummary {
                let groups = try await store.administration.groups(after: nil)
                #expect(groups.map(\.id) == [.family])
                return try #require(groups.first)
            }
            let default0 = try await family()
            #expect(default0.name == "Family" && default0.memberCount == 2)
            #expect(default0.storage == StorageSummary(eventCount: 0, byteCount: 0))
            for level in [AccessLevel.hidden, .busy] {
                _ = try await store.groups.share(.family, by: .anna, .only(.annas, level))
                _ = try await store.groups.share(.family, by: .ben, .only(.bens, .hidden))
                #expect(try await family().shownCalendarCount == (level == .hidden ? 0 : 1))
            }
            try await store.put("one", calendar: .familys)
            let size = Int64(ObjectDraft.event("one").ical.utf8.count)
            #expect(try await family().storage == StorageSummary(eventCount: 1, byteCount: size))
            #expect(try await store.administration.groups(after: .family).isEmpty)
        }
    }

    // MARK: - Disabling

    @Test("Nothing lets anybody in to a disabled account", arguments: StoreKind.available)
    func disabled(kind: StoreKind) async throws {
        try await kind.withGroup { store in
            try await store.sessions.create(Self.session())
            let password = AppPassword(id: Self.password, name: "Mail", createdSecond: .t0)
            try await store.appPasswords.create(password, hash: .hash("p"), of: .anna)
            let link = SecretAddress(
                id: CalendarID.number(1).text,
                account: .anna,
                subject: .calendar(.annas),
                name: "Grandma",
                isBusyOnly: false,
                createdSecond: .t0
            )
            try await store.secretAddresses.create(link, hash: .hash("l"))
            try await store.put("one")
            func pageCount() async throws -> Int {
                try await store.secretAddresses.page(
                    of: .annas,
                    through: link,
                    after: nil,
                    countMax: 9
                ).objects.count
            }
            #expect(try await pageCount() == 1)

            #expect(try await store.administration.disable(.anna, nowSecond: .t0 + 5))
            #expect(try await !store.administration.disable(.anna, nowSecond: .t0 + 9), "already")
            let summary = try await store.administration.account(email: "anna@example.org")
            #expect(summary.disabledSecond == .t0 + 5)
            let found = try await store.accounts.withPassword(email: "anna@example.org")
            #expect(found?.isDisabled == true)
            #expect(try await store.sessions.use(tokenHash: .hash("s1"), nowSecond: .t0) == nil)
            await #expect(throws: StoreError.disabled) {
                try await store.sessions.create(Self.session(2))
            }
            await #expect(throws: StoreError.disabled) {
                try await store.appPasswords.use(email: "anna@example.org", hash: .hash("p"))
            }
            #expect(try await !store.appPasswords.admits(Self.password, of: .anna))
            #expect(try await store.secretAddresses.address(hash: .hash("l")) == nil)
            #expect(try await pageCount() == 0)
            #expect(try await store.groups.group(.family, seenBy: .ben).members.count == 2)
            try await store.sessions.create(Self.session(3, of: .ben))
            // As a server would have made it that knows nothing of disabled accounts.
            try await store.insertSession("s5", of: .anna)
            #expect(try await store.sessions.use(tokenHash: .hash("s5"), nowSecond: .t0) == nil)
            #expect(try await !store.administration.disable(.anna, nowSecond: .t0 + 9))

            #expect(try await store.administration.enable(.anna))
            #expect(try await !store.administration.enable(.anna), "already")
            #expect(
                try await store.appPasswords.use(email: "anna@example.org", hash: .hash("p")) != nil
            )
            #expect(try await store.appPasswords.admits(Self.password, of: .anna))
            #expect(try await store.secretAddresses.address(hash: .hash("l")) != nil)
            #expect(try await pageCount() == 1)
            #expect(
                try await store.sessions.use(tokenHash: .hash("s1"), nowSecond: .t0) == nil,
                "its sessions have ended"
            )
            let old = try await store.sessions.use(tokenHash: .hash("s5"), nowSecond: .t0)
            #expect(old == nil, "disabling again ended it")
            try await store.sessions.create(Self.session(4))
        }
    }

    @Test(
        "Disabling is in the log, so that streams on all servers wake",
        arguments: StoreKind.available
    )
    func woken(kind: StoreKind) async throws {
        try await kind.withGroup { store in
            let before = try await store.changes.latest()
            _ = try await store.administration.disable(.anna, nowSecond: .t0)
            let (audience, _) = try await store.changes.audience(after: before)
            #expect(audience?.owners == [.anna])
        }
    }

    @Test("Calendars elsewhere aren't read for a disabled account", arguments: StoreKind.available)
    func externalCalendars(kind: StoreKind) async throws {
        try await kind.withStore { store in
            _ = try await store.externalCalendars.create(
                NewCalendar(id: .number(1), name: "Holidays", color: "green"),
                from: .feed,
                at: "sealed",
                keepsReminders: false,
                of: .anna,
                nowSecond: .t0
            )
            func due() async throws -> Int {
                try await store.externalCalendars.due(nowSecond: .t0, perAccountMax: 9).count
            }
            #expect(try await due() == 1)
            _ = try await store.administration.disable(.anna, nowSecond: .t0)
            #expect(try await due() == 0)
            _ = try await store.administration.enable(.anna)
            #expect(try await due() == 1)
        }
    }

    @Test("An account that isn't there can't be disabled", arguments: StoreKind.available)
    func missing(kind: StoreKind) async throws {
        try await kind.withStore { store in
            await #expect(throws: StoreError.notFound) {
                try await store.administration.disable(.ben, nowSecond: .t0)
            }
            await #expect(throws: StoreError.notFound) {
                try await store.administration.enable(.ben)
            }
        }
    }

    // MARK: - Links for a new password

    @Test("A link sets the password once, and ends the sessions", arguments: StoreKind.available)
    func link(kind: StoreKind) async throws {
        try await kind.withGroup { store in
            try await store.sessions.create(Self.session())
            try await store.sessions.create(Self.session(2, of: .ben))
            try await store.passwordLinks.create(
                tokenHash: .hash("t"),
                for: .anna,
                expiresSecond: .t0 + 10
            )
            let account = try await store.passwordLinks.account(
                tokenHash: .hash("t"),
                nowSecond: .t0 + 9
            )
            #expect(account == NewAccount.anna.account)
            await #expect(throws: StoreError.notFound, "it has expired") {
                try await store.passwordLinks.use(
                    tokenHash: .hash("t"),
                    password: "late",
                    nowSecond: .t0 + 10
                )
            }
            let used = try await store.passwordLinks.use(
                tokenHash: .hash("t"),
                password: "new",
                nowSecond: .t0 + 9
            )
            #expect(used == account)
            await #expect(throws: StoreError.notFound, "it was used") {
                try await store.passwordLinks.use(
                    tokenHash: .hash("t"),
                    password: "newer",
                    nowSecond: .t0 + 9
                )
            }
            let stored = try await store.accounts.withPassword(email: account.email)?.password
            #expect(stored == "new")
            #expect(try await store.sessions.use(tokenHash: .hash("s1"), nowSecond: .t0) == nil)
            #expect(try await store.sessions.use(tokenHash: .hash("s2"), nowSecond: .t0) != nil)
        }
    }

    @Test(
        "A new link takes the place of the one before, and disabling ends it",
        arguments: StoreKind.available
    )
    func replacedLink(kind: StoreKind) async throws {
        try await kind.withStore { store in
            func isValid(_ token: String) async throws -> Bool {
                do {
                    _ = try await store.passwordLinks.account(
                        tokenHash: .hash(token),
                        nowSecond: .t0
                    )
                    return true
                } catch StoreError.notFound {
                    return false
                }
            }
            for token in ["one", "two"] {
                try await store.passwordLinks.create(
                    tokenHash: .hash(token),
                    for: .anna,
                    expiresSecond: .t0 + 10
                )
            }
            #expect(try await !isValid("one"))
            #expect(try await isValid("two"))
            _ = try await store.administration.disable(.anna, nowSecond: .t0)
            #expect(try await !isValid("two"))
            await #expect(throws: StoreError.disabled) {
                try await store.passwordLinks.create(
                    tokenHash: .hash("three"),
                    for: .anna,
                    expiresSecond: .t0 + 10
                )
            }
        }
    }
}

extension CalendarStore {
    /// Adds a session without asking whether somebody can sign in to the account.
    fileprivate func insertSession(_ name: String, of account: AccountID) async throws {
        try await sessions.database.write(as: .server(.signIn)) { connection in
            _ = try connection.execute(
                """
                INSERT INTO sessions
                (token_hash, user_id, created_second, expires_second, browser, used_second)
                VALUES ($1, $2, $3, $4, '', $3)
                """,
                [
                    .text(.hash(name)), .text(account.text), .integer(.t0),
                    .integer(.t0 + 1_000),
                ]
            )
        }
    }
}
