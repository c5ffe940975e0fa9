import Crypto
import CryptoExtras
import Foundation
import ServerBase
import Testing

@testable import OpenIDConnect

@Suite("ID tokens")
struct IDTokenTests {
    private static let p256 = P256.Signing.PrivateKey()
    private static let p384 = P384.Signing.PrivateKey()
    private static let p521 = P521.Signing.PrivateKey()
    private static let ed25519 = Curve25519.Signing.PrivateKey()
    private static let rsa = Result { try _RSA.Signing.PrivateKey(keySize: .bits2048) }

    private static let algorithms = [
        "RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA",
    ]

    /// The public key that an algorithm's signatures are made for, as a provider publishes it.
    private static func key(for algorithm: String, more: String = "") throws -> SigningKey {
        let fields: String
        switch algorithm {
        case "ES256": fields = point("P-256", p256.publicKey.rawRepresentation)
        case "ES384": fields = point("P-384", p384.publicKey.rawRepresentation)
        case "ES512": fields = point("P-521", p521.publicKey.rawRepresentation)
        case "EdDSA":
            let x = base64URLText(Array(ed25519.publicKey.rawRepresentation))
            fields = #""kty":"OKP","crv":"Ed25519","x":"\#(x)""#
        default:
            let numbers = try rsa.get().publicKey.getKeyPrimitives()
            let n = base64URLText(Array(numbers.modulus))
            let e = base64URLText(Array(numbers.publicExponent))
            fields = #""kty":"RSA","n":"\#(n)","e":"\#(e)""#
        }
        return try JSONDecoder().decode(SigningKey.self, from: Data("{\(fields)\(more)}".utf8))
    }

    private static func point(_ curve: String, _ octets: Data) -> String {
        let half = octets.count / 2
        // Without the zeros at the beginning, as some providers send it.
        let x = base64URLText(Array(octets.prefix(half).drop { $0 == 0 }))
        let y = base64URLText(Array(octets.suffix(half)))
        return #""kty":"EC","crv":"\#(curve)","x":"\#(x)","y":"\#(y)""#
    }

    private static func token(_ algorithm: String) throws -> IDToken {
        let header = #"{"alg":"\#(algorithm)"}"#
        let signed = [header, #"{"a":1}"#].map { base64URLText(Array($0.utf8)) }
            .joined(separator: ".")
        let signature = try signature(of: Data(signed.utf8), algorithm)
        return try #require(IDToken(signed + "." + base64URLText(Array(signature))))
    }

    private static func signature(of octets: Data, _ algorithm: String) throws -> Data {
        switch algorithm {
        case "ES256": return try p256.signature(for: octets).rawRepresentation
        case "ES384": return try p384.signature(for: octets).rawRepresentation
        case "ES512": return try p521.signature(for: octets).rawRepresentation
        case "EdDSA": return try ed25519.signature(for: octets)
        default: break
        }
        let padding: _RSA.Signing.Padding =
            algorithm.hasPrefix("PS") ? .PSS : .insecurePKCS1v1_5
        let key = try rsa.get()
        switch algorithm.suffix(3) {
        case "256":
            return try key.signature(for: SHA256.hash(data: octets), padding: padding)
                .rawRepresentation
        case "384":
            return try key.signature(for: SHA384.hash(data: octets), padding: padding)
                .rawRepresentation
        default:
            return try key.signature(for: SHA512.hash(data: octets), padding: padding)
                .rawRepresentation
        }
    }

    @Test("A signature is valid for its own key", arguments: algorithms)
    func valid(algorithm: String) throws {
        let token = try Self.token(algorithm)
        #expect(token.isSigned(with: try Self.key(for: algorithm)))
        #expect(
            token.isSigned(with: try Self.key(for: algorithm, more: #","alg":"\#(algorithm)""#))
        )
        #expect(try token.claims(as: [String: Int].self) == ["a": 1])
    }

    @Test("A signature isn't valid under another name of its algorithm", arguments: algorithms)
    func confused(algorithm: String) throws {
        let key = try Self.key(for: algorithm)
        let signature = try Self.signature(of: Data("a".utf8), algorithm)
        for other in Self.algorithms + ["none", "HS256", "es256", ""] where other != algorithm {
            let isValid = key.isValid(Array(signature), for: Array("a".utf8), algorithm: other)
            #expect(!isValid, "\(other)")
        }
        let other = try Self.key(for: algorithm, more: #","alg":"RSA-OAEP""#)
        #expect(!other.isValid(Array(signature), for: Array("a".utf8), algorithm: algorithm))
    }

    @Test("A changed token isn't signed", arguments: algorithms)
    func changed(algorithm: String) throws {
        let key = try Self.key(for: algorithm)
        var signature = Array(try Self.signature(of: Data("a".utf8), algorithm))
        #expect(!key.isValid(signature, for: Array("b".utf8), algorithm: algorithm))
        signature[signature.count / 2] ^= 1
        #expect(!key.isValid(signature, for: Array("a".utf8), algorithm: algorithm))
        #expect(!key.isValid([], for: Array("a".utf8), algorithm: algorithm))
    }

    @Test(
        "What isn't three parts of base64url with a header isn't a token",
        arguments: [
            "", "..", "e30.e30.e30", "e30.e30", "eyJhbGciOiJFUzI1NiJ9.e30.e30.e30", "a+.b.c",
        ]
    )
    func notAToken(text: String) {
        #expect(IDToken(text) == nil)
    }

    @Test(
        "A key of another kind, for another use or of a wrong size isn't read",
        arguments: [
            #"{"kty":"oct","k":"AAAA"}"#, #"{"kty":"EC","crv":"secp256k1","x":"AA","y":"AA"}"#,
            #"{"kty":"EC","crv":"P-256","x":"AA","y":"AA"}"#,
            #"{"kty":"RSA","n":"AQAB","e":"AQAB"}"#,
            #"{"kty":"OKP","crv":"Ed25519","x":"AA"}"#, #"{"kty":"OKP","crv":"Ed25519"}"#, "{}",
        ]
    )
    func otherKey(text: String) {
        #expect(throws: (any Error).self) {
            try JSONDecoder().decode(SigningKey.self, from: Data(text.utf8))
        }
        #expect(throws: DecodingError.self) { try Self.key(for: "EdDSA", more: #","use":"enc""#) }
    }
}
