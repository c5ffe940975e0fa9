/// The address of someone who takes part in scheduling, in a form that can be compared.
///
/// RFC 6638 section 2.4.1 lets a person have several, of different schemes. Programs write the same
/// one as `mailto:anna@example.org`, `MAILTO:Anna@Example.org` and `mailto:anna%40example.org`. All
/// of these are equal here.
package struct CalendarAddress: Hashable, Sendable {
    /// The address in the form that is compared.
    package let text: String

    /// Reads an address as written; nil for an empty or an overlong one.
    ///
    /// An e-mail address without a scheme counts as one with `mailto:`.
    package init?(_ written: String) {
        let octets = written.utf8.drop(while: Self.isBlank)
        guard !octets.isEmpty, octets.count <= Limits.addressOctetsMax else { return nil }
        var trimmed = Array(octets)
        while let last = trimmed.last, Self.isBlank(last) { trimmed.removeLast() }
        text = String(decoding: Self.comparable(trimmed), as: UTF8.self)
    }

    /// Whether it's an e-mail address.
    package var isEmail: Bool { text.hasPrefix("mailto:") }

    /// The address of an account that signs in with this e-mail address.
    package init?(email: String) {
        self.init("mailto:" + email)
    }

    private static func isBlank(_ octet: UInt8) -> Bool { octet == 0x20 || octet == 0x09 }

    private static func comparable(_ octets: [UInt8]) -> [UInt8] {
        let scheme = octets.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "/") }
        let hasScheme = scheme.count < octets.count && octets[scheme.count] == UInt8(ascii: ":")
        guard hasScheme else {
            let isPath = octets.first == UInt8(ascii: "/")
            return isPath ? path(octets[...]) : Array("mailto:".utf8) + mailbox(octets[...])
        }
        let rest = octets[(scheme.count + 1)...]
        let start = scheme.map(lowercased) + [UInt8(ascii: ":")]
        switch String(decoding: start, as: UTF8.self) {
        case "mailto:": return start + mailbox(rest)
        case "urn:": return start + rest.map(lowercased)
        case "http:", "https:": return start + location(rest)
        default: return start + rest
        }
    }

    /// An e-mail address without a subject or other headers (RFC 6068 section 2).
    ///
    /// Mail servers may tell cases apart before the `@`, but none in use does, and neither do the
    /// accounts of this server.
    private static func mailbox(_ octets: ArraySlice<UInt8>) -> [UInt8] {
        decoded(octets.prefix { $0 != UInt8(ascii: "?") }).map(lowercased)
    }

    /// `//HOST/PATH`; only the host is case-insensitive.
    private static func location(_ octets: ArraySlice<UInt8>) -> [UInt8] {
        guard octets.starts(with: [UInt8(ascii: "/"), UInt8(ascii: "/")]) else {
            return path(octets)
        }
        let host = octets.dropFirst(2).prefix { $0 != UInt8(ascii: "/") }
        return Array("//".utf8) + host.map(lowercased) + path(octets[host.endIndex...])
    }

    /// A path without a slash at its end: programs add and drop that.
    private static func path(_ octets: ArraySlice<UInt8>) -> [UInt8] {
        var path = decoded(octets)
        while path.last == UInt8(ascii: "/") { path.removeLast() }
        return path
    }

    /// The octets with `%40` and the like replaced by what they stand for.
    private static func decoded(_ octets: ArraySlice<UInt8>) -> [UInt8] {
        var decoded: [UInt8] = []
        var index = octets.startIndex
        while index < octets.endIndex {
            let octet = octets[index]
            if octet == UInt8(ascii: "%"), index + 2 < octets.endIndex,
                let high = hexadecimal(octets[index + 1]), let low = hexadecimal(octets[index + 2])
            {
                decoded.append(high * 16 + low)
                index += 3
            } else {
                decoded.append(octet)
                index += 1
            }
        }
        return decoded
    }

    private static func hexadecimal(_ octet: UInt8) -> UInt8? {
        switch octet {
        case 0x30...0x39: octet - 0x30
        case 0x41...0x46: octet - 0x41 + 10
        case 0x61...0x66: octet - 0x61 + 10
        default: nil
        }
    }

    private static func lowercased(_ octet: UInt8) -> UInt8 {
        (0x41...0x5A).contains(octet) ? octet | 0x20 : octet
    }
}
