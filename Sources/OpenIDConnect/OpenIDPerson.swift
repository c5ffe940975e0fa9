package import ServerBase

/// A person who signed in with a provider.
package struct OpenIDPerson: Hashable {
    /// The provider's userinfo response (OpenID Connect Core 1.0, section 5.3).
    struct Info: Decodable {
        let sub: String
        let email: String?
        let emailVerified: Flag?
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
struct OptionalText: Decodable {
    let text: String?

    init(from decoder: any Decoder) throws {
        text = try? decoder.singleValueContainer().decode(String.self)
    }
}

/// A truth value, which some providers send as a text.
struct Flag: Decodable {
    let value: Bool

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(Bool.self) {
            self.value = value
        } else if let value = Bool(try container.decode(String.self)) {
            self.value = value
        } else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "neither true nor false"
            )
        }
    }
}
