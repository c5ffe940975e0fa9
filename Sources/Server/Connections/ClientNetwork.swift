import HTTPTypes
import Hummingbird

/// Where a request comes from, as far as one person has it: an address of version 4, or the network
/// of one of version 6, since everybody has 2^64 of those.
struct ClientNetwork: Hashable {
    let text: String

    /// Takes an address as a proxy writes it, with or without brackets, port and interface; what is
    /// none stands for itself.
    init(_ address: String) {
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

    /// What is kept of it with an account: neither tells where somebody was.
    func hash(for email: String) -> String { sha256Text(Array((email + "\n" + text).utf8)) }

    private static func withoutPort(_ text: String) -> Substring {
        if text.hasPrefix("[") { return text.dropFirst().prefix { $0 != "]" } }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        return parts.count == 2 ? parts[0] : text[...]
    }
}

extension Backend {
    /// Whom failed attempts are counted against.
    func clientNetwork(of request: Request, context: AppContext) -> ClientNetwork {
        guard settings.trustsProxy, let name = HTTPField.Name("X-Forwarded-For"),
            let last = request.headers[name]?.split(separator: ",").last
        else { return ClientNetwork(context.peerAddress) }
        return ClientNetwork(String(last))
    }
}
