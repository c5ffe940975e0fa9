/// Parses IPv6 addresses.
package enum IPv6Address {
    /// The eight groups of an address in any form of RFC 4291, or nil if the text isn't one.
    package static func words(_ text: String) -> [UInt16]? {
        guard text.contains(":"), let text = withoutDots(text) else { return nil }
        let halves = text.split(separator: "::", omittingEmptySubsequences: false).map { half in
            half.split(separator: ":").map { UInt16($0, radix: 16) }
        }
        guard halves.count <= 2, let head = halves.first else { return nil }
        let tail = halves.count == 2 ? halves[1] : []
        let left = 8 - head.count - tail.count
        guard halves.count == 1 ? left == 0 : left > 0 else { return nil }
        let all = head + [UInt16?](repeating: 0, count: left) + tail
        let words = all.compactMap { $0 }
        return words.count == 8 ? words : nil
    }

    /// The last two groups may be written as an IPv4 address: `::ffff:192.0.2.1`.
    private static func withoutDots(_ text: String) -> String? {
        guard text.contains(".") else { return text }
        guard let colon = text.lastIndex(of: ":") else { return nil }
        let parts = text[text.index(after: colon)...].split(
            separator: ".",
            omittingEmptySubsequences: false
        )
        let octets = parts.compactMap { UInt16($0) }
        guard parts.count == 4, octets.count == 4, octets.allSatisfy({ $0 < 256 }) else {
            return nil
        }
        let words = [octets[0] << 8 | octets[1], octets[2] << 8 | octets[3]]
        return text[...colon] + words.map { String($0, radix: 16) }.joined(separator: ":")
    }
}
