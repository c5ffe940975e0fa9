import ServerBase

/// The claims of a provider's ID token.
struct IDClaims: Decodable {
    /// One client ID or several: providers may send a string or an array.
    struct Audience: Decodable {
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
    let emailVerified: Flag?
    let name: String?
    let picture: OptionalText?

    private enum CodingKeys: String, CodingKey {
        case iss, sub, aud, azp, exp, iat, nonce, email, name, picture
        case emailVerified = "email_verified"
    }

    /// The problem with a correctly signed token, or nil when there is none.
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
