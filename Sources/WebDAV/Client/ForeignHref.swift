/// The address of a resource in another server's answer.
///
/// Two addresses are equal if they lead to the same path, however it's written: `/a%40b/` is
/// `/a@b/`.
package struct ForeignHref: Sendable {
    /// What the server wrote, without blanks around it; a request to it is sent in this spelling.
    package let text: String
    /// Scheme, host and port in lower case if they're written, such as `https://example.org:8443`.
    package let origin: String?
    /// The path in normalised spelling, beginning with a slash.
    package let path: String

    /// Reads an address or a path; nil if it exceeds the limit, has control characters, or has
    /// parts such as `..`.
    ///
    /// - Parameters:
    ///   - text: What the server wrote.
    ///   - base: The path of the request, for an address that doesn't begin with a slash.
    package init?(_ text: String, base: String = "/") {
        let trimmed = trimmed(text)[...]
        guard (1...Limits.hrefOctetsMax).contains(trimmed.utf8.count),
            trimmed.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") })
        else { return nil }
        guard let (origin, rest) = Self.origin(of: trimmed) else { return nil }
        let end = rest.firstIndex { $0 == "?" || $0 == "#" } ?? rest.endIndex
        var path = String(rest[..<end])
        if !path.hasPrefix("/") {
            path = origin == nil ? Self.folder(of: base) + path : "/" + path
        }
        guard let spelled = Self.spelled(path) else { return nil }
        self.text = String(trimmed)
        self.origin = origin
        self.path = spelled
    }

    /// Whether it's a collection: by convention their paths end in a slash (RFC 4918, 5.2).
    package var isOfCollection: Bool { path.utf8.last == UInt8(ascii: "/") }

    /// The origin, if there is one, and what follows it; nil for other schemes than those of HTTP.
    private static func origin(of text: Substring) -> (String?, Substring)? {
        guard let mark = text.firstRange(of: "://"), !text.hasPrefix("/") else {
            // `//host/path` would be another host.
            return text.hasPrefix("//") ? nil : (nil, text)
        }
        let scheme = text[..<mark.lowerBound].lowercased()
        guard scheme == "https" || scheme == "http" else { return nil }
        let rest = text[mark.upperBound...]
        let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
        var host = rest[..<end].lowercased()
        let usual = scheme == "https" ? ":443" : ":80"
        if host.hasSuffix(usual) { host.removeLast(usual.utf8.count) }
        guard !host.isEmpty, !host.contains("@") else { return nil }
        return ("\(scheme)://\(host)", rest[end...])
    }

    private static func folder(of path: String) -> String {
        String(path[...(path.lastIndex(of: "/") ?? path.startIndex)])
    }

    /// A path in normalised spelling: it escapes only what has to be escaped, with capital
    /// hexadecimal digits.
    ///
    /// Returns nil for parts that would lead elsewhere.
    static func spelled(_ path: String) -> String? {
        var spelled: [UInt8] = []
        var rest = path.utf8[...]
        while let octet = rest.popFirst() {
            guard octet == UInt8(ascii: "%"), let escaped = escaped(rest) else {
                add(octet, isEscaped: false, to: &spelled)
                continue
            }
            rest = rest.dropFirst(2)
            add(escaped, isEscaped: true, to: &spelled)
        }
        let text = String(decoding: spelled, as: UTF8.self)
        let parts = text.split(separator: "/")
        return parts.contains(".") || parts.contains("..") ? nil : text
    }

    private static func escaped(_ rest: Substring.UTF8View) -> UInt8? {
        let digits = rest.prefix(2)
        guard digits.count == 2, digits.allSatisfy(isHexadecimal) else { return nil }
        return UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
    }

    private static func isHexadecimal(_ octet: UInt8) -> Bool {
        switch octet {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }

    private static func add(_ octet: UInt8, isEscaped: Bool, to octets: inout [UInt8]) {
        let isPlain: Bool =
            switch octet {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            // An escaped slash is part of a name.
            case UInt8(ascii: "/"): !isEscaped
            default: "-._~!$&'()*+,;=:@".utf8.contains(octet)
            }
        guard !isPlain else {
            octets.append(octet)
            return
        }
        let digits = String(octet, radix: 16, uppercase: true)
        octets += (digits.utf8.count == 1 ? "%0" : "%").utf8
        octets += digits.utf8
    }
}

extension ForeignHref: Hashable {
    package static func == (left: ForeignHref, right: ForeignHref) -> Bool {
        left.origin == right.origin && left.path == right.path
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(origin)
        hasher.combine(path)
    }
}
