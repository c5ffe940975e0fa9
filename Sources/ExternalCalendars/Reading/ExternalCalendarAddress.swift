import ServerBase

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Where a calendar is read from: what somebody typed, made into an address that can be fetched.
package struct ExternalCalendarAddress: Hashable, Sendable {
    /// A name and a password at another service.
    package struct Credentials: Hashable, Sendable {
        package let user: String
        package let password: String

        /// Takes any name without a colon (RFC 7617, 2), and any password; nil beyond the limits.
        package init?(user: String, password: String) {
            let octets = Array((user + password).utf8)
            guard octets.count <= Limits.externalCredentialsBytesMax, !user.utf8.contains(colon),
                octets.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
            else { return nil }
            self.user = user
            self.password = password
        }

        /// The value of `Authorization`.
        var basic: String {
            "Basic " + Data((user + ":" + password).utf8).base64EncodedString()
        }
    }

    /// Whether the administrator lists its host and port, so that it may be private.
    let isListed: Bool
    /// Whether it's fetched over plain HTTP, which only listed hosts are.
    let isPlain: Bool
    /// The host's name in lower case; one with other letters than ASCII's as `xn--…`.
    package let host: String
    package let port: Int
    /// The path, which begins with a slash, and the query.
    package let target: String
    /// What stood before the host, as in `user:password@host`.
    package var credentials: Credentials?

    /// The address, without its credentials.
    package var text: String { origin + target }

    /// The address with its credentials, from which it can be read again: a secret.
    package var secretText: String {
        guard let credentials else { return text }
        let user = percentEncoded(credentials.user).replacing("@", with: "%40")
        let password = percentEncoded(credentials.password).replacing("@", with: "%40")
        return "\(scheme)://\(user):\(password)@" + text.dropFirst(scheme.count + 3)
    }

    /// Scheme, host and port, without a port that goes without saying (RFC 6454, 6.2).
    package var origin: String {
        let usual = isPlain ? 80 : 443
        return "\(scheme)://\(host)" + (port == usual ? "" : ":\(port)")
    }

    private var scheme: String { isPlain ? "http" : "https" }
}

private let colon = UInt8(ascii: ":")

// MARK: - Reading

extension ExternalCalendarAddress {
    /// Reads what somebody typed.
    ///
    /// `webcal:`, `webcals:`, `http:` and no scheme at all are read as `https:`. Only a host that the
    /// administrator lists is fetched over plain HTTP, if `http:` or `webcal:` was typed.
    ///
    /// - Parameters:
    ///   - typed: The address.
    ///   - hosts: The hosts that the administrator lists.
    /// - Throws: ``ExternalCalendarFailure/addressNotValid``.
    package init(typed: String, hosts: AllowedPrivateHosts = .none) throws(ExternalCalendarFailure)
    {
        let trimmed = Self.trimmed(typed)
        guard trimmed.utf8.count <= Limits.addressBytesMax,
            trimmed.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") }),
            let (scheme, rest) = Self.scheme(of: trimmed)
        else { throw .addressNotValid }
        let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
        guard let authority = Authority(rest[..<end], hasScheme: scheme != nil) else {
            throw .addressNotValid
        }
        let plainPort = authority.port ?? 80
        isPlain =
            (scheme == "http" || scheme == "webcal")
            && hosts.contains(authority.host, port: plainPort)
        host = authority.host
        // Port 80 is that of HTTP: over HTTPS the same server has another.
        port = isPlain ? plainPort : authority.port == 80 ? 443 : authority.port ?? 443
        isListed = hosts.contains(host, port: port)
        credentials = authority.credentials
        let target = rest[end...].prefix { $0 != "#" }
        self.target = Self.encoded(target.first == "/" ? target : "/" + target)
        guard secretText.utf8.count <= Limits.addressBytesMax * 3 else { throw .addressNotValid }
    }

    /// Where a redirect from here leads to; its own credentials don't count.
    func following(_ location: String, hosts: AllowedPrivateHosts) throws(ExternalCalendarFailure)
        -> ExternalCalendarAddress
    {
        guard location.utf8.count <= Limits.addressBytesMax, let base = URL(string: text),
            let url = URL(string: Self.encoded(location[...]), relativeTo: base),
            Self.schemes.contains(url.scheme?.lowercased() ?? "")
        else { throw .addressNotValid }
        // Nobody leads to a private network from outside.
        var next = try ExternalCalendarAddress(
            typed: url.absoluteString,
            hosts: isListed ? hosts : .none
        )
        next.credentials = next.origin == origin ? credentials : nil
        return next
    }

    private static let schemes: Set<String> = ["https", "http", "webcal", "webcals"]

    private static func trimmed(_ text: String) -> Substring {
        var rest = text[...]
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return rest
    }

    /// The scheme, nil if there is none, and what follows it; nil for a scheme that isn't fetched.
    private static func scheme(of text: Substring) -> (String?, Substring)? {
        let beginning = text.prefix { !"/?#".contains($0) }
        guard beginning.last == ":", text[beginning.endIndex...].hasPrefix("//") else {
            return (nil, text)
        }
        let scheme = beginning.dropLast().lowercased()
        guard schemes.contains(scheme) else { return nil }
        return (scheme, text[beginning.endIndex...].dropFirst(2))
    }

    /// Percent-encodes what can't stand in an address, and leaves what is encoded already.
    private static func encoded(_ text: Substring) -> String {
        let octets = Array(text.utf8)
        var encoded: [UInt8] = []
        for (place, octet) in octets.enumerated() {
            let isEscape =
                octet == UInt8(ascii: "%") && place + 2 < octets.count
                && hexOctets(String(decoding: octets[place + 1...place + 2], as: UTF8.self)) != nil
            guard !isEscape, !standsForItself(octet) else {
                encoded.append(octet)
                continue
            }
            encoded += ("%" + hexText([octet]).uppercased()).utf8
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    private static func standsForItself(_ octet: UInt8) -> Bool {
        // All characters of RFC 3986 but the percent sign and the brackets.
        octet > 0x20 && octet < 0x7F && !#""%<>\^`{|}[]"#.utf8.contains(octet)
    }
}

// MARK: - Hosts and ports

extension ExternalCalendarAddress {
    /// What stands between `//` and the path.
    private struct Authority {
        let host: String
        let port: Int?
        let credentials: Credentials?

        init?(_ text: Substring, hasScheme: Bool) {
            var place = text
            var credentials: Credentials?
            if let at = text.lastIndex(of: "@") {
                // An e-mail address isn't an address with a user's name.
                guard hasScheme else { return nil }
                guard let found = Self.credentials(text[..<at]) else { return nil }
                credentials = found
                place = text[text.index(after: at)...]
            }
            self.credentials = credentials
            let name = place.prefix { $0 != ":" }
            guard let host = ExternalCalendarAddress.plainHost(name) else { return nil }
            self.host = host
            guard name.endIndex < place.endIndex else {
                port = nil
                return
            }
            guard let port = ExternalCalendarAddress.port(place[name.endIndex...].dropFirst())
            else {
                return nil
            }
            self.port = port
        }

        private static func credentials(_ text: Substring) -> Credentials? {
            let user = text.prefix { $0 != ":" }
            guard let name = percentDecoded(String(user)),
                let password = percentDecoded(String(text[user.endIndex...].dropFirst()))
            else { return nil }
            return Credentials(user: name, password: password)
        }
    }

    /// A host's name in the one spelling that everything reads the same way; nil for anything else.
    ///
    /// IPv6 addresses aren't taken.
    static func plainHost(_ text: some StringProtocol) -> String? {
        var host = text.lowercased()
        if !host.utf8.allSatisfy({ $0 < 0x80 }) {
            guard let ascii = URLComponents(string: "https://\(host)/")?.encodedHost else {
                return nil
            }
            host = ascii.lowercased()
        }
        if host.hasSuffix(".") { host.removeLast() }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        let isPlain = labels.allSatisfy { label in
            (1...63).contains(label.utf8.count) && label.utf8.allSatisfy(isOfHost)
        }
        return isPlain && host.utf8.count <= 253 ? host : nil
    }

    private static func isOfHost(_ octet: UInt8) -> Bool {
        switch octet {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"):
            true
        default:
            false
        }
    }

    /// A port's number; nil for anything else.
    static func port(_ text: some StringProtocol) -> Int? {
        guard text.utf8.count <= 5, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
            let port = Int(text),
            (1...65_535).contains(port)
        else { return nil }
        return port
    }
}
