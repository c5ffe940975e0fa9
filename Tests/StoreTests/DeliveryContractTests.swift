import Testing

@testable import Store

/// Invitations that people put into each other's calendars: their number is limited, and none of
/// them costs the guest a part of their history.
@Suite("Delivered invitations")
struct DeliveryContractTests {
    /// Rules by which writing an event invites some people, and removing it cancels it.
    ///
    /// An event with `reply` in its title answers the first of these people instead, and one with
    /// `day off` cancels a day of a series.
    struct Inviting: SchedulingPlanning {
        let guests: [AccountID]

        func mayConcern(_ text: String) -> Bool { true }
        func identifier() -> String { CalendarStore.identifier() }
        func namesPeople(_ text: String) -> Bool { true }

        func groupEvent(
            _ draft: ObjectDraft,
            replacing old: String?,
            by user: CalendarUser,
            guest: ([CalendarUserName], String) throws -> InvitedUser?
        ) -> ObjectDraft? { nil }

        func plan(
            from old: String?,
            to new: ObjectDraft?,
            cause: SchedulingCause,
            of user: CalendarUser,
            knows: ([CalendarUserName]) throws -> Bool,
            guest: ([CalendarUserName], String) throws -> InvitedUser?
        ) throws -> SchedulingPlan? {
            guard cause != .answer else { return nil }
            let text = new?.ical ?? old ?? ""
            let uid = text.split(separator: "\r\n").first { $0.hasPrefix("UID:") }?.dropFirst(4)
            let isReply = text.contains("reply")
            let isCancellation = new == nil || text.contains("day off")
            let sent = new ?? .event(String(uid ?? ""), title: "Called off")
            return SchedulingPlan(
                deliveries: guests.map { guest in
                    SchedulingDelivery(
                        kind: isReply ? .reply : isCancellation ? .cancellation : .invitation,
                        recipient: [.account(guest)],
                        uid: sent.uid,
                        message: sent.ical
                    ) { copy, _ in
                        copy == nil && new == nil
                            ? .none
                            : .stored(sent, isCalledOff: new == nil, isUnanswered: !isReply)
                    }
                }
            )
        }
    }

    typealias Store = CalendarStore

    /// Writes an event to which Ben invites Anna, and tells whether an undecided invitation was added.
    static func invite(
        _ uid: String,
        title: String = "Lunch",
        _ connection: AnyConnection,
        by account: AccountID = .ben,
        in calendar: CalendarID = .bens
    ) throws -> Bool {
        let draft = ObjectDraft.event(uid, title: title)
        let before = try count("undecided_invitations", connection)
        let place = ObjectPlace(account: account, calendar: calendar, href: Href(stored: uid))
        _ = try connection.scheduling.scheduled(
            draft,
            replacing: nil,
            at: place,
            through: .page,
            by: Inviting(guests: [.anna])
        )
        return try count("undecided_invitations", connection) > before
    }

    static func callOff(_ uid: String, _ connection: AnyConnection) throws {
        _ = try connection.scheduling.scheduled(
            nil,
            replacing: ObjectDraft.event(uid).ical,
            at: ObjectPlace(account: .ben, calendar: .bens, href: Href(stored: uid)),
            through: .page,
            by: Inviting(guests: [.anna])
        )
    }

    private static func count(_ table: String, _ connection: AnyConnection) throws
        -> Int64
    {
        try connection.row("SELECT count(*) FROM \(table)")?.integer(0) ?? -1
    }

    /// Runs a body with a database in which Anna and Ben share a group, and Dan is a stranger.
    func withPeople(
        _ kind: StoreKind = .sqlite,
        fellows: Int = 0,
        _ body: @escaping @Sendable (Store, AnyDatabase) async throws -> Void
    ) async throws {
        try await kind.withDatabase(isMigrated: true) { database in
            let store = try await CalendarStore(database: database, nowSecond: .t0)
            for new in [NewAccount.anna, .ben, .dan] {
                try await store.accounts.create(new, nowSecond: .t0)
            }
            try await store.addFamily()
            for number in 0..<fellows {
                try await store.accounts.create(.numbered(number), nowSecond: .t0)
                try await store.join(.number(number), .family)
            }
            try await body(store, database)
        }
    }

    /// Where Anna's copy is.
    static func copy(
        _ uid: String,
        _ connection: AnyConnection
    ) throws -> OwnObject {
        try #require(try connection.scheduling.ownObject(uid: uid, of: .anna))
    }

    // MARK: History

    @Test(
        "However often an event is rewritten by its host, its guest's own version stays",
        arguments: StoreKind.available
    )
    func rewrites(kind: StoreKind) async throws {
        try await withPeople(kind) { store, database in
            let place = try await database.write { connection in
                #expect(try Self.invite("tea", connection))
                return try Self.copy("tea", connection).place
            }
            _ = try await store.objects.put(
                .event("tea", title: "Annas"),
                at: place,
                id: Store.identifier(),
                expecting: .something
            )
            try await database.write { connection in
                for number in 0..<(2 * Limits.versionsPerObjectMax) {
                    _ = try Self.invite("tea", title: "Bens \(number)", connection)
                }
            }
            let versions = try await store.history.versions(at: place)
            #expect(versions.map(\.number) == [3, 2, 1])
            let own = try await store.history.text(of: 2, at: place)
            #expect(own == ObjectDraft.event("tea", title: "Annas").ical)
            let last = try await store.history.text(of: 3, at: place)
            #expect(last.contains("Bens 199"))
        }
    }

    @Test("Answers cost their host one version, and the next own write keeps the last of them")
    func answers() async throws {
        try await withPeople { store, database in
            try await store.put("tea", title: "Annas")
            try await database.write { connection in
                for number in 0..<(2 * Limits.versionsPerObjectMax) {
                    _ = try Self.invite("tea", title: "reply \(number)", connection)
                }
            }
            try await store.put("tea", title: "Annas again")
            #expect(try await store.history.versions(at: .annas("tea")).map(\.number) == [3, 2, 1])
            #expect(
                try await store.history.text(of: 1, at: .annas("tea"))
                    == ObjectDraft.event("tea", title: "Annas").ical
            )
            #expect(try await store.history.text(of: 2, at: .annas("tea")).contains("reply 199"))
        }
    }

    // MARK: Room

    @Test(
        "A fellow member has 100 undecided invitations, a stranger 20; one more is refused",
        arguments: [
            (AccountID.ben, CalendarID.bens, Limits.invitationsPerInviterMax),
            (.dan, .dans, Limits.invitationsPerStrangerMax),
        ]
    )
    func perInviter(inviter: AccountID, calendar: CalendarID, countMax: Int64) async throws {
        try await withPeople { store, database in
            try await database.write { connection in
                for number in 1...countMax {
                    let isIn = try Self.invite("t\(number)", connection, by: inviter, in: calendar)
                    #expect(isIn)
                }
                let isOneMoreIn = try Self.invite("more", connection, by: inviter, in: calendar)
                #expect(!isOneMoreIn)
                // What is there already can still be changed.
                _ = try Self.invite("t1", title: "Later", connection, by: inviter, in: calendar)
                #expect(try Self.copy("t1", connection).ical.contains("Later"))
            }
            // Anna decides by writing one copy and removing another.
            let places = try await database.read { connection in
                try (2...3).map { try Self.copy("t\($0)", connection).place }
            }
            _ = try await store.objects.put(
                .event("t2", title: "Yes"),
                at: places[0],
                id: Store.identifier(),
                expecting: .something
            )
            _ = try await store.objects.remove(at: places[1], expecting: .something)
            try await database.write { connection in
                let isIn = try (1...3).map {
                    try Self.invite("n\($0)", connection, by: inviter, in: calendar)
                }
                #expect(isIn == [true, true, false])
            }
        }
    }

    @Test("All together wait with 500 invitations; one more is refused")
    func total() async throws {
        let fellows = Int(Limits.undecidedInvitationsMax / Limits.invitationsPerInviterMax)
        try await withPeople(fellows: fellows) { _, database in
            try await database.write { connection in
                for fellow in 0..<fellows {
                    for number in 1...Limits.invitationsPerInviterMax {
                        let isIn = try Self.invite(
                            "f\(fellow)-\(number)",
                            connection,
                            by: .number(fellow),
                            in: .number(1000 + fellow)
                        )
                        #expect(isIn)
                    }
                }
                let isOneMoreIn = try Self.invite("more", connection)
                #expect(!isOneMoreIn)
                let isStrangersIn = try Self.invite("strange", connection, by: .dan, in: .dans)
                #expect(!isStrangersIn)
            }
        }
    }

    @Test("An invitation that is called off gives its place to the next")
    func calledOff() async throws {
        try await withPeople { _, database in
            try await database.write { connection in
                for number in 1...Limits.invitationsPerInviterMax {
                    _ = try Self.invite("t\(number)", connection)
                }
                try Self.callOff("t7", connection)
                #expect(try Self.copy("t7", connection).ical.contains("Called off"))
                _ = try Self.invite("next", connection)
                #expect(try connection.scheduling.ownObject(uid: "next", of: .anna) != nil)
                #expect(try connection.scheduling.ownObject(uid: "t7", of: .anna) == nil)
                _ = try Self.invite("more", connection)
                #expect(try connection.scheduling.ownObject(uid: "more", of: .anna) == nil)
                // An event that was cancelled and takes place again keeps its place in the calendar.
                try Self.callOff("t8", connection)
                _ = try Self.invite("t8", title: "Again", connection)
                _ = try Self.invite("more", connection)
                #expect(try connection.scheduling.ownObject(uid: "more", of: .anna) == nil)
            }
        }
    }

    @Test(
        "A full account gets no invitation, its organizer's write stands, and changes still arrive",
        arguments: StoreKind.available
    )
    func fullAccount(kind: StoreKind) async throws {
        let quotas = Quotas(account: Quota(events: 2, bytes: .max))
        try await kind.withDatabase(isMigrated: true) { database in
            let store = try await Store(database: database, nowSecond: .t0, quotas: quotas)
            for new in [NewAccount.anna, .ben] {
                try await store.accounts.create(new, nowSecond: .t0)
            }
            func put(_ uid: String, title: String = "Lunch") async throws {
                _ = try await store.objects.put(
                    .event(uid, title: title),
                    at: ObjectPlace(account: .ben, calendar: .bens, href: Href(stored: uid)),
                    id: Store.identifier(),
                    expecting: .anything,
                    scheduling: Inviting(guests: [.anna])
                )
            }
            try await store.put("own")
            for uid in ["fits", "more"] { try await put(uid) }
            #expect(try await store.storage.usage(of: .ben).events == 2)
            #expect(try await store.storage.usage(of: .anna).events == 2)
            try await put("fits", title: "A much longer lunch")
            let copy = try await database.write {
                try $0.scheduling.ownObject(uid: "fits", of: .anna)?.ical
            }
            #expect(copy?.contains("longer") == true)
            _ = try await store.objects.remove(at: .annas("own"), expecting: .anything)
            try await put("more", title: "Again")
            #expect(try await store.storage.usage(of: .anna).events == 2)
        }
    }

    @Test(
        "Longer and longer invitations fill a guest's calendars half as far as their own changes may",
        arguments: StoreKind.available
    )
    func growth(kind: StoreKind) async throws {
        let bytes = ObjectDraft.event("tea").byteCount
        let quotas = Quotas(account: Quota(events: .max, bytes: bytes))
        try await kind.withDatabase(isMigrated: true) { database in
            let store = try await Store(database: database, nowSecond: .t0, quotas: quotas)
            for new in [NewAccount.anna, .ben] {
                try await store.accounts.create(new, nowSecond: .t0)
            }
            func put(_ title: String, at place: ObjectPlace, inviting guests: [AccountID])
                async throws
            {
                _ = try await store.objects.put(
                    .event("tea", title: title),
                    at: place,
                    id: Store.identifier(),
                    expecting: .anything,
                    scheduling: Inviting(guests: guests)
                )
            }
            func invite(_ title: String) async throws {
                let place = ObjectPlace(account: .ben, calendar: .bens, href: Href(stored: "tea"))
                try await put(title, at: place, inviting: [.anna])
            }
            func annas() async throws -> Int64 {
                try await store.storage.usage(of: .anna).bytes
            }
            let half = String(repeating: "x", count: Int(Limits.deliveriesSpareBytes))
            let whole = String(repeating: "x", count: Int(Limits.changesSpareBytes))
            try await invite("Lunch")
            try await invite("Lunch" + half)
            #expect(try await annas() == bytes + Limits.deliveriesSpareBytes)
            try await invite("Lunch!" + half)
            #expect(try await annas() == bytes + Limits.deliveriesSpareBytes)
            #expect(try await store.storage.usage(of: .ben).bytes == 1 + annas())

            let place = try await database.write { try Self.copy("tea", $0).place }
            try await put("Lunch" + whole, at: place, inviting: [])
            await #expect(
                throws: StoreError.quotaReached(.init(.bytes, of: .account(.anna), quotas.account))
            ) {
                try await put("Lunch!" + whole, at: place, inviting: [])
            }
            try await invite("Tea")
            #expect(try await annas() == bytes - 2)
        }
    }

    @Test(
        "What calls an event off, and an answer, arrive however full the calendars are",
        arguments: StoreKind.available
    )
    func arrivingAnyway(kind: StoreKind) async throws {
        try await withPeople(kind) { store, database in
            try await database.write { connection in
                for uid in ["tea", "walk"] { _ = try Self.invite(uid, connection) }
            }
            try await store.put("own", title: String(repeating: "x", count: 100_000))
            try await database.write { connection in
                connection.storage.quotas = Quotas(account: Quota(events: 1, bytes: 1))
                _ = try Self.invite("tea", title: "A longer lunch", connection)
                #expect(try !Self.copy("tea", connection).ical.contains("longer"))
                try Self.callOff("tea", connection)
                #expect(try Self.copy("tea", connection).ical.contains("Called off"))
                _ = try Self.invite("walk", title: "A reply", connection)
                #expect(try Self.copy("walk", connection).ical.contains("A reply"))
            }
        }
    }

    @Test("Inviting and calling off thousands of times leaves bounded rows")
    func loop() async throws {
        try await withPeople { store, database in
            try await store.put("own", title: "A")
            try await store.put("own", title: "B")
            try await database.write { connection in
                for number in 1...2_000 {
                    let uid = number.isMultiple(of: 2) ? "same" : "t\(number)"
                    _ = try Self.invite(uid, connection)
                    try Self.callOff(uid, connection)
                }
                let rows = try ["objects", "undecided_invitations", "versions", "inbox_messages"]
                    .map { try Self.count($0, connection) }
                #expect(rows == [101, 100, 1, 200])
                let row = try #require(
                    try connection.row(
                        "SELECT object_count, history_bytes FROM calendars WHERE id = $1",
                        [.text(CalendarID.annas.text)]
                    )
                )
                #expect(try row.integer(0) == 101)
                let bytes = ObjectDraft.event("own", title: "A").ical.utf8.count
                #expect(try row.integer(1) == Int64(bytes))
            }
            #expect(try await store.history.versions(at: .annas("own")).count == 2)
        }
    }

    @Test(
        "Removing a calendar goes on in another transaction once 200 messages are sent",
        arguments: [(199, nil), (200, "a")] as [(Int, String?)]
    )
    func manyMessages(count: Int, last: String?) async throws {
        try await withPeople { store, _ in
            let other = NewCalendar(id: .number(1), name: "Other", color: "red")
            _ = try await store.calendars.create(other, of: .anna)
            try await store.put("a", calendar: .number(1))
            let rules = Inviting(guests: Array(repeating: .ben, count: count))
            let first = try await store.calendars.remove(.number(1), of: .anna, scheduling: rules)
            #expect(first?.text == last)
            guard first != nil else { return }
            #expect(try await store.calendars.all(of: .anna).count == 2, "it's still there")
            let second = try await store.calendars.remove(
                .number(1),
                of: .anna,
                after: first,
                scheduling: rules
            )
            #expect(second == nil)
            #expect(try await store.calendars.all(of: .anna).count == 1)
        }
    }

    @Test(
        "It does so too once 1,000 objects were looked at",
        arguments: [(999, true), (1_000, false)]
    )
    func manyObjects(count: Int, isDone: Bool) async throws {
        try await withPeople { store, database in
            let other = NewCalendar(id: .number(1), name: "Other", color: "red")
            _ = try await store.calendars.create(other, of: .anna)
            try await database.write { connection in
                for number in 1...count {
                    let place = ObjectPlace(
                        account: .anna,
                        calendar: .number(1),
                        href: Href(stored: "\(number)")
                    )
                    let id = Store.identifier()
                    _ = try connection.objects.insert(.event("\(number)"), at: place, id: id)
                }
            }
            let rules = Inviting(guests: [])
            let last = try await store.calendars.remove(.number(1), of: .anna, scheduling: rules)
            #expect((last == nil) == isDone)
        }
    }

    @Test(
        "It does so too once texts of two megabytes were looked at",
        arguments: StoreKind.available
    )
    func largeObjects(kind: StoreKind) async throws {
        let largest = Limits.pageBytesMax / 2
        try await withPeople(kind) { store, database in
            let other = NewCalendar(id: .number(1), name: "Other", color: "red")
            _ = try await store.calendars.create(other, of: .anna)
            try await database.write { connection in
                for (name, bytes) in [("a", largest), ("b", largest), ("c", 100)] {
                    let place = ObjectPlace(
                        account: .anna,
                        calendar: .number(1),
                        href: Href(stored: name)
                    )
                    let rest = bytes - ObjectDraft.event(name, title: "").ical.utf8.count
                    let title = String(repeating: "x", count: max(1, rest))
                    let draft = ObjectDraft.event(name, title: title)
                    _ = try connection.objects.insert(draft, at: place, id: Store.identifier())
                }
            }
            let rules = Inviting(guests: [])
            let first = try await store.calendars.remove(.number(1), of: .anna, scheduling: rules)
            #expect(first?.text == "b")
            let last = try await store.calendars.remove(
                .number(1),
                of: .anna,
                after: first,
                scheduling: rules
            )
            #expect(last == nil)
        }
    }

    @Test("What waits in a calendar that is removed waits no longer")
    func removedCalendar() async throws {
        try await withPeople { store, database in
            let other = NewCalendar(id: .number(1), name: "Other", color: "red")
            _ = try await store.calendars.create(other, of: .anna)
            let isIn = try await database.write { try Self.invite("tea", $0) }
            #expect(isIn)
            try await store.calendars.remove(.annas, of: .anna)
            let count = try await database.read {
                try Self.count("undecided_invitations", $0)
            }
            #expect(count == 0)
        }
    }
}
