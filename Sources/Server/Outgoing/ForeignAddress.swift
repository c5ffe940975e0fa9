#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A URL from outside that the server will fetch or post to: a provider's picture, a push service.
///
/// An attacker could use such a URL to reach the server's own network (SSRF). So the host is
/// resolved first, its address must be public, and the connection goes to exactly that address.
struct ForeignAddress: Hashable {
    let text: String
    let host: String
    let port: Int
    /// Whether scheme, host and port are the provider's own, which the server contacts anyway.
    let isOfProvider: Bool

    /// Accepts HTTPS to a plain host name, and a provider's own origin even without HTTPS.
    init?(_ text: String, of provider: OpenIDProvider? = nil) {
        guard SafeAddress.allows(text), let parts = URLComponents(string: text),
            let host = parts.host, let port = Self.port(of: parts),
            host.utf8.allSatisfy(Self.isPlain)
        else { return nil }
        let issuer = provider.flatMap { URLComponents(string: $0.issuer) }
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

/// Decides which IP addresses are public (the registries of RFC 6890).
enum PublicAddress {
    /// Networks that are private, loopback, link-local or reserved: their first bytes and prefix
    /// length.
    private static let reserved: [(octets: [UInt8], bitCount: Int)] = [
        ([0], 8), ([10], 8), ([100, 64], 10), ([127], 8), ([169, 254], 16), ([172, 16], 12),
        ([192, 0, 0], 24), ([192, 0, 2], 24), ([192, 88, 99], 24), ([192, 168], 16),
        ([198, 18], 15), ([198, 51, 100], 24), ([203, 0, 113], 24), ([224], 4), ([240], 4),
    ]

    /// Whether an address is public; false for text that isn't an address.
    static func contains(_ text: String) -> Bool {
        if let octets = octets(ofIPv4: text) {
            return !reserved.contains { isWithin(octets, $0.octets, bitCount: $0.bitCount) }
        }
        guard let words = IPv6Address.words(text) else { return false }
        // For IPv6 only global unicast, without 6to4 and Teredo, which wrap an IPv4 address, the rest
        // of 2001::/23, which is for special purposes, and 2001:db8::/32, which is for documentation.
        let isWrappedOrSpecial = words[0] == 0x2002 || (words[0] == 0x2001 && words[1] < 0x0200)
        return words[0] >> 13 == 1 && !isWrappedOrSpecial
            && !(words[0] == 0x2001 && words[1] == 0x0db8)
    }

    private static func isWithin(_ octets: [UInt8], _ network: [UInt8], bitCount: Int) -> Bool {
        (0..<bitCount).allSatisfy { bit in
            let (index, shift) = (bit / 8, 7 - bit % 8)
            return octets[index] >> shift & 1 == network[index] >> shift & 1
        }
    }

    private static func octets(ofIPv4 text: String) -> [UInt8]? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let octets = parts.compactMap { UInt8($0) }
        return parts.count == 4 && octets.count == 4 ? octets : nil
    }
}
