import Testing

@testable import Store

@Suite("Programs that want to hear of changes")
struct PushContractTests {
    private static let registration = PushRegistration(
        id: String(repeating: "1", count: 32),
        account: .anna,
        collection: .home,
        resource: "https://push.example.org/one",
        publicKey: String(repeating: "A", count: 87),
        authSecret: String(repeating: "A", count: 22),
        triggers: [.content],
        expiresSecond: .t0 + 3600
    )

    @Test("A registration is found with its account until it ends", arguments: StoreKind.available)
    func registration(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let id = try await store.pushRegistrations.register(
                Self.registration,
                appPassword: nil,
                nowSecond: .t0
            )
            let found = try await store.pushRegistrations.registration(
                try #require(id),
                nowSecond: .t0 + 3599
            )
            #expect(found?.registration == Self.registration)
            #expect(found?.account == NewAccount.anna.account)
            let ended = try await store.pushRegistrations.registration(
                try #require(id),
                nowSecond: .t0 + 3600
            )
            #expect(ended == nil)
        }
    }

    @Test("Of several servers, one tells of each change", arguments: StoreKind.available)
    func stretches(kind: StoreKind) async throws {
        try await kind.withPlace { place in
            let databases = try (0..<2).map { _ in try kind.open(place) }
            let first = try await CalendarStore(database: databases[0], nowSecond: .t0)
            let second = try await CalendarStore(database: databases[1], nowSecond: .t0)
            try await first.accounts.create(.anna, nowSecond: .t0)
            let start = try await first.put("start").token
            let begun = try await first.pushRegistrations.takeStretch(through: start)
            #expect(begun == nil, "what was there before isn't told")
            let one = try await first.put("one").token
            async let mine = first.pushRegistrations.takeStretch(through: one)
            async let theirs = second.pushRegistrations.takeStretch(through: one)
            let taken = try await [mine, theirs].compactMap(\.self)
            #expect(taken == [start])
            let two = try await second.put("two").token
            #expect(try await second.pushRegistrations.takeStretch(through: two) == one)
            #expect(try await first.pushRegistrations.takeStretch(through: two) == nil)
            for database in databases { try await database.close() }
        }
    }
}
