import Testing

@testable import Store

@Suite("Inboxes")
struct InboxContractTests {
    /// Runs a body with an inbox of messages of some size, named by numbers from 1.
    private func withInbox(
        of kind: StoreKind,
        _ count: Int,
        octets: Int = 10,
        _ body: @escaping @Sendable (CalendarStore) async throws -> Void
    ) async throws {
        try await kind.withDatabase(isMigrated: true) { database in
            let store = try await CalendarStore(database: database, nowSecond: .t0)
            try await store.accounts.create(.anna, nowSecond: .t0)
            try await database.write { connection in
                for number in 1...count {
                    try connection.invitations.addToInbox(
                        of: .anna,
                        String(repeating: "a", count: octets),
                        id: Self.id(number)
                    )
                }
            }
            try await body(store)
        }
    }

    private static func id(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: 32 - digits.count) + digits
    }

    @Test("The newest 200 messages are kept", arguments: StoreKind.available)
    func count(kind: StoreKind) async throws {
        for (count, first) in [(200, 1), (201, 2)] {
            try await withInbox(of: kind, count) { store in
                let messages = try await store.inboxes.messages(of: .anna)
                #expect(messages.count == 200)
                #expect(messages.first?.id == Self.id(first))
                #expect(try await store.inboxes.version(of: .anna) == Int64(count))
            }
        }
    }

    @Test("All messages take at most 8 MiB, but the newest stays", arguments: StoreKind.available)
    func size(kind: StoreKind) async throws {
        for (count, octets, kept) in [(8, 1_048_576, 8), (9, 1_048_576, 8), (3, 2_097_152, 3)] {
            try await withInbox(of: kind, count, octets: octets) { store in
                let messages = try await store.inboxes.messages(of: .anna)
                #expect(messages.count == kept)
            }
        }
        // One that is longer than a message may be isn't kept at all.
        try await withInbox(of: kind, 1, octets: 2_097_153) { store in
            let messages = try await store.inboxes.messages(of: .anna)
            #expect(messages.isEmpty)
        }
    }

    @Test("A message is removed once, and the inbox says that it changed")
    func removal() async throws {
        try await withInbox(of: .sqlite, 2) { store in
            let message = try #require(try await store.inboxes.messages(of: .anna).first)
            #expect(try await store.inboxes.message(message.href, of: .anna) == message)
            await #expect(throws: StoreError.changedElsewhere(etag: message.etag)) {
                try await store.inboxes.remove(message.href, of: .anna, expecting: .etag("\"x\""))
            }
            #expect(try await store.inboxes.message(message.href, of: .anna) == message)
            try await store.inboxes.remove(message.href, of: .anna, expecting: .etag(message.etag))
            #expect(try await store.inboxes.version(of: .anna) == 3)
            await #expect(throws: StoreError.notFound) {
                try await store.inboxes.remove(message.href, of: .anna)
            }
        }
    }
}
