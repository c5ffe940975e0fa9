package import ServerBase

/// The code for creating the first account, printed on the server's console: 50 random bits.
package struct SetupCode: Sendable {
    /// 32 letters and digits that are hard to confuse.
    private static let alphabet = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789".utf8)
    private static let lengthOfHalf = 5

    /// The code as printed: two groups of five characters.
    package let text: String

    package init(clockAndRandom: ClockAndRandom) {
        let symbols = clockAndRandom.randomOctets(Self.lengthOfHalf * 2)
            .map { Self.alphabet[Int($0) % Self.alphabet.count] }
        let halves = [symbols.prefix(Self.lengthOfHalf), symbols.suffix(Self.lengthOfHalf)]
        text = halves.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "-")
    }

    /// Whether the typed code is this one; spaces, hyphens and case don't matter.
    func matches(_ typed: String) -> Bool {
        isEqualInConstantTime(Self.symbols(typed), Self.symbols(text))
    }

    private static func symbols(_ text: String) -> [UInt8] {
        text.uppercased().utf8.filter { alphabet.contains($0) }
    }
}
