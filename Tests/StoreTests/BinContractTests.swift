import Testing

@testable import Store

@Suite("The bin, on every driver")
struct BinContractTests {
    private static let read: @Sendable (String) throws -> ObjectDraft = { text in
        ObjectDraft(uid: "one", etag: "\"r\"", ical: text, firstSecond: .t0, lastSecond: .t0)
    }

    private static let spare = Href(stored: "spare")

    @Test("A deleted event comes back with its text and history", arguments: StoreKind.available)
    func restoring(kind: StoreKind) async throws {
        try await kind.withHistory { store, clock in
            try await store.put("one")
            clock.advance(10)
            _ = try await store.objects.remove(at: .annas("one"), expecting: .anything)
            let page = try await store.bin.objects(of: .anna, before: nil, countMax: 10)
            let deleted = try #require(page.objects.first)
            #expect(page.objects.count == 1 && page.last == nil)
            #expect(deleted.write?.second == .t0 + 10)
            #expect(deleted.isDiscardable)

            let back = try await store.bin.restore(
                deleted.id,
                for: .anna,
                spare: Self.spare,
                Self.read
            )
            #expect(back.place.href.text == "one")
            #expect(
                try await store.objects.object(at: .annas("one")).ical
                    == ObjectDraft.event("one").ical
            )
            let versions = try await store.history.versions(at: .annas("one"))
            #expect(versions.map(\.kind) == [.restored, .made])
            let rest = try await store.bin.objects(of: .anna, before: nil, countMax: 10)
            #expect(rest.objects.isEmpty)
            await #expect(throws: StoreError.notFound, "it's no longer in the bin") {
                try await store.bin.restore(deleted.id, for: .anna, spare: Self.spare, Self.read)
            }
        }
    }

    @Test("An event whose place is taken comes back at another", arguments: StoreKind.available)
    func takenPlace(kind: StoreKind) async throws {
        try await kind.withHistory { store, _ in
            try await store.put("one")
            _ = try await store.objects.remove(at: .annas("one"), expecting: .anything)
            _ = try await store.objects.put(
                .event("other"),
                at: .annas("one"),
                id: CalendarID.number(2).text,
                expecting: .nothing
            )
            let id = try #require(
                try await store.bin.objects(of: .anna, before: nil, countMax: 1).objects.first?.id
            )
            let back = try await store.bin.restore(id, for: .anna, spare: Self.spare, Self.read)
            #expect(back.place.href == Self.spare)
        }
    }

    @Test(
        "A deleted event and a deleted calendar can be brought back for 30 days",
        arguments: StoreKind.available,
        [(Limits.binSeconds, true), (Limits.binSeconds + 1, false)] as [(Int64, Bool)]
    )
    func age(kind: StoreKind, passed: (seconds: Int64, isThere: Bool)) async throws {
        try await kind.withHistory { store, clock in
            let more = NewCalendar(id: .number(1), name: "More", color: "red")
            _ = try await store.calendars.create(more, of: .anna)
            try await store.put("one")
            _ = try await store.objects.remove(at: .annas("one"), expecting: .anything)
            try await store.calendars.remove(.number(1), of: .anna)
            clock.advance(passed.seconds)
            // Before anything was cleared away, and after.
            for _ in 0..<2 {
                let page = try await store.bin.objects(of: .anna, before: nil, countMax: 10)
                #expect(page.objects.isEmpty != passed.isThere)
                #expect(try await store.bin.calendars(of: .anna).isEmpty != passed.isThere)
                try await store.put("two", title: "\(passed.seconds)")
            }
        }
    }

    @Test("An event moved to another calendar isn't in the bin", arguments: StoreKind.available)
    func moving(kind: StoreKind) async throws {
        try await kind.withHistory { store, _ in
            let more = NewCalendar(id: .number(1), name: "More", color: "red")
            _ = try await store.calendars.create(more, of: .anna)
            try await store.put("one")
            try await store.put("one", calendar: .number(1))
            _ = try await store.objects.remove(at: .annas("one"), expecting: .anything)
            let page = try await store.bin.objects(of: .anna, before: nil, countMax: 10)
            #expect(page.objects.isEmpty)
        }
    }

    @Test("The bin is read in pages, the last deleted first", arguments: StoreKind.available)
    func pages(kind: StoreKind) async throws {
        try await kind.withHistory { store, _ in
            for uid in ["a", "b", "c"] {
                try await store.put(uid)
                _ = try await store.objects.remove(at: .annas(uid), expecting: .anything)
            }
            let first = try await store.bin.objects(of: .anna, before: nil, countMax: 2)
            #expect(first.objects.map(\.href.text) == ["c", "b"])
            let second = try await store.bin.objects(of: .anna, before: first.last, countMax: 2)
            #expect(second.objects.map(\.href.text) == ["a"])
            #expect(second.last == nil)
        }
    }

    @Test(
        "A deleted calendar comes back with its events and shares",
        arguments: StoreKind.available
    )
    func calendar(kind: StoreKind) async throws {
        try await kind.withGroup { store in
            let more = NewCalendar(id: .number(1), name: "More", color: "red")
            _ = try await store.calendars.create(more, of: .anna)
            _ = try await store.groups.share(.family, by: .anna, .only(.number(1), .full))
            try await store.put("one", calendar: .number(1))
            let token = try await store.changes.latest()

            try await store.calendars.remove(.number(1), of: .anna)
            #expect(try await store.seen(by: .ben)[.number(1)] == nil)
            #expect(try await store.calendars.all(of: .anna).count == 1)
            #expect(try await store.groups.group(.family, seenBy: .anna).shares.isEmpty)
            #expect(try await store.changes.snapshot(of: .anna).objectCount == 0)
            await #expect(throws: StoreError.notFound) {
                try await store.calendars.calendar(.number(1), seenBy: .anna, for: .seeTimes)
            }
            let deleted = try #require(try await store.bin.calendars(of: .anna).first)
            #expect(deleted.name == "More" && deleted.objectCount == 1)
            #expect(try await store.bin.calendars(of: .ben).isEmpty)
            await #expect(throws: StoreError.notFound, "it isn't Ben's") {
                try await store.bin.restore(CalendarID.number(1), of: .ben)
            }

            _ = try await store.bin.restore(.number(1), of: .anna)
            #expect(try await store.seen(by: .ben)[.number(1)] == .full)
            #expect(try await store.changes.snapshot(of: .anna).objectCount == 1)
            for reader in [AccountID.anna, .ben] {
                let page = try await store.changes.page(of: reader, after: token, countMax: 100)
                #expect(
                    page?.changes.contains {
                        if case .access(.number(1), .some) = $0.change { true } else { false }
                    } == true,
                    "a page that is open hears of it"
                )
            }
        }
    }

    @Test(
        "The last deleted calendars stay in the bin",
        arguments: StoreKind.available,
        [(100, 100), (101, 100)]
    )
    func calendarCount(kind: StoreKind, counts: (deleted: Int, kept: Int)) async throws {
        try await kind.withHistory { store, _ in
            for number in 1...counts.deleted {
                let new = NewCalendar(id: .number(number), name: "\(number)", color: "red")
                _ = try await store.calendars.create(new, of: .anna)
                try await store.calendars.remove(.number(number), of: .anna)
            }
            let calendars = try await store.bin.calendars(of: .anna)
            #expect(calendars.count == counts.kept)
            #expect(calendars.first?.id == .number(counts.deleted))
        }
    }

    @Test(
        "Emptying the bin leaves what others deleted from a group's calendar",
        arguments: StoreKind.available
    )
    func emptying(kind: StoreKind) async throws {
        try await kind.withGroup { store in
            for (account, uid) in [(AccountID.anna, "hers"), (.ben, "his")] {
                let place = ObjectPlace(
                    account: account,
                    calendar: .familys,
                    href: Href(stored: uid)
                )
                _ = try await store.objects.put(
                    .event(uid),
                    at: place,
                    id: CalendarStore.identifier(),
                    expecting: .nothing
                )
                _ = try await store.objects.remove(at: place, expecting: .anything)
            }
            try await store.put("own")
            _ = try await store.objects.remove(at: .annas("own"), expecting: .anything)
            let his = try #require(
                try await store.bin.objects(of: .anna, before: nil, countMax: 9).objects
                    .first { $0.href.text == "his" }
            )
            await #expect(throws: StoreError.notAllowed) {
                try await store.bin.discard(his.id, for: .anna)
            }
            try await store.bin.empty(of: .anna)
            let left = try await store.bin.objects(of: .anna, before: nil, countMax: 9)
            #expect(left.objects.map(\.href.text) == ["his"])
            try await store.bin.discard(his.id, for: .ben)
            let none = try await store.bin.objects(of: .ben, before: nil, countMax: 9)
            #expect(none.objects.isEmpty)
        }
    }

    @Test("A member who has left a group sees nothing of its bin", arguments: StoreKind.available)
    func leaving(kind: StoreKind) async throws {
        try await kind.withGroup { store in
            let place = ObjectPlace(account: .ben, calendar: .familys, href: Href(stored: "one"))
            _ = try await store.objects.put(
                .event("one"),
                at: place,
                id: CalendarID.number(1).text,
                expecting: .nothing
            )
            _ = try await store.objects.remove(at: place, expecting: .anything)
            try await store.groups.removeMember(.ben, from: .family, by: .ben)
            let his = try await store.bin.objects(of: .ben, before: nil, countMax: 9)
            #expect(his.objects.isEmpty)
            let hers = try await store.bin.objects(of: .anna, before: nil, countMax: 9)
            #expect(hers.objects.map(\.href.text) == ["one"])
        }
    }
}
