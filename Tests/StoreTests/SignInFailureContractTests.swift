import Testing

@testable import Store

@Suite("Counts of failed sign-ins, on every driver")
struct SignInFailureContractTests {
    private static func failure(
        _ key: String,
        of account: String? = nil,
        max: Int = 3,
        ends second: Int64 = .t0 + 10
    ) -> NewSignInFailure {
        NewSignInFailure(
            keyHash: .hash(key),
            account: account.map { TriedAccount(address: "\($0)@example.org", hash: .hash($0)) },
            attemptsMax: max,
            endsSecond: second
        )
    }

    @Test(
        "Attempts are counted until the first of them is forgotten",
        arguments: StoreKind.available
    )
    func window(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let failures = store.signInFailures
            func counted(at second: Int64) async throws -> SignInFailure? {
                try await failures.counts(of: [.hash("a"), .hash("x")], nowSecond: second)[
                    .hash("a")
                ]
            }
            #expect(try await counted(at: .t0) == nil)
            try await failures.add([Self.failure("a"), Self.failure("b")], nowSecond: .t0)
            try await failures.add([Self.failure("a", ends: .t0 + 15)], nowSecond: .t0 + 5)
            let both = SignInFailure(attempts: 2, endsSecond: .t0 + 10, isTold: false)
            #expect(try await counted(at: .t0 + 9) == both)
            #expect(try await counted(at: .t0 + 10) == nil)
            try await failures.add([Self.failure("a", ends: .t0 + 20)], nowSecond: .t0 + 10)
            let again = SignInFailure(attempts: 1, endsSecond: .t0 + 20, isTold: false)
            #expect(try await counted(at: .t0 + 10) == again)
            try await failures.forget([.hash("a")])
            #expect(try await counted(at: .t0 + 10) == nil)
            let other = try await failures.counts(of: [.hash("b")], nowSecond: .t0)
            #expect(other[.hash("b")]?.attempts == 1)
        }
    }

    @Test("That there are too many is told once in each window", arguments: StoreKind.available)
    func told(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let failures = store.signInFailures
            #expect(try await !failures.noteTold(.hash("a")), "nothing is counted")
            try await failures.add([Self.failure("a")], nowSecond: .t0)
            #expect(try await failures.noteTold(.hash("a")))
            #expect(try await !failures.noteTold(.hash("a")))
            try await failures.add([Self.failure("a", ends: .t0 + 20)], nowSecond: .t0 + 10)
            #expect(try await failures.noteTold(.hash("a")))
        }
    }

    @Test("All counts of an account are found and forgotten", arguments: StoreKind.available)
    func ofAccount(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let failures = store.signInFailures
            func wait(_ account: String, at second: Int64 = .t0) async throws -> Int64? {
                try await failures.waitEnd(accountHash: .hash(account), nowSecond: second)
            }
            try await store.accounts.create(.ben, nowSecond: .t0)
            let all = [
                Self.failure("home", of: "anna", max: 2),
                Self.failure("cafe", of: "anna", max: 3, ends: .t0 + 20),
                Self.failure("ben", of: "ben", max: 1), Self.failure("network", max: 1),
            ]
            try await failures.add(all, nowSecond: .t0)
            #expect(try await wait("anna") == nil, "one less than the limit")
            try await failures.add(Array(all.prefix(2)), nowSecond: .t0)
            #expect(try await wait("anna") == .t0 + 10, "at the limit at home")
            #expect(try await wait("anna", at: .t0 + 10) == nil)
            #expect(try await failures.forgetAll(accountHash: .hash("anna")) == 2)
            #expect(try await wait("anna") == nil)
            #expect(try await wait("ben") == .t0 + 10)
            #expect(try await failures.forgetAll(accountHash: .hash("anna")) == 0)
        }
    }

    @Test(
        "What protects an account stays, however much others fail",
        arguments: StoreKind.available
    )
    func kept(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let failures = store.signInFailures
            func attempts(_ keys: String...) async throws -> [Int?] {
                let hashes = keys.map { String.hash($0) }
                let counts = try await failures.counts(of: hashes, nowSecond: .t0)
                return hashes.map { counts[$0]?.attempts }
            }
            // They end before all others, so they would be forgotten first.
            let home = Self.failure("home", of: "anna", ends: .t0 + 1)
            let network = Self.failure("network", ends: .t0 + 1)
            let nobody = Self.failure("nobody", of: "nobody", ends: .t0 + 1)
            try await failures.add([home], nowSecond: .t0)
            for _ in 0..<3 { try await failures.add([network, nobody], nowSecond: .t0) }
            let flood = (0..<1_000).map { Self.failure("f\($0)", of: "made-up-\($0)") }
            for _ in 0..<2 { try await failures.add(flood, nowSecond: .t0) }
            try await failures.clear(nowSecond: .t0, keeping: 20)
            #expect(try await attempts("home", "network", "nobody") == [1, 3, 3])
            #expect(try await failures.forgetAll(accountHash: .hash("nobody")) == 0)
            // A program's password that nobody guesses is counted, but protects no account.
            let program = Self.failure("program", ends: .t0 + 1)
            try await failures.add([program], nowSecond: .t0)
            try await failures.add(flood, nowSecond: .t0)
            try await failures.clear(nowSecond: .t0, keeping: 20)
            #expect(try await attempts("home", "program") == [1, nil])
        }
    }

    @Test(
        "An address that gets an account is protected from the next failure on",
        arguments: StoreKind.available
    )
    func newAccount(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let failures = store.signInFailures
            let home = Self.failure("home", of: "ben")
            try await failures.add([home], nowSecond: .t0)
            #expect(try await failures.forgetAll(accountHash: .hash("ben")) == 0)
            try await store.accounts.create(.ben, nowSecond: .t0)
            try await failures.add([home], nowSecond: .t0)
            try await failures.add([Self.failure("home")], nowSecond: .t0)
            #expect(try await failures.forgetAll(accountHash: .hash("ben")) == 1)
        }
    }

    @Test(
        "What has ended is cleared, and of more than the limit what is counted least and ends first",
        arguments: StoreKind.available
    )
    func clearing(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let failures = store.signInFailures
            func left() async throws -> [Int] {
                var left: [Int] = []
                for number in 0...30 {
                    let hash = String.hash("k\(number)")
                    let counts = try await failures.counts(of: [hash], nowSecond: 0)
                    if !counts.isEmpty { left.append(number) }
                }
                return left
            }
            let all = (0...20).map { Self.failure("k\($0)", ends: .t0 + Int64($0)) }
            try await failures.add(all, nowSecond: .t0 - 1)
            try await failures.clear(nowSecond: .t0, keeping: 20)
            #expect(try await left() == Array(1...20), "at the limit")
            try await failures.add([Self.failure("k21", ends: .t0 + 21)], nowSecond: .t0)
            try await failures.clear(nowSecond: .t0, keeping: 20)
            #expect(try await left() == Array(4...21), "one past it, and a tenth more")
            let again =
                (4...5).map { Self.failure("k\($0)") }
                + (22...24).map { Self.failure("k\($0)", ends: .t0 + 30) }
            try await failures.add(again, nowSecond: .t0)
            try await failures.clear(nowSecond: .t0, keeping: 20)
            #expect(try await left() == [4, 5] + Array(9...24), "what is counted twice stays")
        }
    }
}
