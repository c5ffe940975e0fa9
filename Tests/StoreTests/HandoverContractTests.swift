import Testing

@testable import Store

@Suite("Handovers between requests, on every driver")
struct HandoverContractTests {
    private static func id(_ number: Int) -> String {
        String(repeating: "0", count: 32 - "\(number)".count) + "\(number)"
    }

    private static func handover(
        _ number: Int,
        of account: AccountID = .anna,
        for purpose: Handover.Purpose = .share,
        _ parts: [String] = ["a"],
        ends second: Int64 = .t0 + 60
    ) -> Handover {
        Handover(
            id: id(number),
            purpose: purpose,
            account: account,
            parts: parts,
            endsSecond: second
        )
    }

    /// The numbers in a range whose handover is still stored.
    private static func present(
        _ numbers: ClosedRange<Int>,
        of account: AccountID = .anna,
        in store: CalendarStore
    ) async throws -> [Int] {
        var present: [Int] = []
        for number in numbers {
            let part = try? await store.handovers.part(
                0,
                of: id(number),
                for: .share,
                by: account,
                nowSecond: .t0
            )
            if part != nil { present.append(number) }
        }
        return present
    }

    @Test(
        "The parts of a handover stay until its end, for their account alone",
        arguments: StoreKind.available
    )
    func parts(kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.accounts.create(.ben, nowSecond: .t0)
            try await store.handovers.put(Self.handover(1, ["{}", "QQ=="]), nowSecond: .t0)
            func part(
                _ number: Int,
                by account: AccountID = .anna,
                for purpose: Handover.Purpose = .share,
                at second: Int64 = .t0
            ) async throws -> String {
                try await store.handovers.part(
                    number,
                    of: Self.id(1),
                    for: purpose,
                    by: account,
                    nowSecond: second
                )
            }
            #expect(try await part(0) == "{}")
            #expect(try await part(1, at: .t0 + 59) == "QQ==")
            await #expect(throws: StoreError.notFound) { try await part(2) }
            await #expect(throws: StoreError.notFound) { try await part(0, at: .t0 + 60) }
            await #expect(throws: StoreError.notFound) { try await part(0, by: .ben) }
            await #expect(throws: StoreError.notFound) {
                try await part(0, for: .googleConsent)
            }
        }
    }

    @Test("A handover is taken once, by its account and in time", arguments: StoreKind.available)
    func taken(kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.accounts.create(.ben, nowSecond: .t0)
            let new = Self.handover(1, for: .googleConsent, ["secret"])
            try await store.handovers.put(new, nowSecond: .t0)
            func take(
                by account: AccountID = .anna,
                for purpose: Handover.Purpose = .googleConsent,
                at second: Int64 = .t0
            ) async throws -> String {
                try await store.handovers.take(
                    Self.id(1),
                    for: purpose,
                    by: account,
                    nowSecond: second
                )
            }
            await #expect(throws: StoreError.notFound) { try await take(by: .ben) }
            await #expect(throws: StoreError.notFound) { try await take(for: .share) }
            await #expect(throws: StoreError.notFound) { try await take(at: .t0 + 60) }
            #expect(try await take(at: .t0 + 59) == "secret")
            await #expect(throws: StoreError.notFound) { try await take() }
        }
    }

    @Test("One handover too many of an account drops its oldest", arguments: StoreKind.available)
    func ofOneAccount(kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.accounts.create(.ben, nowSecond: .t0)
            let last = Int(Limits.handoversPerAccountMax)
            try await store.handovers.put(Self.handover(90, of: .ben), nowSecond: .t0)
            let consent = Self.handover(91, for: .googleConsent)
            try await store.handovers.put(consent, nowSecond: .t0)
            // All of them expire in the same second, and their identifiers descend.
            for number in (1...last).reversed() {
                try await store.handovers.put(Self.handover(number, ["a", "b"]), nowSecond: .t0)
            }
            #expect(try await Self.present(1...9, in: store) == Array(1...last), "at the limit")
            try await store.handovers.put(Self.handover(9), nowSecond: .t0)
            #expect(try await Self.present(1...9, in: store) == Array(1..<last) + [9])
            #expect(try await Self.present(90...90, of: .ben, in: store) == [90])
            let secret = try await store.handovers.take(
                Self.id(91),
                for: .googleConsent,
                by: .anna,
                nowSecond: .t0
            )
            #expect(secret == "a")
        }
    }

    @Test(
        "Handovers with too many bytes drop an account's oldest, but not the newest",
        arguments: StoreKind.available
    )
    func bytesOfOneAccount(kind: StoreKind) async throws {
        try await kind.withStore { store in
            func put(_ number: Int, _ parts: [String]) async throws -> [Int] {
                try await store.handovers.put(
                    Self.handover(number, parts),
                    nowSecond: .t0,
                    bytesPerAccountMax: 10
                )
                return try await Self.present(1...9, in: store)
            }
            var present = try await put(3, ["123", "12"])
            #expect(present == [3])
            present = try await put(2, ["12345"])
            #expect(present == [2, 3], "at the limit")
            present = try await put(4, ["1"])
            #expect(present == [2, 4])
            present = try await put(1, ["12345", "123456"])
            #expect(present == [1])
        }
    }

    @Test(
        "If all handovers have too many bytes, the account with the most loses its oldest one",
        arguments: StoreKind.available
    )
    func ofAllAccounts(kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.accounts.create(.ben, nowSecond: .t0)
            func put(_ number: Int, of account: AccountID, _ parts: [String]) async throws -> [Int]
            {
                try await store.handovers.put(
                    Self.handover(number, of: account, parts),
                    nowSecond: .t0,
                    bytesMax: 20
                )
                return try await Self.present(1...9, in: store)
                    + Self.present(1...9, of: .ben, in: store)
            }
            #expect(try await put(8, of: .ben, ["12345", "12345"]) == [8])
            #expect(try await put(5, of: .anna, ["1234567890"]) == [5, 8], "at the limit")
            #expect(try await put(4, of: .anna, ["1"]) == [4, 8], "she has more")
            #expect(try await put(7, of: .ben, ["12345"]) == [4, 7, 8])
            #expect(try await put(3, of: .anna, ["12345"]) == [3, 4, 7], "he has more")
            let left = try await store.handovers.database.read(as: .server(.handovers)) {
                try $0.row("SELECT count(*) FROM handovers")?.integer(0)
            }
            #expect(left == 3, "no part of it stays")
        }
    }

    @Test("Nobody can push out the handovers of accounts with fewer bytes")
    func surplus() {
        func size(_ id: String, _ account: String, _ bytes: Int64, ends: Int64 = 9) -> HandoverSize
        {
            HandoverSize(id: id, account: account, bytes: bytes, endsSecond: ends)
        }
        let sizes = [
            size("a1", "anna", 4), size("a2", "anna", 4), size("b1", "ben", 7),
            size("c1", "cem", 1), size("a3", "anna", 4),
        ]
        #expect(HandoverSize.surplus(of: sizes, over: 20).isEmpty)
        #expect(HandoverSize.surplus(of: sizes, over: 19) == ["a1"])
        #expect(HandoverSize.surplus(of: sizes, over: 15) == ["a1", "a2"])
        #expect(HandoverSize.surplus(of: sizes, over: 0) == ["a1", "a2", "b1", "a3", "c1"])
        let equal = [size("a", "anna", 4, ends: 3), size("b", "ben", 4, ends: 2)]
        #expect(HandoverSize.surplus(of: equal, over: 7) == ["b"])
    }

    @Test(
        "Handovers that have ended are removed, and so are all of a removed account",
        arguments: StoreKind.available
    )
    func removed(kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.accounts.create(.ben, nowSecond: .t0)
            func count() async throws -> Int64? {
                try await store.handovers.database.read(as: .server(.handovers)) {
                    try $0.row("SELECT count(*) FROM handovers")?.integer(0)
                }
            }
            try await store.handovers.put(Self.handover(1, ends: .t0 + 5), nowSecond: .t0)
            try await store.handovers.put(Self.handover(2, ends: .t0 + 6), nowSecond: .t0)
            try await store.handovers.clear(nowSecond: .t0 + 4)
            #expect(try await count() == 2)
            try await store.handovers.clear(nowSecond: .t0 + 5)
            #expect(try await count() == 1)
            try await store.accounts.remove(.anna) { .event($0) }
            #expect(try await count() == 0)
            await #expect(throws: StoreError.notFound) {
                try await store.handovers.put(Self.handover(3), nowSecond: .t0)
            }
        }
    }

    @Test("Each removed account is counted", arguments: StoreKind.available)
    func removals(kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.accounts.create(.ben, nowSecond: .t0)
            #expect(try await store.accounts.removalCount() == 0)
            try await store.accounts.remove(.anna) { .event($0) }
            await #expect(throws: StoreError.notFound) {
                try await store.accounts.remove(.anna) { .event($0) }
            }
            #expect(try await store.accounts.removalCount() == 1)
            try await store.accounts.remove(.ben) { .event($0) }
            #expect(try await store.accounts.removalCount() == 2)
        }
    }
}
