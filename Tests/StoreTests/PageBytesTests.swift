import Testing

@testable import Store

@Suite("Pages of long objects")
struct PageBytesTests {
    @Test(
        "Rows are read up to the one with which their texts reach the limit",
        arguments: StoreKind.available,
        [(8, 2, true), (9, 3, true), (12, 3, true), (13, 3, false)]
    )
    func rows(kind: StoreKind, sample: (bytesMax: Int, count: Int, isCut: Bool)) async throws {
        let (bytesMax, count, isCut) = sample
        try await kind.withDatabase { database in
            let found = try await database.read { connection in
                // Four octets each, in fewer characters.
                try connection.rows(
                    "SELECT $1 AS text, 1 UNION ALL SELECT $2, 2 UNION ALL SELECT $3, 3",
                    [.text("aaaa"), .text("\u{20AC}b"), .text("\u{1F600}")],
                    bytesMax: bytesMax
                )
            }
            #expect(found.rows.count == count)
            #expect(found.isCut == isCut)
        }
    }

    @Test(
        "Long objects and their changes come in short pages, each once and in order",
        arguments: StoreKind.available
    )
    func longObjects(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let names = (1...5).map { "event-\($0)" }
            let text = String(repeating: "x", count: 900_000)
            for name in names {
                let draft = ObjectDraft(
                    uid: name,
                    etag: "\"\(name)\"",
                    ical: text,
                    firstSecond: 0,
                    lastSecond: 0
                )
                _ = try await store.objects.put(
                    draft,
                    at: .annas(name),
                    id: CalendarStore.identifier(),
                    expecting: .nothing
                )
            }
            var counts: [Int] = []
            var read: [String] = []
            var last: Href?
            repeat {
                let page = try await store.objects.page(
                    of: .annas,
                    seenBy: .anna,
                    after: last,
                    countMax: 100
                )
                counts.append(page.objects.count)
                read += page.objects.map(\.href.text)
                last = page.last
            } while last != nil
            #expect(counts == [3, 2] && read == names)

            var told: [String] = []
            var reached = ChangeToken(0)
            var hasMore = true
            while hasMore {
                let page = try #require(
                    await store.changes.page(of: .anna, after: reached, countMax: 100)
                )
                let events = page.changes.compactMap { logged -> String? in
                    if case .event(let object) = logged.change { object.href.text } else { nil }
                }
                #expect(events.count <= 3)
                told += events
                (reached, hasMore) = (page.reached, page.hasMore)
            }
            #expect(told == names)
        }
    }
}
