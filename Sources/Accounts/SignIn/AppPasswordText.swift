import ServerBase

/// An app password: 140 random bits, as four groups of seven letters and digits.
struct AppPasswordText {
    /// 32 letters and digits that are hard to confuse.
    private static let alphabet = Array("abcdefghjkmnpqrstuvwxyz123456789".utf8)
    private static let groups = 4
    private static let groupLength = 7

    let text: String

    init(clockAndRandom: ClockAndRandom) {
        let letters = clockAndRandom.randomOctets(Self.groups * Self.groupLength)
            .map { Self.alphabet[Int($0) % Self.alphabet.count] }
        text = (0..<Self.groups).map { group in
            let start = group * Self.groupLength
            return String(decoding: letters[start..<start + Self.groupLength], as: UTF8.self)
        }.joined(separator: "-")
    }

    /// The hash that the database stores; hyphens and case in the typed text don't matter.
    ///
    /// A fast hash is enough: 140 random bits can't be guessed, so there's no need for scrypt.
    static func hash(of typed: String) -> String {
        sha256Text(typed.lowercased().utf8.filter { alphabet.contains($0) })
    }
}
