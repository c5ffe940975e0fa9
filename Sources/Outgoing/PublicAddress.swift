/// Decides which IP addresses are public (the registries of RFC 6890).
package enum PublicAddress {
    /// Networks that are private, loopback, link-local or reserved: their first bytes and prefix
    /// length.
    private static let reserved: [(octets: [UInt8], bitCount: Int)] = [
        ([0], 8), ([10], 8), ([100, 64], 10), ([127], 8), ([169, 254], 16), ([172, 16], 12),
        ([192, 0, 0], 24), ([192, 0, 2], 24), ([192, 88, 99], 24), ([192, 168], 16),
        ([198, 18], 15), ([198, 51, 100], 24), ([203, 0, 113], 24), ([224], 4), ([240], 4),
    ]

    /// Whether an address is public; false for text that isn't an address.
    package static func contains(_ text: String) -> Bool {
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
