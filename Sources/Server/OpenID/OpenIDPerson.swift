import JWTKit

/// Who signed in at a provider.
struct OpenIDPerson: Hashable {
    /// What the provider's own page about the person says (OpenID Connect Core 1.0, section 5.3).
    struct Info: Decodable {
        let sub: String
        let email: String?
        let emailVerified: BoolClaim?
        let name: String?
        let picture: OptionalText?
    }

    let subject: String
    let email: EmailAddress?
    let isEmailVerified: Bool
    let name: String?
    /// Where the provider has a picture of the person, unchecked.
    let picture: String?

    init(_ claims: IDClaims) {
        subject = claims.sub
        email = claims.email.flatMap(EmailAddress.init)
        isEmailVerified = claims.emailVerified?.value ?? false
        name = claims.name
        picture = claims.picture?.text
    }

    init(_ info: Info) {
        subject = info.sub
        email = info.email.flatMap(EmailAddress.init)
        isEmailVerified = info.emailVerified?.value ?? false
        name = info.name
        picture = info.picture?.text
    }
}

/// A text that nothing depends on: some providers have an object in its place.
struct OptionalText: Codable {
    let text: String?

    init(from decoder: any Decoder) throws {
        text = try? decoder.singleValueContainer().decode(String.self)
    }
}
