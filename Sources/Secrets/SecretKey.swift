import Crypto
import ServerBase

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A key that seals secrets of other services: 256 random bits.
package struct SecretKey: Sendable {
    static let byteCount = 32
    private static let format = "1"

    private let key: SymmetricKey
    private let octets: [UInt8]
    /// What sealed texts call it; says nothing about the key.
    let id: String

    /// Takes 32 octets; nil for any other count.
    package init?(_ octets: [UInt8]) {
        guard octets.count == Self.byteCount else { return nil }
        self.octets = octets
        key = SymmetricKey(data: octets)
        id = String(sha256Text(Array("meantime secret key\n".utf8) + octets).prefix(8))
    }

    /// Reads 32 octets in base64 or base64url.
    init?(_ text: String) {
        let plain = text.replacing("+", with: "-").replacing("/", with: "_")
        guard let octets = base64URLOctets(String(plain.prefix { $0 != "=" })) else { return nil }
        self.init(octets)
    }

    /// The key in base64url.
    var text: String { base64URLText(octets) }

    /// Seals a text for a place: format, key and AES-256-GCM's nonce, octets and tag in base64url.
    func seal(_ text: String, for place: String) -> String {
        do {
            let box = try AES.GCM.seal(
                Data(text.utf8),
                using: key,
                authenticating: Self.authenticated(id: id, place: place)
            )
            guard let combined = box.combined else {
                preconditionFailure("a nonce of the usual length is joined with the rest")
            }
            return [Self.format, id, base64URLText(Array(combined))].joined(separator: ".")
        } catch {
            preconditionFailure("a key of 256 bits seals any text")
        }
    }

    /// Opens what this key sealed.
    func open(_ sealed: Sealed, for place: String) throws(SecretError) -> String {
        guard let box = try? AES.GCM.SealedBox(combined: sealed.octets),
            let octets = try? AES.GCM.open(
                box,
                using: key,
                authenticating: Self.authenticated(id: id, place: place)
            ),
            let text = String(validating: octets, as: UTF8.self)
        else { throw .notOpened }
        return text
    }

    /// What is sealed along, so that a sealed text opens in its place only.
    private static func authenticated(id: String, place: String) -> Data {
        Data([format, id, place].joined(separator: "\n").utf8)
    }

    /// A sealed text, taken apart.
    struct Sealed {
        let id: String
        let octets: [UInt8]

        init?(_ text: String) {
            let parts = text.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 3, parts[0] == SecretKey.format,
                let octets = base64URLOctets(String(parts[2]))
            else { return nil }
            id = String(parts[1])
            self.octets = octets
        }
    }
}

/// Why a sealed text doesn't open.
package enum SecretError: Error, Hashable, Sendable {
    /// It isn't a sealed text.
    case notSealed
    /// The key with this ID isn't here: it was lost, or this is a copy of another server's database.
    case keyMissing(id: String)
    /// It was changed, or sealed for another place.
    case notOpened
}
