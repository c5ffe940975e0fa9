import Crypto
import CryptoExtras
import ServerBase

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A provider's public key for signatures (RFC 7517, section 4; RFC 7518, section 6).
struct SigningKey: Decodable, Sendable {
    private enum Material {
        case rsa(_RSA.Signing.PublicKey)
        case p256(P256.Signing.PublicKey)
        case p384(P384.Signing.PublicKey)
        case p521(P521.Signing.PublicKey)
        case ed25519(Curve25519.Signing.PublicKey)
    }

    private enum Field: String, CodingKey {
        case kty, kid, alg, use, crv, x, y, n, e
    }

    let id: String?
    /// The one algorithm that the key is for; nil if it doesn't say.
    private let algorithm: String?
    private let material: Material

    /// Reads a key.
    ///
    /// - Throws: `DecodingError` when it isn't a key for signatures of a kind in ``isValid(_:for:algorithm:)``.
    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Field.self)
        func octets(_ field: Field) throws -> [UInt8] {
            guard let octets = base64URLOctets(try fields.decode(String.self, forKey: field)) else {
                throw DecodingError.dataCorruptedError(
                    forKey: field,
                    in: fields,
                    debugDescription: "not in base64url"
                )
            }
            return octets
        }
        func point(_ bytesCount: Int) throws -> [UInt8] {
            // Some providers leave out the zeros that a coordinate begins with.
            try [Field.x, .y].flatMap { field in
                let octets = try octets(field)
                return [UInt8](repeating: 0, count: max(0, bytesCount - octets.count)) + octets
            }
        }
        guard try fields.decodeIfPresent(String.self, forKey: .use) ?? "sig" == "sig" else {
            throw DecodingError.dataCorruptedError(
                forKey: .use,
                in: fields,
                debugDescription: "not for signatures"
            )
        }
        id = try fields.decodeIfPresent(String.self, forKey: .kid)
        algorithm = try fields.decodeIfPresent(String.self, forKey: .alg)
        let kind = try fields.decode(String.self, forKey: .kty)
        switch (kind, try fields.decodeIfPresent(String.self, forKey: .crv)) {
        case ("RSA", _): material = .rsa(try .init(n: octets(.n), e: octets(.e)))
        case ("EC", "P-256"): material = .p256(try .init(rawRepresentation: point(32)))
        case ("EC", "P-384"): material = .p384(try .init(rawRepresentation: point(48)))
        case ("EC", "P-521"): material = .p521(try .init(rawRepresentation: point(66)))
        case ("OKP", "Ed25519"): material = .ed25519(try .init(rawRepresentation: octets(.x)))
        default:
            throw DecodingError.dataCorruptedError(
                forKey: .kty,
                in: fields,
                debugDescription: "another kind of key"
            )
        }
    }

    /// Whether a signature was made with this key's private half.
    ///
    /// Knows RS, PS and ES with SHA-256, 384 and 512 (RFC 7518, section 3), and EdDSA with Ed25519
    /// (RFC 8037, section 3.1). The key decides what an algorithm may be, never the token alone.
    ///
    /// - Parameters:
    ///   - signature: The signature's octets.
    ///   - message: What was signed.
    ///   - algorithm: The algorithm that the token names.
    /// - Returns: Whether the algorithm fits the key, and the signature the message.
    func isValid(_ signature: [UInt8], for message: [UInt8], algorithm: String) -> Bool {
        guard self.algorithm ?? algorithm == algorithm else { return false }
        switch (material, algorithm) {
        case (.rsa(let key), "RS256"), (.rsa(let key), "PS256"):
            return Self.isValid(signature, SHA256.hash(data: message), algorithm, key)
        case (.rsa(let key), "RS384"), (.rsa(let key), "PS384"):
            return Self.isValid(signature, SHA384.hash(data: message), algorithm, key)
        case (.rsa(let key), "RS512"), (.rsa(let key), "PS512"):
            return Self.isValid(signature, SHA512.hash(data: message), algorithm, key)
        case (.p256(let key), "ES256"):
            let read = try? P256.Signing.ECDSASignature(rawRepresentation: signature)
            return read.map { key.isValidSignature($0, for: message) } ?? false
        case (.p384(let key), "ES384"):
            let read = try? P384.Signing.ECDSASignature(rawRepresentation: signature)
            return read.map { key.isValidSignature($0, for: message) } ?? false
        case (.p521(let key), "ES512"):
            let read = try? P521.Signing.ECDSASignature(rawRepresentation: signature)
            return read.map { key.isValidSignature($0, for: message) } ?? false
        case (.ed25519(let key), "EdDSA"):
            return key.isValidSignature(signature, for: message)
        default:
            return false
        }
    }

    private static func isValid(
        _ signature: [UInt8],
        _ digest: some Digest,
        _ algorithm: String,
        _ key: _RSA.Signing.PublicKey
    ) -> Bool {
        key.isValidSignature(
            _RSA.Signing.RSASignature(rawRepresentation: signature),
            for: digest,
            padding: algorithm.hasPrefix("PS") ? .PSS : .insecurePKCS1v1_5
        )
    }
}
