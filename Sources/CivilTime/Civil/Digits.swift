/// Reads and writes decimal digits in ASCII.
enum Digits {
    /// Reads exactly `count` digits and removes them from the start of `bytes`.
    static func take<Bytes: Collection>(_ count: Int, from bytes: inout Bytes) -> Int?
    where Bytes.Element == UInt8, Bytes.SubSequence == Bytes {
        var value = 0
        for _ in 0..<count {
            guard let byte = bytes.first, byte >= 0x30, byte <= 0x39 else { return nil }
            value = value * 10 + Int(byte - 0x30)
            bytes.removeFirst()
        }
        return value
    }

    /// Removes `expected` from the start of `bytes`; leaves `bytes` alone if something else is
    /// there.
    static func skip<Bytes: Collection>(_ expected: UInt8, in bytes: inout Bytes) -> Bool
    where Bytes.Element == UInt8, Bytes.SubSequence == Bytes {
        guard bytes.first == expected else { return false }
        bytes.removeFirst()
        return true
    }

    /// Appends `value` padded with zeros to `width` digits; `value` must fit.
    static func append(_ value: Int, width: Int, to bytes: inout [UInt8]) {
        var divisor = 1
        for _ in 1..<width { divisor *= 10 }
        while divisor > 0 {
            bytes.append(0x30 + UInt8(truncatingIfNeeded: value / divisor % 10))
            divisor /= 10
        }
    }
}
