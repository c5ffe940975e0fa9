import Testing

@testable import Store

@Suite("Edits, on every driver")
struct EditContractTests {
    private static let client = CalendarID.number(7).text

    private static func edit(
        _ number: Int64,
        by client: String = client,
        _ changes: [ObjectChange]
    ) throws -> NumberedEdit {
        NumberedEdit(
            client: try #require(EditClientID(client)),
            number: number,
            changes: changes
        )
    }

    private static func put(
        _ uid: String,
        title: String = "Lunch",
        over etag: String? = nil
    ) -> ObjectChange {
        ObjectChange(
            in: .annas,
            at: Href(stored: uid),
            expecting: etag.map { .etag($0) } ?? .nothing,
            draft: .event(uid, title: title),
            id: CalendarStore.identifier()
        )
    }

    private static func removal(
        _ uid: String,
        of etag: String,
        isForGood: Bool = false
    ) -> ObjectChange {
        ObjectChange(
            in: .annas,
            at: Href(stored: uid),
            expecting: .etag(etag),
            draft: nil,
            id: "",
            isForGood: isForGood
        )
    }

    @Test("All changes of an edit are made, in their order", arguments: StoreKind.available)
    func whole(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let old = try await store.put("old")
            let changes = [
                Self.put("new"),
                Self.put("new", title: "Dinner", over: ObjectDraft.event("new").etag),
                Self.removal("old", of: old.etag),
            ]
            let outcomes = try await store.edits.apply(try Self.edit(1, changes), by: .anna)
            #expect(outcomes.map { $0.etag } == changes.map { $0.draft?.etag })
            #expect(outcomes.map { $0.token } == outcomes.map { $0.token }.sorted())
            #expect(try await store.changes.latest() == outcomes.last?.token)
            #expect(try await store.objects.object(at: .annas("new")).etag == outcomes[1].etag)
            await #expect(throws: StoreError.notFound) {
                try await store.objects.object(at: .annas("old"))
            }
        }
    }

    @Test("What is removed for good leaves nothing in the bin", arguments: StoreKind.available)
    func forGood(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let (gone, kept) = (try await store.put("gone"), try await store.put("kept"))
            let changes = [
                Self.removal("gone", of: gone.etag, isForGood: true),
                Self.removal("kept", of: kept.etag),
            ]
            _ = try await store.edits.apply(try Self.edit(1, changes), by: .anna)
            let bin = try await store.bin.objects(of: .anna, before: nil, countMax: 10).objects
            #expect(bin.map(\.ical) == [ObjectDraft.event("kept").ical])
        }
    }

    @Test(
        "What somebody else has written stays in the bin, whoever removes it for good",
        arguments: StoreKind.available
    )
    func forGoodOfOthers(kind: StoreKind) async throws {
        try await kind.withGroup { store in
            func place(_ uid: String, _ account: AccountID) -> ObjectPlace {
                ObjectPlace(account: account, calendar: .familys, href: Href(stored: uid))
            }
            for (uid, author) in [("annas", AccountID.anna), ("bens", .ben)] {
                _ = try await store.objects.put(
                    .event(uid),
                    at: place(uid, author),
                    id: CalendarStore.identifier(),
                    expecting: .nothing
                )
            }
            let changes = ["annas", "bens"].map {
                ObjectChange(
                    in: .familys,
                    at: Href(stored: $0),
                    expecting: .anything,
                    draft: nil,
                    id: "",
                    isForGood: true
                )
            }
            _ = try await store.edits.apply(try Self.edit(1, changes), by: .ben)
            let bin = try await store.bin.objects(of: .anna, before: nil, countMax: 10).objects
            #expect(bin.map(\.ical) == [ObjectDraft.event("annas").ical])
        }
    }

    @Test(
        "If one change is refused, none is made, and the refusal names it",
        arguments: StoreKind.available
    )
    func refused(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let kept = try await store.put("kept")
            let before = try await store.changes.latest()
            let changes = [
                Self.put("new"), Self.removal("kept", of: kept.etag),
                Self.put("other", over: "\"1\""), Self.put("last"),
            ]
            let refusal = await #expect(throws: RefusedChange.self) {
                try await store.edits.apply(try Self.edit(1, changes), by: .anna)
            }
            #expect(refusal?.place == 2)
            #expect(refusal?.cause as? StoreError == .changedElsewhere(etag: nil))
            #expect(try await store.changes.latest() == before)
            // The number is free for another attempt.
            let outcomes = try await store.edits.apply(try Self.edit(1, [changes[0]]), by: .anna)
            #expect(outcomes.count == 1)
        }
    }

    @Test(
        "Removing what somebody else has removed is refused as a change of an older version",
        arguments: StoreKind.available
    )
    func removedElsewhere(kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.accounts.create(.ben, nowSecond: .t0)
            let gone = try await store.put("gone")
            _ = try await store.objects.remove(at: .annas("gone"), expecting: .anything)
            let edit = try Self.edit(1, [Self.removal("gone", of: gone.etag)])
            await #expect(throws: StoreError.changedElsewhere(etag: nil)) {
                try await store.edits.apply(edit, by: .anna)
            }
            // Nobody finds out what others had.
            await #expect(throws: StoreError.notFound) {
                try await store.edits.apply(edit, by: .ben)
            }
        }
    }

    @Test(
        "An edit that is sent again is answered again, and not made",
        arguments: StoreKind.available
    )
    func repeated(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let first = try Self.edit(3, [Self.put("one"), Self.put("two")])
            let outcomes = try await store.edits.apply(first, by: .anna)
            #expect(try await store.edits.apply(first, by: .anna) == outcomes)
            #expect(try await store.changes.latest() == outcomes.last?.token)

            let removal = Self.removal("one", of: ObjectDraft.event("one").etag)
            let second = try Self.edit(4, [removal])
            let removed = try await store.edits.apply(second, by: .anna)
            #expect(removed.first?.etag == nil)
            #expect(try await store.edits.apply(second, by: .anna) == removed)
            await #expect(throws: StoreError.editPassed) {
                try await store.edits.apply(first, by: .anna)
            }
        }
    }

    @Test("Each client of each account has numbers of its own", arguments: StoreKind.available)
    func clients(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let other = CalendarID.number(8).text
            for (client, uid) in [(Self.client, "one"), (other, "two")] {
                let edit = try Self.edit(1, by: client, [Self.put(uid)])
                _ = try await store.edits.apply(edit, by: .anna)
                #expect(try await store.objects.object(at: .annas(uid)).href.text == uid)
            }
            // It names Anna's client, and isn't answered what Anna was.
            let edit = try Self.edit(1, [Self.put("one")])
            await #expect(throws: StoreError.notFound) {
                try await store.edits.apply(edit, by: .ben)
            }
        }
    }

    @Test("Only the clients that were used last are known", arguments: StoreKind.available)
    func clientsMax(kind: StoreKind) async throws {
        try await kind.withDatabase(isMigrated: true) { database in
            let store = try await CalendarStore(database: database, nowSecond: .t0)
            try await store.accounts.create(.anna, nowSecond: .t0)
            for number in 1...Int(Limits.editClientsMax) + 5 {
                let client = CalendarID.number(number).text
                let edit = try Self.edit(9, by: client, [Self.put("\(number)")])
                _ = try await store.edits.apply(edit, by: .anna)
            }
            let count = try await database.read(as: .account(.anna)) {
                try $0.row("SELECT count(*) FROM edit_clients")?.integer(0)
            }
            #expect(count == Limits.editClientsMax)
        }
    }
}
