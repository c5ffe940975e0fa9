import Testing

@testable import Store

@Suite("The limit of what programs keep with collections")
struct PropertyLimitTests {
    /// Properties of several bytes a character, which take a number of bytes together.
    private static func edits(bytes total: Int64) -> [PropertyEdit] {
        var left = Int(total)
        var edits: [PropertyEdit] = []
        while left > 0 {
            let name = "property-\(edits.count)"
            let size = min(left - name.utf8.count, Limits.propertyBytesMax)
            let text = String(repeating: "\u{20AC}", count: size / 3)
            edits.append(
                PropertyEdit(name: name, xml: text + String(repeating: "x", count: size % 3))
            )
            left -= name.utf8.count + size
        }
        return edits
    }

    private static let limit = Limits.propertyBytesPerAccountMax

    @Test(
        "An account's properties have at most 1 MiB of octets, with their names",
        arguments: StoreKind.available,
        [(limit, true), (limit + 1, false)]
    )
    func total(kind: StoreKind, sample: (bytes: Int64, fits: Bool)) async throws {
        let (bytes, fits) = sample
        try await kind.withStore { store in
            let edits = Self.edits(bytes: bytes)
            if fits {
                try await store.properties.edit(edits, on: "home", of: .anna)
                await #expect(throws: StoreError.tooMany(.properties)) {
                    let one = PropertyEdit(name: "a", xml: "x")
                    try await store.properties.edit([one], on: "principal", of: .anna)
                }
            } else {
                await #expect(throws: StoreError.tooMany(.properties)) {
                    try await store.properties.edit(edits, on: "home", of: .anna)
                }
            }
            let kept = try await store.properties.all(of: .anna, on: "home")
            #expect(kept.count == (fits ? edits.count : 0), "all or nothing")
            #expect(try await store.properties.all(of: .anna, on: "principal").isEmpty)
        }
    }

    @Test(
        "What was set on calendars that are gone makes room for other properties",
        arguments: StoreKind.available
    )
    func goneCalendars(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let gone = CalendarID.number(900).text
            try await store.properties.edit(Self.edits(bytes: Self.limit), on: gone, of: .anna)
            let one = PropertyEdit(name: "a", xml: "x")
            try await store.properties.edit([one], on: CalendarID.annas.text, of: .anna)
            #expect(try await store.properties.all(of: .anna, on: gone).isEmpty)
            #expect(try await store.properties.all(of: .anna).count == 1)
        }
    }

    @Test("A full account can still remove properties", arguments: StoreKind.available)
    func removal(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let edits = Self.edits(bytes: Self.limit)
            try await store.properties.edit(edits, on: "home", of: .anna)
            let removal = PropertyEdit(name: edits[0].name, xml: nil)
            try await store.properties.edit([removal], on: "home", of: .anna)
            #expect(try await store.properties.all(of: .anna, on: "home").count == edits.count - 1)
        }
    }

    @Test(
        "A property has at most 64 KiB, and its name at most 1,000 octets",
        arguments: StoreKind.available,
        [
            (Limits.propertyNameBytesMax, Limits.propertyBytesMax, true),
            (Limits.propertyNameBytesMax + 1, 1, false), (1, Limits.propertyBytesMax + 1, false),
        ]
    )
    func single(kind: StoreKind, sample: (nameBytes: Int, bytes: Int, fits: Bool)) async throws {
        let (nameBytes, bytes, fits) = sample
        try await kind.withStore { store in
            let edit = PropertyEdit(
                name: String(repeating: "n", count: nameBytes),
                xml: String(repeating: "x", count: bytes)
            )
            if fits {
                try await store.properties.edit([edit], on: "home", of: .anna)
            } else {
                await #expect(throws: StoreError.tooMany(.properties)) {
                    try await store.properties.edit([edit], on: "home", of: .anna)
                }
            }
            #expect(try await store.properties.all(of: .anna).isEmpty != fits)
        }
    }
}
