import Agenda
import Testing

@testable import Store

typealias CalendarID = Store.CalendarID

@Suite("Groups, on every driver")
struct GroupContractTests {
    @Test("Only members see a group", arguments: StoreKind.available)
    func membersOnly(kind: StoreKind) async throws {
        try await kind.withGroup { store in
            let group = try await store.groups.group(.family, seenBy: .ben)
            #expect(group.role == .member)
            #expect(group.members.map(\.id) == [.anna, .ben])
            #expect(group.members.map(\.role) == [.owner, .member])
            #expect(group.members.map(\.color) == ["red", "orange"])
            #expect(try await store.groups.all(of: .cleo) == [])
            await #expect(throws: StoreError.notFound) {
                try await store.groups.group(.family, seenBy: .cleo)
            }
            await #expect(throws: StoreError.notFound) {
                try await store.groups.edit(.family, by: .cleo, GroupEdit(name: "Mine"))
            }
            await #expect(throws: StoreError.notAllowed) {
                try await store.groups.edit(.family, by: .ben, GroupEdit(name: "Mine"))
            }
        }
    }

    @Test(
        "Members see a fellow member's calendar at the level that member chose",
        arguments: StoreKind.available
    )
    func levels(kind: StoreKind) async throws {
        try await kind.withGroup { store in
            #expect(try await store.seen(by: .ben)[.annas] == .busy)
            _ = try await store.groups.share(.family, by: .anna, .only(.annas, .full))
            #expect(try await store.seen(by: .ben)[.annas] == .full)
            _ = try await store.groups.share(.family, by: .anna, .only(.annas, .hidden))
            #expect(try await store.seen(by: .ben)[.annas] == nil)
            let all = ShareEdit(defaultLevel: .full)
            _ = try await store.groups.share(.family, by: .anna, all)
            #expect(
                try await store.seen(by: .ben)[.annas] == nil,
                "a calendar's own level outranks the default"
            )
            let work = NewCalendar(id: .number(1), name: "Work", color: "red")
            _ = try await store.calendars.create(work, of: .anna)
            #expect(try await store.seen(by: .ben)[.number(1)] == .full)
            #expect(try await store.seen(by: .cleo) == [.cleos: .own])
        }
    }

    @Test("With two groups in common the higher level counts", arguments: StoreKind.available)
    func twoGroups(kind: StoreKind) async throws {
        try await kind.withGroup { store in
            try await store.addTeam(of: .anna)
            try await store.join(.ben, .team)
            _ = try await store.groups.share(.team, by: .anna, .only(.annas, .full))
            let seen = try await store.calendars.all(seenBy: .ben)
            let record = try #require(seen.first { $0.id == .annas })
            #expect(record.relation == .mirrored(.full, owner: .anna, groups: [.family, .team]))
            #expect(record.name == "Personal")
            try await store.groups.removeMember(.ben, from: .team, by: .ben)
            #expect(try await store.seen(by: .ben)[.annas] == .busy)
        }
    }

    @Test(
        "Members see when a fellow member is busy in another group, but nothing else of it",
        arguments: StoreKind.available
    )
    func otherGroups(kind: StoreKind) async throws {
        try await kind.withGroup { store in
            try await store.addTeam(of: .anna)
            try await store.join(.cleo, .team)
            let place = ObjectPlace(
                account: .cleo,
                calendar: .number(9),
                href: Href(stored: "standup")
            )
            func put(_ more: String) async throws {
                let text =
                    "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:u\r\nSUMMARY:Secret\r\n"
                    + "DTSTART:20260102T090000Z\r\n\(more)END:VEVENT\r\nEND:VCALENDAR\r\n"
                let draft = ObjectDraft(
                    uid: "u",
                    etag: "\"\(more.count)\"",
                    ical: text,
                    firstSecond: .t0,
                    lastSecond: nil
                )
                let id = CalendarStore.identifier()
                _ = try await store.objects.put(draft, at: place, id: id, expecting: .anything)
            }
            func times() async throws -> [ObjectRecord] {
                try await store.objects.page(
                    of: try await store.annasTimes(seenBy: .ben)?.id ?? .annas,
                    seenBy: .ben,
                    after: nil,
                    countMax: 10
                ).objects
            }
            try await put("")
            #expect(try await store.seen(by: .ben)[.number(9)] == nil)
            let record = try #require(try await store.annasTimes(seenBy: .ben))
            #expect(record.relation == .mirrored(.busy, owner: .anna, groups: [.family]))
            #expect(record.name == "" && record.color == "grey" && record.position == 0)
            let known = try #require(try await times().first)
            #expect(known.calendar == record.id && !known.ical.contains("Secret"))
            let there = ObjectPlace(account: .ben, calendar: record.id, href: known.href)
            #expect(try await store.objects.object(at: there) == known)
            await #expect(throws: StoreError.notFound) {
                try await store.objects.remove(at: there, expecting: .anything)
            }
            await #expect(throws: StoreError.notFound) {
                try await store.objects.answer(at: there) { _, _ in .event("u") }
            }
            try await put("ATTENDEE;PARTSTAT=DECLINED:urn:uuid:\(AccountID.anna.text)\r\n")
            #expect(try await times().isEmpty, "an attendee who declined is free")
            try await put("ATTENDEE:urn:uuid:\(AccountID.anna.text)\r\n")
            #expect(try await times().count == 1)
            // Cleo is in the team, so she sees Anna's times in the family instead.
            let hers = try await store.annasTimes(seenBy: .cleo)
            #expect(hers?.relation == .mirrored(.busy, owner: .anna, groups: [.team]))
            #expect(hers?.id != record.id)
            #expect(try await store.seen(by: .dan) == [.dans: .own])
        }
    }

    @Test(
        "A member can hide another group's calendar, and can't show more than its busy times",
        arguments: StoreKind.available
    )
    func hidingOtherGroups(kind: StoreKind) async throws {
        try await kind.withGroup { store in
            try await store.addTeam(of: .anna)
            _ = try await store.groups.share(.family, by: .anna, .only(.number(9), .hidden))
            #expect(try await store.annasTimes(seenBy: .ben) == nil)
            let group = try await store.groups.group(.family, seenBy: .anna)
            #expect(group.shares == [CalendarShare(calendar: .number(9), level: .hidden)])
            await #expect(throws: StoreError.notFound) {
                try await store.groups.share(.family, by: .anna, .only(.number(9), .full))
            }
            await #expect(throws: StoreError.notFound, "the group already sees its own calendar") {
                try await store.groups.share(.family, by: .anna, .only(.familys, .hidden))
            }
            await #expect(throws: StoreError.notFound, "Ben isn't in the team") {
                try await store.groups.share(.family, by: .ben, .only(.number(9), .busy))
            }
            _ = try await store.groups.share(.family, by: .anna, .only(.number(9), .busy))
            #expect(try await store.annasTimes(seenBy: .ben)?.relation.level == .busy)
            _ = try await store.groups.share(.family, by: .anna, ShareEdit(defaultLevel: .full))
            _ = try await store.groups.share(.family, by: .anna, .only(.number(9), .hidden))
            try await store.join(.cleo, .team)
            _ = try await store.groups.setRole(.owner, of: .cleo, in: .team, by: .anna)
            try await store.groups.removeMember(.anna, from: .team, by: .anna)
            try await store.join(.anna, .team, invitedBy: .cleo)
            let told = try await store.groups.group(.family, seenBy: .anna)
            #expect(told.shares.isEmpty)
            let seen = try await store.annasTimes(seenBy: .ben)
            #expect(seen?.relation.level == .busy, "the default counts again after leaving")
            try await store.groups.remove(.team, by: .cleo)
            #expect(try await store.annasTimes(seenBy: .ben) == nil)
        }
    }

    @Test("A calendar that only shows busy times has no name", arguments: StoreKind.available)
    func noName(kind: StoreKind) async throws {
        try await kind.withGroup { store in
            let seen = try await store.calendars.all(seenBy: .ben)
            let record = try #require(seen.first { $0.id == .annas })
            #expect(record.name == "")
            #expect(record.color == "grey")
        }
    }

    @Test(
        "Members can write the group's calendar, but not each other's",
        arguments: StoreKind.available
    )
    func writing(kind: StoreKind) async throws {
        try await kind.withGroup { store in
            let group = try await store.groups.group(.family, seenBy: .ben).calendar
            let dinner = ObjectPlace(account: .ben, calendar: group, href: Href(stored: "dinner"))
            let put = try await store.objects.put(
                .event("dinner"),
                at: dinner,
                id: CalendarStore.identifier(),
                expecting: .nothing
            )
            let annas = ObjectPlace(account: .anna, calendar: group, href: Href(stored: "dinner"))
            #expect(try await store.objects.object(at: annas).etag == put.etag)
            _ = try await store.objects.remove(at: annas, expecting: .etag(put.etag))
            _ = try await store.groups.share(.family, by: .anna, .only(.annas, .full))
            let place = ObjectPlace(account: .ben, calendar: .annas, href: Href(stored: "mine"))
            await #expect(throws: StoreError.notFound) {
                try await store.objects.put(
                    .event("mine"),
                    at: place,
                    id: CalendarStore.identifier(),
                    expecting: .anything
                )
            }
        }
    }

    @Test(
        "Only the owner can remove a group, also after handing it over",
        arguments: StoreKind.available
    )
    func handingOver(kind: StoreKind) async throws {
        try await kind.withGroup { store in
            await #expect(throws: StoreError.lastOwner) {
                try await store.groups.removeMember(.anna, from: .family, by: .anna)
            }
            await #expect(throws: StoreError.lastOwner) {
                try await store.groups.setRole(.member, of: .anna, in: .family, by: .anna)
            }
            let seen = try await store.groups.setRole(.owner, of: .ben, in: .family, by: .anna)
            #expect(seen.role == .admin)
            await #expect(throws: StoreError.notAllowed) {
                try await store.groups.remove(.family, by: .anna)
            }
            await #expect(throws: StoreError.notAllowed) {
                try await store.groups.removeMember(.ben, from: .family, by: .anna)
            }
            try await store.groups.removeMember(.anna, from: .family, by: .anna)
            try await store.groups.remove(.family, by: .ben)
            #expect(try await store.groups.all(of: .ben) == [])
            #expect(try await store.seen(by: .ben) == [.bens: .own])
            #expect(try await store.seen(by: .anna) == [.annas: .own])
        }
    }

    @Test("Leaving withdraws a member's shares and links to join", arguments: StoreKind.available)
    func leaving(kind: StoreKind) async throws {
        try await kind.withGroup { store in
            _ = try await store.groups.setRole(.admin, of: .ben, in: .family, by: .anna)
            _ = try await store.groups.share(.family, by: .ben, .only(.bens, .full))
            try await store.addJoinLink("bens", to: .family, by: .ben, uses: nil)
            try await store.groups.removeMember(.ben, from: .family, by: .anna)
            #expect(try await store.seen(by: .anna)[.bens] == nil)
            await #expect(throws: StoreError.notFound) {
                try await store.join(.cleo, with: "bens")
            }
            try await store.join(.ben, .family)
            #expect(try await store.seen(by: .anna)[.bens] == .busy, "the level of a new member")
        }
    }

    @Test(
        "Leaving edits the open candidates, and nobody leaves when that fails",
        arguments: StoreKind.available
    )
    func leavingProposals(kind: StoreKind) async throws {
        try await kind.withGroup { store in
            let dinner = Href(stored: "dinner")
            let draft = ObjectDraft.candidate("with Ben")
            try await store.proposals.create(in: .family, by: .anna) { _ in
                let id = CalendarStore.identifier()
                return [ImportedObject(id: id, href: dinner, draft: draft)]
            }
            await #expect(throws: StoreError.busy) {
                try await store.groups.removeMember(.ben, from: .family, by: .anna) { _ in
                    throw StoreError.busy
                }
            }
            #expect(try await store.groups.group(.family, seenBy: .ben).members.count == 2)
            try await store.groups.removeMember(.ben, from: .family, by: .anna) { text in
                text == "with Ben" ? .candidate("without Ben") : draft
            }
            #expect(try await store.groups.group(.family, seenBy: .anna).members.count == 1)
            let outcome = try await store.proposals.answer(
                dinner,
                of: ObjectDraft.proposal,
                in: .family,
                by: .anna
            ) { text, _ in .candidate(text + ", answered") }
            #expect(outcome.etag == ObjectDraft.candidate("without Ben, answered").etag)
        }
    }

    @Test(
        "A group has as many open proposals as it may, and no more before one is decided",
        arguments: StoreKind.available
    )
    func proposalsMax(kind: StoreKind) async throws {
        try await kind.withGroup { store in
            var last = ""
            for _ in 1...Limits.proposalsPerGroupMax {
                last = try await store.proposals.create(candidates: 1)
            }
            await #expect(throws: StoreError.tooMany(.proposals)) {
                try await store.proposals.create(candidates: 1)
            }
            try await store.proposals.withdraw(last, in: .family, by: .anna)
            try await store.proposals.create(candidates: 1)
        }
    }

    @Test(
        "A proposal, and all of a group's together, have as many times as they may, and not one more",
        arguments: StoreKind.available
    )
    func candidatesMax(kind: StoreKind) async throws {
        try await kind.withGroup { store in
            func suggest(for proposal: String) async throws {
                try await store.proposals.suggest(for: proposal, in: .family, by: .ben) { _ in
                    .candidate(of: proposal)
                }
            }
            let first = try await store.proposals.create(
                candidates: Limits.candidatesPerProposalMax - 1
            )
            try await suggest(for: first)
            await #expect(throws: StoreError.tooMany(.candidates)) { try await suggest(for: first) }
            var rest = Limits.candidatesPerGroupMax - Limits.candidatesPerProposalMax
            let size = Limits.candidatesPerProposalMax / 2
            while rest > size {
                try await store.proposals.create(candidates: size)
                rest -= size
            }
            await #expect(throws: StoreError.tooMany(.groupCandidates)) {
                try await store.proposals.create(candidates: rest + 1)
            }
            let last = try await store.proposals.create(candidates: rest - 1)
            try await suggest(for: last)
            let full = StoreError.tooMany(.groupCandidates)
            await #expect(throws: full) { try await suggest(for: last) }
            await #expect(throws: full) { try await store.proposals.create(candidates: 1) }
            try await store.proposals.withdraw(first, in: .family, by: .anna)
            try await suggest(for: last)
        }
    }
}

@Suite("Links to join a group, on every driver")
struct JoinLinkContractTests {
    @Test(
        "A link to join works for its number of uses, until it expires",
        arguments: StoreKind.available
    )
    func uses(kind: StoreKind) async throws {
        try await kind.withGroup { store in
            try await store.addJoinLink("once", to: .family, by: .anna, uses: 1)
            try await store.join(.ben, with: "once")
            let preview = try await store.groups.joinLinkPreview(
                tokenHash: .hash("once"),
                nowSecond: .t0 + 1
            )
            #expect(preview.groupName == "Family")
            #expect(preview.memberNames == ["Anna", "Ben"])
            #expect(preview.invitedBy == "Anna")
            try await store.join(.cleo, with: "once")
            await #expect(throws: StoreError.notFound) {
                try await store.join(.dan, with: "once")
            }
            try await store.join(.cleo, with: "once")
            try await store.addJoinLink("many", to: .family, by: .anna, uses: nil)
            await #expect(throws: StoreError.notFound) {
                try await store.join(.dan, with: "many", nowSecond: .t0 + 60)
            }
            try await store.join(.dan, with: "many", nowSecond: .t0 + 59)
        }
    }

    @Test("Only members who may invite can withdraw a link to join", arguments: StoreKind.available)
    func revoking(kind: StoreKind) async throws {
        try await kind.withGroup { store in
            let made = try await store.addJoinLink("one", to: .family, by: .anna, uses: nil)
            await #expect(throws: StoreError.notAllowed) {
                try await store.groups.revokeJoinLink(made.id, to: .family, by: .ben)
            }
            await #expect(throws: StoreError.notAllowed) {
                try await store.addJoinLink("two", to: .family, by: .ben, uses: nil)
            }
            try await store.groups.revokeJoinLink(made.id, to: .family, by: .anna)
            await #expect(throws: StoreError.notFound) {
                try await store.join(.cleo, with: "one")
            }
        }
    }

    @Test(
        "A group can have as many links to join as the limit, but not one more",
        arguments: StoreKind.available
    )
    func countMax(kind: StoreKind) async throws {
        try await kind.withGroup { store in
            for number in 1...Limits.joinLinksPerGroupMax {
                try await store.addJoinLink("\(number)", to: .family, by: .anna, uses: nil)
            }
            await #expect(throws: StoreError.tooMany(.joinLinks)) {
                try await store.addJoinLink("more", to: .family, by: .anna, uses: nil)
            }
        }
    }

    @Test(
        "The limits of members per group and groups per account hold",
        arguments: StoreKind.available
    )
    func limits(kind: StoreKind) async throws {
        try await kind.withGroup(quotas: Quotas(ownedGroups: .max)) { store in
            try await store.addJoinLink("many", to: .family, by: .anna, uses: nil)
            for number in 2..<Limits.membersPerGroupMax {
                try await store.accounts.create(.numbered(number), nowSecond: .t0)
                try await store.join(.number(number), with: "many")
            }
            let group = try await store.groups.group(.family, seenBy: .anna)
            #expect(group.members.count == Limits.membersPerGroupMax)
            let colors = Dictionary(grouping: group.members, by: \.color).mapValues(\.count)
            #expect(Set(colors.values).isSubset(of: [4, 5]), "the colours are used evenly")
            await #expect(throws: StoreError.tooMany(.members)) {
                try await store.join(.cleo, with: "many")
            }
            for number in 1...Limits.groupsPerAccountMax {
                let new = NewGroup(
                    id: GroupID(stored: CalendarID.number(number).text),
                    name: "Group",
                    calendar: .number(100 + number),
                    ownersTimes: .random()
                )
                _ = try await store.groups.create(new, of: .cleo, nowSecond: .t0)
            }
            try await store.groups.removeMember(.number(2), from: .family, by: .anna)
            await #expect(throws: StoreError.tooMany(.groups)) {
                try await store.join(.cleo, with: "many")
            }
            await #expect(throws: StoreError.tooMany(.groups)) {
                let new = NewGroup(
                    id: .team,
                    name: "Group",
                    calendar: .number(99),
                    ownersTimes: .random()
                )
                _ = try await store.groups.create(new, of: .cleo, nowSecond: .t0)
            }
        }
    }
    @Test(
        "Somebody owns as many groups as they may, and not one more by making or taking one over",
        arguments: StoreKind.available
    )
    func ownedGroups(kind: StoreKind) async throws {
        try await kind.withGroup(quotas: Quotas(ownedGroups: 2)) { store in
            func make(_ number: Int, of owner: AccountID) async throws -> GroupID {
                let new = NewGroup(
                    id: GroupID(stored: CalendarID.number(number).text),
                    name: "Group",
                    calendar: .number(100 + number),
                    ownersTimes: .random()
                )
                return try await store.groups.create(new, of: owner, nowSecond: .t0).id
            }
            let full = StoreError.tooMany(.ownGroups)
            let second = try await make(1, of: .anna)
            await #expect(throws: full) { try await make(2, of: .anna) }
            let bens = [try await make(3, of: .ben), try await make(4, of: .ben)]
            try await store.join(.anna, bens[0], invitedBy: .ben)
            try await store.join(.ben, second)
            await #expect(throws: full) {
                try await store.groups.setRole(.owner, of: .ben, in: second, by: .anna)
            }
            #expect(try await store.groups.group(second, seenBy: .anna).role == .owner)
            try await store.groups.remove(bens[1], by: .ben)
            _ = try await store.groups.setRole(.owner, of: .ben, in: second, by: .anna)
            _ = try await make(5, of: .anna)
            await #expect(throws: full) { try await make(6, of: .ben) }
            // Anna can delete her account although Ben, who inherits her groups, is at the limit.
            try await store.accounts.remove(.anna) { .event($0) }
            #expect(try await store.groups.group(.family, seenBy: .ben).role == .owner)
        }
    }
}
