#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A URL from outside that the server will fetch or post to: a provider's picture, a push service.
///
/// An attacker could use such a URL to reach the server's own network (SSRF). So the host is
/// resolved first, its address must be public, and the connection goes to exactly that address.
package struct ForeignAddress: Hashable {
    package let text: String
    package let host: String
    package let port: Int
    /// Whether scheme, host and port are those of a provider that the server contacts anyway.
    package let isOfProvider: Bool

    /// Accepts HTTPS to a plain host name, and a provider's own origin even without HTTPS.
    ///
    /// `issuer` is the URL that names the provider; nil if the URL comes from somebody else.
    package init?(_ text: String, fromProvider issuer: String? = nil) {
        guard SafeAddress.allows(text), let parts = URLComponents(string: text),
            let host = parts.host, let port = Self.port(of: parts),
            host.utf8.allSatisfy(Self.isPlain)
        else { return nil }
        let issuer = issuer.flatMap { URLComponents(string: $0) }
        isOfProvider =
            issuer?.scheme == parts.scheme && issuer?.host == host
            && issuer.flatMap(Self.port) == port
        guard parts.scheme == "https" || isOfProvider else { return nil }
        self.text = text
        self.host = host
        self.port = port
    }

    private static func port(of parts: URLComponents) -> Int? {
        switch parts.scheme {
        case "https": parts.port ?? 443
        case "http": parts.port ?? 80
        default: nil
        }
    }

    /// Lowercase letters, digits, dots and hyphens: a name that every parser reads the same way.
    private static func isPlain(_ octet: UInt8) -> Bool {
        switch octet {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "."), UInt8(ascii: "-"):
            true
        default:
            false
        }
    }
}
