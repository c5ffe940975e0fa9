import ServerBase

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A provider's signing keys, by key ID.
struct OpenIDKeys: Sendable {
    private let keys: [SigningKey]

    /// Reads a key set, skipping unknown kinds of keys and those not meant for signing.
    init(_ octets: [UInt8]) throws {
        struct Document: Decodable {
            let keys: [Entry]
        }
        struct Entry: Decodable {
            let key: SigningKey?

            init(from decoder: any Decoder) throws { key = try? SigningKey(from: decoder) }
        }
        let document = try JSONDecoder().decode(Document.self, from: Data(octets))
        keys = document.keys.prefix(Limits.providerKeysMax).compactMap(\.key)
    }

    /// The key with an ID; without an ID, the only key if there is just one.
    func key(named name: String?) -> SigningKey? {
        guard let name else { return keys.count == 1 ? keys.first : nil }
        return keys.first { $0.id == name }
    }
}
