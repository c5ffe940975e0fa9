import Agenda
import Testing

@testable import Store

@Suite("Secret addresses, on every driver")
struct SecretAddressContractTests {
    private static func address(
        _ number: Int,
        _ subject: SecretAddress.Subject = .calendar(.annas),
        of account: AccountID = .anna,
        isBusyOnly: Bool = false
    ) -> SecretAddress {
        SecretAddress(
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
                Self.address(1), Self.address(2, .group(.family), isBusyOnly: true),
                Self.address(3, .set(set)),
            ]
            for address in all {
                try await store.secretAddresses.create(address, hash: .hash(address.id))
            }
            for address in all {
                #expect(
                    try await store.secretAddresses.address(hash: .hash(address.id))?.address
                        == address
                )
            }
            #expect(try await store.secretAddresses.all(seenBy: .anna).map(\.address) == all)
            #expect(try await store.secretAddresses.address(hash: .hash("x")) == nil)
            try await store.secretAddresses.remove(all[0].id, by: .anna)
            #expect(try await store.secretAddresses.address(hash: .hash(all[0].id)) == nil)
            await #expect(throws: StoreError.notFound) {
                try await store.secretAddresses.remove(all[0].id, by: .anna)
            }
        }
    }

    @Test("The last use and state stay with the address", arguments: StoreKind.available)
    func use(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let address = Self.address(1)
            try await store.secretAddresses.create(address, hash: .hash(address.id))
            let state = SecretAddressState(hash: .hash("state"), sinceSecond: .t0 + 5)
            try await store.secretAddresses.noteUse(of: address.id, second: .t0 + 9, state: state)
            let found = try #require(
                try await store.secretAddresses.address(hash: .hash(address.id))
            )
            #expect(found.state == state)
            #expect(found.address.usedSecond == .t0 + 9)
        }
    }

    @Test("A change of the calendar changes its token", arguments: StoreKind.available)
    func token(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let address = Self.address(1)
            try await store.secretAddresses.create(address, hash: .hash(address.id))
            let before = try await store.secretAddresses.contents(of: address)
            #expect(before?.name == "Personal")
            #expect(before?.calendars.map(\.id) == [.annas])
            let put = try await store.put("one")
            let after = try await store.secretAddresses.contents(of: address)
            #expect(after?.calendars.map(\.token) == [put.token])
            #expect(before?.calendars != after?.calendars)
            let page = try await store.secretAddresses.page(
                of: .annas,
                through: address,
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
            let bens = Self.address(1, .set(set), of: .ben)
            try await store.secretAddresses.create(bens, hash: .hash(bens.id))
            for calendar in [CalendarID.annas, .familys, .cleos] {
                let page = try await store.secretAddresses.page(
                    of: calendar,
                    through: bens,
                    after: nil,
                    countMax: 10
                )
                #expect(page.objects.isEmpty)
            }
            let contents = try await store.secretAddresses.contents(
                of: bens,
                set: [.annas, .familys, .cleos, .bens]
            )
            #expect(contents?.calendars.map(\.id) == [.bens])
        }
    }
}
