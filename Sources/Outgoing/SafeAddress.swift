#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The rule for every URL that the server fetches or redirects to.
package enum SafeAddress {
    private static let loopback: Set<String> = ["localhost", "127.0.0.1", "[::1]", "::1"]

    /// Whether a URL uses HTTPS or stays on this machine.
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
