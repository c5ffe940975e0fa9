/// An OpenID Connect provider, as the administrator configured it.
package struct OpenIDProvider: Hashable, Sendable {
    /// Its name in URLs: lowercase letters, digits and hyphens.
    package let id: String
    /// The name that the page shows.
    package let name: String
    /// Its issuer URL, which each of its tokens must repeat exactly.
    package let issuer: String
    package let clientID: String
    package let clientSecret: String

    package init(id: String, name: String, issuer: String, clientID: String, clientSecret: String) {
        self.id = id
        self.name = name
        self.issuer = issuer
        self.clientID = clientID
        self.clientSecret = clientSecret
    }

    /// Whether it's Google, which has calendars too.
    package var isGoogle: Bool { id == Self.googleID }

    package static let googleID = "google"

    /// The issuer of Google's tokens.
    package static let googleIssuer = "https://accounts.google.com"
}

/// Why signing in with another service failed.
package enum OpenIDError: Error, Hashable {
    /// The sign-in wasn't started here or in this browser, or has expired.
    case expired
    /// The person or the provider refused.
    case cancelled
    /// The provider didn't respond, or responded incorrectly; for the log.
    case providerFailed(String)
    /// The provider didn't send an e-mail address.
    case emailMissing
    /// An account has this address, and nothing proves it belongs to the same person.
    case accountExists
    /// Nobody can sign in to the account.
    case accountDisabled
    /// Registration isn't open to everybody.
    case registrationClosed
    /// The identity belongs to another account.
    case identityTaken
    /// The account has reached its limit of ways to sign in.
    case tooManyIdentities
    /// The person didn't allow what was asked for, or the provider gave no lasting token.
    case consentIncomplete

    /// The error's code in the page's URL; the page shows it in the person's language.
    package var code: String {
        switch self {
        case .expired: "sign-in-expired"
        case .cancelled: "sign-in-cancelled"
        case .providerFailed: "provider-failed"
        case .emailMissing: "email-missing"
        case .accountExists: "account-exists"
        case .accountDisabled: "account-disabled"
        case .registrationClosed: "registration-closed"
        case .identityTaken: "identity-taken"
        case .tooManyIdentities: "too-many-identities"
        case .consentIncomplete: "consent-incomplete"
        }
    }
}
