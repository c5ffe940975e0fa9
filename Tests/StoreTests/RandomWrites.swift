@testable import Store

extension ReadingChanges {
    static func storing(_ uids: [String], title: String = "Lunch") -> ReadingChanges {
        var changes = ReadingChanges()
        changes.stored = uids.map { uid in
            let object = ImportedObject(
                id: CalendarStore.identifier(),
                href: Href(stored: uid),
                draft: .event(uid, title: title)
            )
            return (object, digest: String(repeating: "d", count: 32))
        }
        return changes
    }
}

/// Every way to change what calendars hold, in a random order.
struct RandomWrites {
    let store: CalendarStore

    private static let calendars: [CalendarID] = [
        .annas, .number(1), .number(2), .number(3), .familys,
    ]

    func write(_ round: Int, _ dice: inout Dice) async throws {
        let uid = "event-\(Int.random(in: 0..<12, using: &dice))"
        let calendar = Self.calendars[Int.random(in: 0..<5, using: &dice)]
        let other = Self.calendars[Int.random(in: 0..<5, using: &dice)]
        let title = String(repeating: "ä", count: Int.random(in: 0..<9, using: &dice))
        do {
            switch Int.random(in: 0..<12, using: &dice) {
            case 0...3: try await store.put(uid, title: title, calendar: calendar)
            case 4:
                let place = ObjectPlace(account: .anna, calendar: calendar, href: Href(stored: uid))
                _ = try await store.objects.remove(at: place, expecting: .anything)
            case 5: try await copy(uid, calendar, other, isMove: true)
            case 6: try await copy(uid, calendar, other, isMove: false)
            case 7: try await restoreOrDiscard(isRestored: round % 2 == 0)
            case 8: try await importFile(title, calendar)
            case 9: try await refreshFeed(uid, title, .t0 + Int64(round) * 100)
            case 10: try await removeOrRestore(calendar)
            default: try await store.put(uid, title: title + "!", calendar: calendar)
            }
        } catch is StoreError {
            // Many of these aren't possible at the moment, and change nothing then.
        }
    }

    private func copy(
        _ uid: String,
        _ calendar: CalendarID,
        _ other: CalendarID,
        isMove: Bool
    ) async throws {
        let href = Href(stored: uid)
        _ = try await store.objects.copy(
            ObjectPlace(account: .anna, calendar: calendar, href: href),
            to: CopyTarget(
                place: ObjectPlace(account: .anna, calendar: other, href: href),
                id: CalendarStore.identifier(),
                overwrites: true
            ),
            isMove: isMove,
            through: .program
        )
    }

    private func restoreOrDiscard(isRestored: Bool) async throws {
        let page = try await store.bin.objects(of: .anna, before: nil, countMax: 3)
        guard let last = page.objects.last else { return }
        guard isRestored else { return try await store.bin.discard(last.id, for: .anna) }
        let uid = last.href.text
        _ = try await store.bin.restore(last.id, for: .anna, spare: Href(stored: "spare-" + uid)) {
            ObjectDraft(uid: uid, etag: "\"r\"", ical: $0, firstSecond: .t0, lastSecond: .t0)
        }
    }

    private func importFile(_ title: String, _ calendar: CalendarID) async throws {
        _ = try await store.objects.add(
            (0..<4).map { number in
                ImportedObject(
                    id: CalendarStore.identifier(),
                    href: Href(stored: "file-\(number)"),
                    draft: .event("event-\(number)", title: title)
                )
            },
            to: calendar,
            by: .anna
        )
    }

    private func refreshFeed(_ uid: String, _ title: String, _ second: Int64) async throws {
        let feed = CalendarID.number(9)
        try await store.externalCalendars.want(feed, by: .anna, nowSecond: second)
        let begun = try await store.externalCalendars.begin(
            feed,
            nowSecond: second,
            endsSecond: second + 9
        )
        guard let run = begun else { return }
        var changes = ReadingChanges.storing([uid, uid + "x"], title: title)
        changes.removed = [Href(stored: "event-3x")]
        try await store.externalCalendars.apply(changes, of: run)
        try await store.externalCalendars.finish(
            run,
            .unchanged,
            nowSecond: second,
            dueSecond: second
        )
    }

    private func removeOrRestore(_ calendar: CalendarID) async throws {
        let deleted = try await store.bin.calendars(of: .anna)
        if let last = deleted.last, deleted.count > 1 {
            _ = try await store.bin.restore(last.id, of: .anna)
        } else {
            try await store.calendars.remove(calendar, of: .anna)
        }
    }
}
