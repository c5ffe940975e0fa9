/// The address of a server: a scheme, a host and perhaps a port, without a path.
package struct ServerAddress: Hashable, Sendable {
    /// Why a text isn't the address of a server to sign in to.
    package enum Fault: Error, Hashable, Sendable {
        /// It's no such address.
        case notAnAddress
        /// A password would be sent unencrypted over a network.
        case needsHTTPS
    }

    /// The address without a slash at its end, such as `https://calendar.example.org`.
    package let text: String
    /// The host, with the port if there is one.
    package let host: String

    /// Reads an address; without a scheme it's `https`.
    ///
    /// `http` is only for this machine.
    ///
    /// - Throws: ``Fault``.
    package init(_ text: String) throws(Fault) {
        let typed = text.lowercased()
        let (scheme, rest) =
            if typed.hasPrefix("https://") {
                ("https", typed.dropFirst(8))
            } else if typed.hasPrefix("http://") {
                ("http", typed.dropFirst(7))
            } else {
                ("https", typed[...])
            }
        let host = rest.hasSuffix("/") ? rest.dropLast() : rest
        let (name, port) = Self.parts(of: host)
        guard !name.isEmpty, name.utf8.allSatisfy(Self.isOfHost),
            port.map({ (1...65_535).contains(Int($0) ?? 0) }) ?? true
        else { throw .notAnAddress }
        let isThisMachine = name == "localhost" || name == "[::1]" || Self.isLoopback(name)
        guard scheme == "https" || isThisMachine else { throw .needsHTTPS }
        self.host = String(host)
        self.text = scheme + "://" + host
    }

    /// The name and the port of a host; an address of IPv6 is in brackets.
    private static func parts(of host: Substring) -> (name: Substring, port: Substring?) {
        let afterName =
            host.hasPrefix("[") ? host.firstIndex(of: "]") ?? host.startIndex : host.startIndex
        guard let colon = host[afterName...].firstIndex(of: ":") else { return (host, nil) }
        return (host[..<colon], host[host.index(after: colon)...])
    }

    private static func isLoopback(_ name: Substring) -> Bool {
        let numbers = name.split(separator: ".", omittingEmptySubsequences: false)
        return numbers.count == 4 && numbers[0] == "127" && numbers.allSatisfy { UInt8($0) != nil }
    }

    private static func isOfHost(_ octet: UInt8) -> Bool {
        switch octet {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "["), UInt8(ascii: "]"),
            UInt8(ascii: ":"):
            true
        default: false
        }
    }
}
