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

    /// A new ID: 128 random bits in hexadecimal digits.
    package func identifier() -> String { hexText(randomOctets(16)) }
}
