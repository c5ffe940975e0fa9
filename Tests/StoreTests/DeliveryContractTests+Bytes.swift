import Testing

@testable import Store

extension DeliveryContractTests {
    /// A title that makes the text of an event as long as this.
    private static func title(_ beginning: String = "", ofTextOf bytes: Int64, _ uid: String)
        -> String
    {
        let short = ObjectDraft.event(uid, title: beginning).byteCount
        return beginning + String(repeating: "x", count: Int(bytes - short))
    }

    /// Calls off days of an event until its text is as long as this, and then one byte longer, which nobody takes.
    private static func expectDaysOff(
        upTo most: Int64,
        _ connection: AnyConnection
    ) throws {
        for bytes in [most, most + 1] {
            _ = try invite("tea", title: title("day off", ofTextOf: bytes, "tea"), connection)
            #expect(try copy("tea", connection).ical.utf8.count == most)
        }
    }

    @Test(
        "What waits of one person takes up a twentieth of the quota, within bounds",
        arguments: [(0, 262_144), (10_000_000, 500_000), (1 << 30, 8_388_608)] as [(Int64, Int64)]
    )
    func bytesPerInviter(bytesOfQuota: Int64, bytesMax: Int64) {
        let quota = Quota(events: 0, bytes: bytesOfQuota)
        #expect(Inviter.bytesMax(of: quota) == bytesMax)
    }

    @Test(
        "What waits of one person takes up a twentieth of the bytes, and not one byte more",
        arguments: StoreKind.available
    )
    func bytesOfInviter(kind: StoreKind) async throws {
        let bytes = 2 * Limits.inviterBytesMin
        let quota = Quota(events: .max, bytes: bytes * Limits.inviterShareOfQuota)
        try await withPeople(kind) { _, database in
            try await database.write { connection in
                connection.storage.quotas = Quotas(account: quota)
                let half = bytes / 2
                #expect(try Self.invite("a", title: Self.title(ofTextOf: half, "a"), connection))
                _ = try Self.invite("b", title: Self.title(ofTextOf: half + 1, "b"), connection)
                #expect(try connection.scheduling.ownObject(uid: "b", of: .anna) == nil)
                #expect(try Self.invite("b", connection))
                // It may grow as far as it could have been from the beginning.
                _ = try Self.invite("b", title: Self.title(ofTextOf: half, "b"), connection)
                #expect(try Self.copy("b", connection).ical.utf8.count == half)
                _ = try Self.invite("b", title: Self.title(ofTextOf: half + 1, "b"), connection)
                #expect(try Self.copy("b", connection).ical.utf8.count == half)
                // What was called off gives up its place.
                try Self.callOff("a", connection)
                #expect(try !Self.invite("c", title: Self.title(ofTextOf: half, "c"), connection))
                #expect(try connection.scheduling.ownObject(uid: "a", of: .anna) == nil)
                #expect(try Self.copy("c", connection).ical.utf8.count == half)
            }
        }
    }

    @Test(
        "What was called off before its guest answered makes room for what the guest adds",
        arguments: StoreKind.available
    )
    func calledOffInFullStorage(kind: StoreKind) async throws {
        try await withPeople(kind) { store, database in
            try await database.write { connection in
                connection.storage.quotas = Quotas(account: Quota(events: 1, bytes: .max))
                #expect(try Self.invite("tea", connection))
                try Self.callOff("tea", connection)
                func add(_ uid: String) throws {
                    _ = try connection.objects.insert(
                        .event(uid),
                        at: .annas(uid),
                        id: Store.identifier()
                    )
                    try connection.quota.settle(of: .anna)
                }
                try add("one")
                #expect(try connection.scheduling.ownObject(uid: "tea", of: .anna) == nil)
                #expect(throws: StoreError.self) { try add("two") }
            }
        }
    }

    @Test(
        "What was called off stays if even without it there's no room for another invitation",
        arguments: StoreKind.available
    )
    func calledOffInVain(kind: StoreKind) async throws {
        let most = Limits.inviterBytesMin
        try await withPeople(kind) { _, database in
            try await database.write { connection in
                #expect(try Self.invite("tea", connection))
                try Self.callOff("tea", connection)
                // First there's no room in the storage, then none for invitations of one person.
                for quota in [most, most * Limits.inviterShareOfQuota] {
                    connection.storage.quotas = Quotas(account: Quota(events: .max, bytes: quota))
                    let title = Self.title(ofTextOf: most + 1, "lunch")
                    #expect(try !Self.invite("lunch", title: title, connection))
                    #expect(try connection.scheduling.ownObject(uid: "tea", of: .anna) != nil)
                }
            }
        }
    }

    @Test(
        "An invitation that was called off and comes back longer doesn't make room for itself",
        arguments: StoreKind.available
    )
    func calledOffAndBack(kind: StoreKind) async throws {
        let quota = ObjectDraft.event("tea").byteCount
        try await withPeople(kind) { _, database in
            try await database.write { connection in
                connection.storage.quotas = Quotas(account: Quota(events: .max, bytes: quota))
                #expect(try Self.invite("tea", connection))
                try Self.callOff("tea", connection)
                let calledOff = try Self.copy("tea", connection).ical.utf8.count
                for more in [1, 0] as [Int64] {
                    let bytes = quota + Limits.deliveriesSpareBytes + more
                    let title = Self.title(ofTextOf: bytes, "tea")
                    _ = try Self.invite("tea", title: title, connection)
                    let length = try Self.copy("tea", connection).ical.utf8.count
                    #expect(length == (more == 0 ? Int(bytes) : calledOff))
                    #expect(try connection.quota.usage(of: .account(.anna)).bytes == Int64(length))
                }
            }
        }
    }

    @Test(
        "Answers to single days may exceed the organizer's bytes as far as changes may, and no further",
        arguments: StoreKind.available
    )
    func bytesOfAnswers(kind: StoreKind) async throws {
        let own = ObjectDraft.event("tea").byteCount
        try await withPeople(kind) { store, database in
            try await store.put("tea")
            try await database.write { connection in
                connection.storage.quotas = Quotas(account: Quota(events: .max, bytes: own))
                let most = own + Limits.changesSpareBytes
                let answeredDay = "reply\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nUID:tea\r\nSUMMARY:"
                for bytes in [most, most + 1] {
                    let more = answeredDay + (bytes == most ? "" : "\r\nEND:VEVENT\r\nBEGIN:VEVENT")
                    let title = Self.title(more, ofTextOf: bytes, "tea")
                    _ = try Self.invite("tea", title: title, connection)
                    #expect(try Self.copy("tea", connection).ical.utf8.count == most)
                }
            }
        }
    }

    @Test(
        "Days that are called off one after the other don't fill a guest's calendars",
        arguments: StoreKind.available
    )
    func bytesOfDaysCalledOff(kind: StoreKind) async throws {
        try await withPeople(kind) { _, database in
            try await database.write { connection in
                let first = ObjectDraft.event("tea").byteCount
                let most = first + Limits.changesSpareBytes
                connection.storage.quotas = Quotas(account: Quota(events: .max, bytes: first))
                #expect(try Self.invite("tea", connection))
                try Self.expectDaysOff(upTo: most, connection)
                try Self.callOff("tea", connection)
                #expect(try Self.copy("tea", connection).ical.contains("Called off"))
            }
        }
    }

    @Test(
        "Days that are called off make an invitation that waits no longer than it could have been",
        arguments: StoreKind.available
    )
    func waitingDaysCalledOff(kind: StoreKind) async throws {
        let most = Limits.inviterBytesMin
        let quota = Quota(events: .max, bytes: most * Limits.inviterShareOfQuota)
        try await withPeople(kind) { _, database in
            try await database.write { connection in
                connection.storage.quotas = Quotas(account: quota)
                #expect(try Self.invite("tea", connection))
                try Self.expectDaysOff(upTo: most, connection)
            }
        }
    }

    @Test(
        "Answers that add guests, or a long comment, may exceed the organizer's bytes as far as changes may",
        arguments: ["", "\r\nATTENDEE:mailto:dan@example.org"],
        StoreKind.available
    )
    func bytesOfLongAnswers(line: String, kind: StoreKind) async throws {
        let own = ObjectDraft.event("tea").byteCount
        try await withPeople(kind) { store, database in
            try await store.put("tea")
            try await database.write { connection in
                connection.storage.quotas = Quotas(account: Quota(events: .max, bytes: own))
                let most = own + Limits.changesSpareBytes
                // Nobody is kept from answering by what it takes to say yes or no.
                let short = most + (line.isEmpty ? Limits.answerBytesMax : 0)
                for bytes in [most, short, short + Limits.answerBytesMax + 1] {
                    let more = "reply" + String(repeating: line, count: bytes == most ? 1 : 2)
                    let title = Self.title(more, ofTextOf: bytes, "tea")
                    _ = try Self.invite("tea", title: title, connection)
                    let length = try Self.copy("tea", connection).ical.utf8.count
                    #expect(length == min(bytes, short))
                }
            }
        }
    }
}
