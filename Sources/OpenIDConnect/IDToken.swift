import ServerBase

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An ID token: signed claims in three parts of base64url (OpenID Connect Core 1.0, section 2; RFC 7515, 7.1).
struct IDToken {
    /// The part of a token that says how it is signed (RFC 7515, section 4.1).
    struct Header: Decodable {
        let alg: String
        let kid: String?
        /// Extensions that must be understood.
        let crit: [String]?
    }

    let header: Header
    private let payload: [UInt8]
    private let signature: [UInt8]
    private let signed: [UInt8]

    /// Reads a token; nil if it isn't one.
    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3,
            let header = base64URLOctets(String(parts[0])),
            let payload = base64URLOctets(String(parts[1])),
            let signature = base64URLOctets(String(parts[2])),
            let read = try? JSONDecoder().decode(Header.self, from: Data(header))
        else { return nil }
        self.header = read
        self.payload = payload
        self.signature = signature
        signed = Array((parts[0] + "." + parts[1]).utf8)
    }

    /// Whether the token was signed with a key's private half.
    func isSigned(with key: SigningKey) -> Bool {
        key.isValid(signature, for: signed, algorithm: header.alg)
    }

    /// The claims, whoever signed them.
    func claims<Claims: Decodable>(as type: Claims.Type) throws -> Claims {
        try JSONDecoder().decode(type, from: Data(payload))
    }
}
