import HTTPTypes
import Hummingbird

/// The network a request comes from, as far as one person owns it: an IPv4 address, or an IPv6 /64,
/// since every customer has 2^64 addresses.
struct ClientNetwork: Hashable {
    let text: String

    /// Parses an address as a proxy writes it, with or without brackets, port and interface.
    ///
    /// Anything else is kept as it is.
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

    /// The hash stored with an account, which doesn't reveal where somebody was.
    func hash(for email: String) -> String { sha256Text(Array((email + "\n" + text).utf8)) }

    private static func withoutPort(_ text: String) -> Substring {
        if text.hasPrefix("[") { return text.dropFirst().prefix { $0 != "]" } }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        return parts.count == 2 ? parts[0] : text[...]
    }
}

extension Request {
    /// The scheme by which a proxy says that its client came, in lower case; nil if it doesn't say.
    var forwardedScheme: String? {
        HTTPField.Name("X-Forwarded-Proto").flatMap { headers[$0] }?.lowercased()
    }
}

extension Backend {
    /// What failed attempts are counted against.
    func clientNetwork(of request: Request, context: AppContext) -> ClientNetwork {
        ClientNetwork(clientAddress(of: request, context))
    }

    /// The client's address, as far as it's known: a proxy that the settings trust says it.
    func clientAddress(of request: Request, _ context: AppContext) -> String {
        guard settings.trustsProxy, let name = HTTPField.Name("X-Forwarded-For"),
            let last = request.headers[name]?.split(separator: ",").last
        else { return context.peerAddress }
        return String(last)
    }
}
