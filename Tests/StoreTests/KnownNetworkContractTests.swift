import Testing

@testable import Store

@Suite("Known networks, on every driver")
struct KnownNetworkContractTests {
    private static func hash(_ number: Int) -> String {
        String(repeating: "a", count: 60) + String(number + 1000)
    }

    private static func signIn(
        _ store: CalendarStore,
        _ number: Int,
        network: Int?
    ) async throws {
        try await store.sessions.create(
            NewSession(
                tokenHash: String(repeating: "b", count: 60) + String(number + 1000),
                account: .anna,
                createdSecond: .t0 + Int64(number),
                expiresSecond: .t0 + 1000,
                networkHash: network.map(hash)
            )
        )
    }

    private static func knows(
        _ store: CalendarStore,
        _ network: Int,
        email: String = "anna@example.org"
    ) async throws -> Bool {
        try await store.sessions.isKnown(networkHash: hash(network), email: email)
    }

    @Test(
        "An account's networks are remembered after its sessions end",
        arguments: StoreKind.available
    )
    func remembered(kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.accounts.create(.ben, nowSecond: .t0)
            try await Self.signIn(store, 0, network: 1)
            try await Self.signIn(store, 1, network: nil)
            try await store.sessions.removeAll(of: .anna, exceptTokenHash: nil)
            #expect(try await Self.knows(store, 1))
            #expect(try await !Self.knows(store, 2))
            #expect(try await !Self.knows(store, 1, email: "ben@example.org"))
            #expect(try await !Self.knows(store, 1, email: "nobody@example.org"))
        }
    }

    @Test(
        "Beyond the limit, the network used longest ago is forgotten",
        arguments: StoreKind.available
    )
    func limit(kind: StoreKind) async throws {
        try await kind.withStore { store in
            for number in 0..<Limits.networksPerAccountMax {
                try await Self.signIn(store, number, network: number)
            }
            #expect(try await Self.knows(store, 0))
            try await Self.signIn(store, 500, network: 0)
            try await Self.signIn(store, 501, network: 501)
            #expect(try await Self.knows(store, 0), "it was used again")
            #expect(try await !Self.knows(store, 1))
            #expect(try await Self.knows(store, 501))
        }
    }
}
