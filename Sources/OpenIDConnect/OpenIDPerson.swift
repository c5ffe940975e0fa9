import JWTKit
package import ServerBase

/// A person who signed in with a provider.
package struct OpenIDPerson: Hashable {
    /// The provider's userinfo response (OpenID Connect Core 1.0, section 5.3).
    struct Info: Decodable {
        let sub: String
        let email: String?
        let emailVerified: BoolClaim?
        let name: String?
        let picture: OptionalText?
    }

    package let subject: String
    package let email: EmailAddress?
    package let isEmailVerified: Bool
    package let name: String?
    /// The URL of the person's picture, not validated yet.
    package let picture: String?

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

/// A text that may be missing; nil if the provider sends something else, such as an object.
struct OptionalText: Codable {
    let text: String?

    init(from decoder: any Decoder) throws {
        text = try? decoder.singleValueContainer().decode(String.self)
    }
}
