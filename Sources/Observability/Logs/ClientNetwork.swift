import Outgoing
import ServerBase

/// The network a request comes from, as far as one person owns it: an IPv4 address, or an IPv6 /64,
/// since every customer has 2^64 addresses.
package struct ClientNetwork: Hashable {
    package let text: String

    /// Parses an address as a proxy writes it, with or without brackets, port and interface.
    ///
    /// Anything else is kept as it is.
    package init(_ address: String) {
        let bare = Self.withoutPort(address.trimmingSpaces()).prefix { $0 != "%" }
        guard let words = IPv6Address.words(String(bare)) else {
            text = String(bare).prefix(utf8Max: Limits.networkBytesMax)
            return
        }
        let isVersion4 = words[..<5].allSatisfy { $0 == 0 } && words[5] == 0xFFFF
        text =
            isVersion4
            ? words[6...].map { "\($0 >> 8).\($0 & 255)" }.joined(separator: ".")
            : words[..<4].map { String($0, radix: 16) }.joined(separator: ":") + "::/64"
    }

    /// The hash stored with an account, which doesn't reveal where somebody was.
    package func hash(for email: String) -> String { sha256Text(Array((email + "\n" + text).utf8)) }

    private static func withoutPort(_ text: String) -> Substring {
        if text.hasPrefix("[") { return text.dropFirst().prefix { $0 != "]" } }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        return parts.count == 2 ? parts[0] : text[...]
    }
}
