import Testing

@testable import Store

@Suite("Objects, on every driver")
struct ObjectContractTests {
    @Test("An object is returned as it was written", arguments: StoreKind.available)
    func roundTrip(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let title = "Füße 🦶 \\n \"quoted\" שלום"
            let draft = ObjectDraft.event("one", title: title)
            let outcome = try await store.objects.put(
                draft,
                at: .annas("one.ics"),
                id: CalendarID.number(1).text,
                expecting: .nothing
            )
            #expect(outcome.created)
            let object = try await store.objects.object(at: .annas("one.ics"))
            #expect(object.ical == draft.ical)
            #expect(object.etag == draft.etag)
            #expect(object.href.text == "one.ics")
        }
    }

    struct Precondition: CustomTestStringConvertible, Sendable {
        let present: Bool
        let expectation: WriteCondition
        let error: StoreError?

        var testDescription: String { "\(expectation), \(present ? "there" : "not there")" }

        static let old = ObjectDraft.event("one").etag
        static let rows = [
            Precondition(present: false, expectation: .nothing, error: nil),
            Precondition(present: false, expectation: .anything, error: nil),
            Precondition(
                present: false,
                expectation: .etag(old),
                error: .changedElsewhere(etag: nil)
            ),
            Precondition(
                present: true,
                expectation: .nothing,
                error: .changedElsewhere(etag: old)
            ),
            Precondition(present: true, expectation: .anything, error: nil),
            Precondition(present: true, expectation: .etag(old), error: nil),
            Precondition(
                present: true,
                expectation: .etag("\"other\""),
                error: .changedElsewhere(etag: old)
            ),
        ]
    }

    @Test(
        "An object is written only if the condition holds",
        arguments: StoreKind.available,
        Precondition.rows
    )
    func preconditions(kind: StoreKind, row: Precondition) async throws {
        try await kind.withStore { store in
            if row.present { try await store.put("one") }
            let before = try await store.changes.latest()
            let new = ObjectDraft.event("one", title: "Dinner")
            do {
                let outcome = try await store.objects.put(
                    new,
                    at: .annas("one"),
                    id: CalendarID.number(1).text,
                    expecting: row.expectation
                )
                #expect(row.error == nil)
                #expect(outcome.created == !row.present)
                #expect(try await store.objects.object(at: .annas("one")).ical == new.ical)
            } catch let error as StoreError {
                #expect(error == row.error)
                #expect(try await store.changes.latest() == before, "a refusal changes nothing")
            }
        }
    }

    @Test("An object is removed only if the condition holds", arguments: StoreKind.available)
    func remove(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let put = try await store.put("one")
            await #expect(throws: StoreError.changedElsewhere(etag: put.etag)) {
                try await store.objects.remove(at: .annas("one"), expecting: .etag("\"other\""))
            }
            _ = try await store.objects.remove(at: .annas("one"), expecting: .etag(put.etag))
            await #expect(throws: StoreError.notFound) {
                try await store.objects.object(at: .annas("one"))
            }
            await #expect(throws: StoreError.notFound) {
                try await store.objects.remove(at: .annas("one"), expecting: .anything)
            }
            #expect(try await store.changes.snapshot(of: .anna).objectCount == 0)
        }
    }

    @Test(
        "A UID is unique within a calendar, but not across calendars",
        arguments: StoreKind.available
    )
    func uniqueUID(kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.put("one")
            await #expect(throws: StoreError.uidTaken(href: "one")) {
                try await store.objects.put(
                    .event("one"),
                    at: .annas("two"),
                    id: CalendarID.number(1).text,
                    expecting: .nothing
                )
            }
            let other = NewCalendar(id: .number(2), name: "Work", color: "red")
            _ = try await store.calendars.create(other, of: .anna)
            #expect(try await store.put("one", calendar: .number(2)).created)
        }
    }

    @Test(
        "Another account's calendar can be neither read nor written",
        arguments: StoreKind.available
    )
    func otherAccount(kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.accounts.create(.ben, nowSecond: .t0)
            try await store.put("one")
            let href = Href(stored: "one")
            let stranger = ObjectPlace(account: .ben, calendar: .annas, href: href)
            await #expect(throws: StoreError.notFound) {
                try await store.objects.object(at: stranger)
            }
            await #expect(throws: StoreError.notFound) {
                try await store.objects.remove(at: stranger, expecting: .anything)
            }
            await #expect(throws: StoreError.notFound) {
                try await store.objects.put(
                    .event("two"),
                    at: stranger,
                    id: CalendarID.number(1).text,
                    expecting: .anything
                )
            }
            await #expect(throws: StoreError.notFound) {
                try await store.objects.add([], to: .annas, by: .ben)
            }
            let page = try await store.objects.page(
                of: .annas,
                seenBy: .ben,
                after: nil,
                countMax: 10
            )
            #expect(page.objects.isEmpty)
            let log = try await store.changes.page(of: .ben, after: ChangeToken(0), countMax: 10)
            #expect(log?.changes.count == 1, "only his own calendar")
        }
    }

    @Test(
        "Paging returns every object once, in order",
        arguments: StoreKind.available,
        [0, 1, 6, 7, 8, 20]
    )
    func pages(kind: StoreKind, count: Int) async throws {
        try await kind.withStore { store in
            for number in 0..<count { try await store.put("event-\(number)") }
            var hrefs: [String] = []
            var last: Href?
            while true {
                let page = try await store.objects.page(
                    of: .annas,
                    seenBy: .anna,
                    after: last,
                    countMax: 7
                )
                hrefs += page.objects.map(\.href.text)
                last = page.last
                guard last != nil else { break }
            }
            #expect(hrefs == (0..<count).map { "event-\($0)" }.sorted())
        }
    }

    @Test("An import adds, replaces or keeps objects by UID", arguments: StoreKind.available)
    func imports(kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.put("same")
            try await store.put("changed")
            let batch = [("same", "Lunch"), ("changed", "Dinner"), ("new", "Lunch")].enumerated()
                .map { index, event in
                    ImportedObject(
                        id: CalendarID.number(index).text,
                        href: Href(stored: "imported-\(index)"),
                        draft: .event(event.0, title: event.1)
                    )
                }
            let outcome = try await store.objects.add(batch, to: .annas, by: .anna)
            var counts = outcome.counts
            #expect((counts.added, counts.updated, counts.unchanged) == (1, 1, 1))
            #expect(outcome.changes.map(\.href.text) == ["changed", "imported-2"])
            #expect(outcome.changes.map { $0.before?.contains("Lunch") } == [true, nil])
            counts = try await store.objects.add(batch, to: .annas, by: .anna).counts
            #expect((counts.added, counts.updated, counts.unchanged) == (0, 0, 3))
            #expect(try await store.changes.snapshot(of: .anna).objectCount == 3)
            let kept = try await store.objects.object(at: .annas("changed"))
            #expect(kept.ical.contains("Dinner"), "it keeps its href")
        }
    }

    @Test("A batch that fails leaves nothing behind", arguments: StoreKind.available)
    func failingBatch(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let good = ImportedObject(
                id: CalendarID.number(1).text,
                href: Href(stored: "good"),
                draft: .event("good")
            )
            let bad = ImportedObject(
                id: "too short",
                href: Href(stored: "bad"),
                draft: .event("bad")
            )
            let before = try await store.changes.latest()
            await #expect(throws: StoreError.self) {
                try await store.objects.add([good, bad], to: .annas, by: .anna)
            }
            #expect(try await store.changes.snapshot(of: .anna).objectCount == 0)
            #expect(try await store.changes.latest() == before)
        }
    }
}
