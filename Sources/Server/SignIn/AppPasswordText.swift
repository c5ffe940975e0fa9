/// A password that a person gives to one program: 140 random bits, in four groups of seven letters.
struct AppPasswordText {
    /// Letters and digits that are not mistaken for each other.
    private static let alphabet = Array("abcdefghjkmnpqrstuvwxyz123456789".utf8)
    private static let groups = 4
    private static let groupLength = 7

    let text: String

    init(surroundings: ClockAndRandom) {
        let letters = surroundings.randomOctets(Self.groups * Self.groupLength)
            .map { Self.alphabet[Int($0) % Self.alphabet.count] }
        text = (0..<Self.groups).map { group in
            let start = group * Self.groupLength
            return String(decoding: letters[start..<start + Self.groupLength], as: UTF8.self)
        }.joined(separator: "-")
    }

    /// What is kept of one, typed with or without hyphens.
    ///
    /// A plain hash: nobody guesses among 2^140, so that there is nothing to slow down.
    static func hash(of typed: String) -> String {
        sha256Text(typed.lowercased().utf8.filter { alphabet.contains($0) })
    }
}
