import JWTKit

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The keys a provider signs with, by name.
struct OpenIDKeys: Sendable {
    private let keys: [JWK]

    /// Reads a key set; a key of a kind we do not know, or one that does not sign, is passed over.
    init(_ octets: [UInt8]) throws {
        struct Document: Decodable {
            let keys: [Entry]
        }
        struct Entry: Decodable {
            struct Use: Decodable {
                let use: String?
            }
            let key: JWK?

            init(from decoder: any Decoder) throws {
                let isForSigning = (try Use(from: decoder).use ?? "sig") == "sig"
                key = isForSigning ? try? JWK(from: decoder) : nil
            }
        }
        let document = try JSONDecoder().decode(Document.self, from: Data(octets))
        keys = document.keys.prefix(Limits.providerKeysMax).compactMap(\.key)
    }

    /// The key of a name; without a name the only one there is.
    func key(named name: String?) -> JWK? {
        guard let name else { return keys.count == 1 ? keys.first : nil }
        return keys.first { $0.keyIdentifier?.string == name }
    }
}

/// What a provider says of the person who signed in.
struct IDClaims: JWTPayload {
    /// One or several, as the provider likes.
    struct Audience: Codable {
        let values: [String]

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let one = try? container.decode(String.self) {
                values = [one]
            } else {
                values = try container.decode([String].self)
            }
        }
    }

    let iss: String
    let sub: String
    let aud: Audience
    let azp: String?
    let exp: Double
    let iat: Double
    let nonce: String?
    let email: String?
    let emailVerified: BoolClaim?
    let name: String?
    let picture: OptionalText?

    private enum CodingKeys: String, CodingKey {
        case iss, sub, aud, azp, exp, iat, nonce, email, name, picture
        case emailVerified = "email_verified"
    }

    /// The claims are held against the sign-in under way, which the library does not know.
    func verify(using algorithm: some JWTAlgorithm) {}

    /// What is wrong with a token whose signature is right; nil when nothing is.
    ///
    /// OpenID Connect Core 1.0, section 3.1.3.7.
    func fault(provider: OpenIDProvider, nonce expected: String, nowSecond: Int64) -> String? {
        let now = Double(nowSecond)
        let tolerance = Double(Limits.clockToleranceSeconds)
        guard iss == provider.issuer else { return "another issuer" }
        guard aud.values.contains(provider.clientID) else { return "for another client" }
        guard azp ?? provider.clientID == provider.clientID, aud.values.count == 1 || azp != nil
        else { return "made for another party" }
        guard exp > now - tolerance else { return "expired" }
        guard iat <= now + tolerance, iat > now - Double(Limits.tokenAgeSecondsMax) else {
            return "made at another time"
        }
        guard let nonce, isEqualInConstantTime(Array(nonce.utf8), Array(expected.utf8)) else {
            return "for another sign-in"
        }
        guard !sub.isEmpty, sub.utf8.count <= Limits.subjectBytesMax else { return "no subject" }
        return nil
    }
}
