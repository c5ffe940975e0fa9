import Testing

@testable import Store

@Suite("Settings, on every driver")
struct SettingsContractTests {
    @Test(
        "Settings are empty at first, and a write with an old ETag is refused",
        arguments: StoreKind.available
    )
    func wholeLife(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let first = try await store.settings.document(of: .anna)
            #expect(first == .empty)
            let kept = try await store.settings.put(
                #"{"theme":"dark"}"#,
                of: .anna,
                expecting: .etag(first.etag)
            )
            #expect(try await store.settings.document(of: .anna) == kept)
            #expect(kept.text == #"{"theme":"dark"}"#)
            await #expect(throws: StoreError.changedElsewhere(etag: kept.etag)) {
                try await store.settings.put("{}", of: .anna, expecting: .etag(first.etag))
            }
            let last = try await store.settings.put("{}", of: .anna, expecting: .anything)
            #expect(last.etag != kept.etag)
            #expect(try await store.inboxes.streamVersions(of: .anna).settingsETag == last.etag)
        }
    }

    @Test("Settings belong to one account", arguments: StoreKind.available)
    func owners(kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.accounts.create(.ben, nowSecond: .t0)
            _ = try await store.settings.put(#"{"a":1}"#, of: .anna, expecting: .anything)
            #expect(try await store.settings.document(of: .ben) == .empty)
            #expect(
                try await store.inboxes.streamVersions(of: .ben).settingsETag
                    == SettingsDocument.empty.etag
            )
        }
    }
}
