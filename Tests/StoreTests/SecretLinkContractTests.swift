import Agenda
import Testing

@testable import Store

@Suite("Secret addresses, on every driver")
struct SecretLinkContractTests {
    private static func link(
        _ number: Int,
        _ subject: SecretLink.Subject = .calendar(.annas),
        of account: AccountID = .anna,
        isBusyOnly: Bool = false
    ) -> SecretLink {
        SecretLink(
            id: CalendarID.number(number).text,
            account: account,
            subject: subject,
            name: "Grandma",
            isBusyOnly: isBusyOnly,
            createdSecond: .t0
        )
    }

    @Test(
        "An address is found by its secret's hash until it's revoked",
        arguments: StoreKind.available
    )
    func roundTrip(kind: StoreKind) async throws {
        try await kind.withGroup { store in
            let set = CalendarSetID(stored: String(repeating: "5", count: 32))
            let all = [
                Self.link(1), Self.link(2, .group(.family), isBusyOnly: true),
                Self.link(3, .set(set)),
            ]
            for link in all {
                try await store.secretLinks.create(link, hash: .hash(link.id))
            }
            for link in all {
                #expect(try await store.secretLinks.link(hash: .hash(link.id))?.link == link)
            }
            #expect(try await store.secretLinks.all(seenBy: .anna).map(\.link) == all)
            #expect(try await store.secretLinks.link(hash: .hash("x")) == nil)
            try await store.secretLinks.remove(all[0].id, by: .anna)
            #expect(try await store.secretLinks.link(hash: .hash(all[0].id)) == nil)
            await #expect(throws: StoreError.notFound) {
                try await store.secretLinks.remove(all[0].id, by: .anna)
            }
        }
    }

    @Test("The last use and state stay with the address", arguments: StoreKind.available)
    func use(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let link = Self.link(1)
            try await store.secretLinks.create(link, hash: .hash(link.id))
            let state = SecretLinkState(hash: .hash("state"), sinceSecond: .t0 + 5)
            try await store.secretLinks.noteUse(of: link.id, second: .t0 + 9, state: state)
            let found = try #require(try await store.secretLinks.link(hash: .hash(link.id)))
            #expect(found.state == state)
            #expect(found.link.usedSecond == .t0 + 9)
        }
    }

    @Test("A change of the calendar changes its token", arguments: StoreKind.available)
    func token(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let link = Self.link(1)
            try await store.secretLinks.create(link, hash: .hash(link.id))
            let before = try await store.secretLinks.contents(of: link)
            #expect(before?.name == "Personal")
            #expect(before?.calendars.map(\.id) == [.annas])
            let put = try await store.put("one")
            let after = try await store.secretLinks.contents(of: link)
            #expect(after?.calendars.map(\.token) == [put.token])
            #expect(before?.calendars != after?.calendars)
            let page = try await store.secretLinks.page(
                of: .annas,
                through: link,
                after: nil,
                countMax: 10
            )
            #expect(page.objects.count == 1)
            #expect(page.last == nil)
        }
    }

    @Test(
        "A page has nothing of a calendar that the maker may not give out",
        arguments: StoreKind.available
    )
    func foreign(kind: StoreKind) async throws {
        try await kind.withGroup { store in
            try await store.put("one")
            let set = CalendarSetID(stored: String(repeating: "5", count: 32))
            let bens = Self.link(1, .set(set), of: .ben)
            try await store.secretLinks.create(bens, hash: .hash(bens.id))
            for calendar in [CalendarID.annas, .familys, .cleos] {
                let page = try await store.secretLinks.page(
                    of: calendar,
                    through: bens,
                    after: nil,
                    countMax: 10
                )
                #expect(page.objects.isEmpty)
            }
            let contents = try await store.secretLinks.contents(
                of: bens,
                set: [.annas, .familys, .cleos, .bens]
            )
            #expect(contents?.calendars.map(\.id) == [.bens])
        }
    }
}
