/// The code that only somebody who sees the server's console can know.
package struct SetupCode: Sendable {
    /// Letters and digits that are not mistaken for each other.
    private static let alphabet = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789".utf8)
    private static let lengthOfHalf = 5

    /// As it is printed: two groups of five.
    package let text: String

    package init(surroundings: ClockAndRandom) {
        let symbols = surroundings.randomOctets(Self.lengthOfHalf * 2)
            .map { Self.alphabet[Int($0) % Self.alphabet.count] }
        let halves = [symbols.prefix(Self.lengthOfHalf), symbols.suffix(Self.lengthOfHalf)]
        text = halves.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "-")
    }

    /// Whether somebody typed it; spaces, hyphens and case do not matter.
    func matches(_ typed: String) -> Bool {
        isEqualInConstantTime(Self.symbols(typed), Self.symbols(text))
    }

    private static func symbols(_ text: String) -> [UInt8] {
        text.uppercased().utf8.filter { alphabet.contains($0) }
    }
}
