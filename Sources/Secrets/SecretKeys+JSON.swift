#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension SecretKeys {
    /// Seals a value as JSON.
    ///
    /// - Parameters:
    ///   - value: The secret.
    ///   - place: Where it'll be kept: it opens only there.
    /// - Returns: A text to store.
    /// - Throws: Why it can't be written as JSON.
    package func seal(json value: some Encodable, for place: String) throws -> String {
        seal(String(decoding: try JSONEncoder().encode(value), as: UTF8.self), for: place)
    }

    /// Opens what ``seal(json:for:)`` returned.
    ///
    /// Throws if it can't be opened, or is no such value.
    package func open<Value: Decodable>(
        _ sealed: String,
        asJSONOf type: Value.Type,
        for place: String
    ) throws -> Value {
        try JSONDecoder().decode(type, from: Data(try open(sealed, for: place).utf8))
    }
}
