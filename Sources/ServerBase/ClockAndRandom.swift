import Crypto

/// The time and random numbers, so that tests can replace them.
package struct ClockAndRandom: Sendable {
    /// Seconds since 1970, UTC.
    package let nowSecond: @Sendable () -> Int64
    /// As many random octets as asked for.
    package let randomOctets: @Sendable (Int) -> [UInt8]

    package init(
        nowSecond: @escaping @Sendable () -> Int64,
        randomOctets: @escaping @Sendable (Int) -> [UInt8]
    ) {
        self.nowSecond = nowSecond
        self.randomOctets = randomOctets
    }

    /// The machine's clock and generator.
    package static let machine = ClockAndRandom(
        nowSecond: { machineSecond() },
        randomOctets: { count in
            // Eight at a time: each number is a call of the kernel's.
            var generator = SystemRandomNumberGenerator()
            let octets = (0..<(count + 7) / 8).flatMap { _ in
                let number = generator.next()
                return (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
            }
            return Array(octets.prefix(count))
        }
    )

    /// A new identity: 128 random bits in hexadecimal digits.
    package func identifier() -> String { hexText(randomOctets(16)) }
}

/// Octets as lower-case hexadecimal digits.
package func hexText(_ octets: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for octet in octets {
        text.append(digits[Int(octet >> 4)])
        text.append(digits[Int(octet & 15)])
    }
    return String(decoding: text, as: UTF8.self)
}

/// Reads hexadecimal digits as octets; nil if there's anything else.
package func hexOctets(_ text: some StringProtocol) -> [UInt8]? {
    let digits = text.utf8.map { UInt8(String(UnicodeScalar($0)), radix: 16) }
    guard digits.count.isMultiple(of: 2) else { return nil }
    var octets: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
        guard let high = digits[index], let low = digits[index + 1] else { return nil }
        octets.append(high << 4 | low)
    }
    return octets
}

/// The SHA-256 of octets, as hexadecimal digits.
package func sha256Text(_ octets: [UInt8]) -> String { hexText(SHA256.hash(data: octets)) }

/// Compares in a time that doesn't depend on where the first difference is.
package func isEqualInConstantTime(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
}

/// The SHA-256 digest of octets.
package func sha256Octets(_ octets: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: octets)) }
