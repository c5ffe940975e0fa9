import Agenda
import Testing

@testable import Store

@Suite("The change log of groups, on every driver")
struct GroupChangeContractTests {
    /// The state of a page that follows the log.
    private struct Replica: Equatable {
        var calendars: [CalendarID: CalendarRecord] = [:]
        var groups: [GroupID: GroupRecord] = [:]
        var events: [String: ObjectRecord] = [:]

        mutating func apply(
            _ change: Change,
            of account: AccountID,
            from store: CalendarStore
        ) async throws {
            switch change {
            case .calendar(let calendar): calendars[calendar.id] = calendar
            case .calendarRemoved(let id, _): forget(id)
            case .event(let object): events[object.calendar.text + object.href.text] = object
            case .eventRemoved(let calendar, let href): events[calendar.text + href.text] = nil
            case .access(let id, let seen):
                forget(id)
                guard let seen else { return }
                calendars[id] = seen
                try await load(id, of: account, from: store)
            case .group(let group): groups[group.id] = group
            case .groupRemoved(let id): groups[id] = nil
            }
        }

        private mutating func forget(_ id: CalendarID) {
            calendars[id] = nil
            events = events.filter { !$0.key.hasPrefix(id.text) }
        }

        private mutating func load(
            _ id: CalendarID,
            of account: AccountID,
            from store: CalendarStore
        ) async throws {
            let objects = try await store.objects.page(
                of: id,
                seenBy: account,
                after: nil,
                countMax: 10_000
            )
            for object in objects.objects {
                events[id.text + object.href.text] = object
            }
        }

        static func loaded(
            for account: AccountID,
            from store: CalendarStore
        ) async throws -> Replica {
            var replica = Replica()
            let snapshot = try await store.changes.snapshot(of: account)
            for calendar in snapshot.calendars {
                replica.calendars[calendar.id] = calendar
                try await replica.load(calendar.id, of: account, from: store)
            }
            for group in snapshot.groups { replica.groups[group.id] = group }
            return replica
        }
    }

    private static let people: [AccountID] = [.anna, .ben, .cleo]

    /// An event that is public, private, transparent, or has Anna as its only attendee.
    private static func draft(_ uid: String, _ number: Int) -> ObjectDraft {
        let more = [
            "", "CLASS:PRIVATE\r\n", "TRANSP:TRANSPARENT\r\n",
            "ATTENDEE:urn:uuid:\(AccountID.anna.text)\r\n",
        ][number % 4]
        return ObjectDraft(
            uid: uid,
            etag: "\"\(number)\"",
            ical: "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:\(uid)\r\nSUMMARY:\(number)\r\n"
                + "DTSTART:20260102T090000Z\r\n\(more)END:VEVENT\r\nEND:VCALENDAR\r\n",
            firstSecond: .t0,
            lastSecond: nil
        )
    }

    /// A random operation by a random person.
    ///
    /// Many are refused, and then change nothing.
    private static func step(
        _ store: CalendarStore,
        number: Int,
        dice: inout Dice
    ) async throws {
        let person = people.randomElement(using: &dice) ?? .anna
        let other = people.randomElement(using: &dice) ?? .ben
        let group: GroupID = Bool.random(using: &dice) ? .family : .team
        let seen = try await store.calendars.all(seenBy: person)
        let calendar = seen.randomElement(using: &dice)?.id ?? .annas
        let level = AccessLevel.allCases[Int.random(in: 0..<3, using: &dice)]
        let href = Href(stored: "event-\(Int.random(in: 0..<6, using: &dice))")
        let place = ObjectPlace(account: person, calendar: calendar, href: href)
        switch Int.random(in: 0..<14, using: &dice) {
        case 0: _ = try await store.groups.share(group, by: person, .only(calendar, level))
        case 1: _ = try await store.groups.share(group, by: person, ShareEdit(defaultLevel: level))
        case 2: try await store.groups.removeMember(other, from: group, by: person)
        case 3, 4: try await store.join(other, group, invitedBy: person)
        case 5: _ = try await store.groups.setRole(.owner, of: other, in: group, by: person)
        case 6: _ = try await store.groups.edit(group, by: person, GroupEdit(name: "G\(number)"))
        case 7:
            let new = NewCalendar(id: .number(number), name: "C\(number)", color: "red")
            _ = try await store.calendars.create(new, of: person)
        case 8: try await store.calendars.remove(calendar, of: person)
        case 9: _ = try await store.calendars.edit(calendar, of: person, .init(name: "N\(number)"))
        case 10: _ = try await store.objects.remove(at: place, expecting: .anything)
        case 11 where number % 5 == 0: try await store.groups.remove(group, by: person)
        case 12:
            let new = NewGroup(
                id: group,
                name: "Group",
                calendar: .number(1000 + number),
                ownersTimes: .random()
            )
            _ = try await store.groups.create(new, of: person, nowSecond: .t0)
        default:
            _ = try await store.objects.put(
                draft(href.text, number),
                at: place,
                id: CalendarStore.identifier(),
                expecting: .anything
            )
        }
    }

    @Test(
        "A reader that applies every page ends with what it may see",
        arguments: StoreKind.run([1, 3, 500], onPostgreSQL: [3]),
        [1, 2, 3, 4] as [UInt64]
    )
    func completeness(run: (kind: StoreKind, pageCount: Int), seed: UInt64) async throws {
        try await run.kind.withGroup { store in
            var dice = Dice(state: seed)
            var replicas: [AccountID: Replica] = [:]
            var reached: [AccountID: ChangeToken] = [:]
            for number in 1...250 {
                do { try await Self.step(store, number: number, dice: &dice) } catch is StoreError {
                }
                let isLast = number == 250
                for person in Self.people
                where isLast || Int.random(in: 0..<12, using: &dice) == 0 {
                    var replica = replicas[person] ?? Replica()
                    var token = reached[person] ?? ChangeToken(0)
                    while true {
                        let page = try #require(
                            try await store.changes.page(
                                of: person,
                                after: token,
                                countMax: run.pageCount
                            )
                        )
                        for entry in page.changes {
                            try await replica.apply(entry.change, of: person, from: store)
                        }
                        token = page.reached
                        guard page.hasMore else { break }
                    }
                    (replicas[person], reached[person]) = (replica, token)
                    let loaded = try await Replica.loaded(for: person, from: store)
                    #expect(replica.calendars == loaded.calendars, "\(number), seed \(seed)")
                    #expect(replica.groups == loaded.groups, "\(number), seed \(seed)")
                    #expect(replica.events == loaded.events, "\(number), seed \(seed)")
                }
            }
        }
    }

    @Test(
        "Who follows the log misses nothing when the owner of a group removes their account",
        arguments: StoreKind.available,
        [true, false]
    )
    func removedOwner(kind: StoreKind, isHandedOverBefore: Bool) async throws {
        try await kind.withGroup { store in
            let token = try await store.changes.snapshot(of: .ben).token
            try await store.put("dinner", calendar: .familys)
            if isHandedOverBefore {
                _ = try await store.groups.setRole(.owner, of: .ben, in: .family, by: .anna)
            }
            try await store.accounts.remove(.anna) { .event($0) }
            let page = try await store.changes.page(of: .ben, after: token, countMax: 100)
            let events = try #require(page).changes.compactMap { entry in
                if case .event(let object) = entry.change { object.href.text } else { nil }
            }
            #expect(events == ["dinner"])
        }
    }

    @Test(
        "What a member chose for a group's calendar in another group ends with the membership",
        arguments: StoreKind.available
    )
    func removedMember(kind: StoreKind) async throws {
        try await kind.withGroup { store in
            try await store.addTeam(of: .cleo)
            try await store.join(.ben, .team, invitedBy: .cleo)
            let shown = try await store.seen(by: .cleo).count
            _ = try await store.groups.share(.team, by: .ben, .only(.familys, .hidden))
            #expect(try await store.seen(by: .cleo).count == shown - 1)
            let token = try await store.changes.snapshot(of: .ben).token
            try await store.groups.removeMember(.ben, from: .family, by: .anna)
            let page = try await store.changes.page(of: .ben, after: token, countMax: 100)
            let groups = try #require(page).changes.compactMap { entry in
                if case .group(let group) = entry.change { group } else { nil }
            }
            #expect(groups.map(\.id) == [.team])
            #expect(groups.first?.shares == [])
            try await store.join(.ben, .family)
            #expect(try await store.seen(by: .cleo).count == shown, "as of any new member")
        }
    }
}
