#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A service that signs people in by OpenID Connect, as the administrator set it up.
package struct OpenIDProvider: Hashable, Sendable {
    /// Its word in addresses: small letters, digits and hyphens.
    package let id: String
    /// What the page calls it.
    package let name: String
    /// Its address, which stands in each of its tokens as it is written here.
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

    /// The issuer of Google's tokens.
    package static let googleIssuer = "https://accounts.google.com"
}

/// The rule for every address that the server itself asks or sends somebody to.
package enum SafeAddress {
    private static let loopback: Set<String> = ["localhost", "127.0.0.1", "[::1]", "::1"]

    /// Whether an address is HTTPS, or stays on this machine.
    package static func allows(_ text: String) -> Bool {
        guard text.utf8.count <= Limits.addressBytesMax,
            text.utf8.allSatisfy({ $0 > 32 && $0 < 127 }),
            let parts = URLComponents(string: text),
            let host = parts.host, !host.isEmpty,
            parts.user == nil, parts.password == nil, parts.fragment == nil
        else { return false }
        switch parts.scheme?.lowercased() {
        case "https": return true
        case "http": return loopback.contains(host)
        default: return false
        }
    }
}

/// Why somebody could not sign in by another service.
enum OpenIDError: Error, Hashable {
    /// The sign-in was not begun here, by this browser, or too long ago.
    case notUnderWay
    /// The person, or the provider, said no.
    case cancelled
    /// The provider does not answer, or not as it has to; for the log.
    case providerFailed(String)
    /// The provider does not say an e-mail address.
    case emailMissing
    /// An account has the address, and nobody can say that it is the same person's.
    case accountExists
    /// Accounts are not open to everybody.
    case registrationClosed
    /// The identity signs in to another account.
    case identityTaken
    /// The account has as many ways to sign in as it may.
    case tooManyIdentities

    /// The word for it in the address of the page, which says it in the person's language.
    var code: String {
        switch self {
        case .notUnderWay: "sign-in-expired"
        case .cancelled: "sign-in-cancelled"
        case .providerFailed: "provider-failed"
        case .emailMissing: "email-missing"
        case .accountExists: "account-exists"
        case .registrationClosed: "registration-closed"
        case .identityTaken: "identity-taken"
        case .tooManyIdentities: "too-many-identities"
        }
    }
}
