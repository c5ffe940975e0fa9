/// Makes new inputs from old ones.
struct Mutator {
    let dictionary: [[UInt8]]
    let lengthMax: Int

    private static let changes: [@Sendable (inout Edit, Mutator) -> Void] = [
        { edit, _ in edit.flipBit() },
        { edit, _ in edit.setOctet() },
        { edit, _ in edit.insertOctets() },
        { edit, _ in edit.remove() },
        { edit, _ in edit.repeatPart() },
        { edit, _ in edit.movePart() },
        { edit, _ in edit.replaceNumber() },
        { edit, _ in edit.repeatLine() },
        { edit, _ in edit.splice() },
        { edit, mutator in edit.insert(mutator.dictionary, replacing: false) },
        { edit, mutator in edit.insert(mutator.dictionary, replacing: true) },
    ]

    /// A changed copy of `base`, with some parts taken from `other`.
    func mutate(_ base: [UInt8], with other: [UInt8], by generator: inout SeededGenerator)
        -> [UInt8]
    {
        var edit = Edit(octets: base, other: other, generator: generator)
        // Usually one or two changes, now and then many.
        let count = 1 + edit.generator.next().trailingZeroBitCount
        for _ in 0..<min(count, 16) {
            Self.changes[edit.generator.below(Self.changes.count)](&edit, self)
        }
        generator = edit.generator
        return edit.octets.count <= lengthMax ? edit.octets : Array(edit.octets[..<lengthMax])
    }
}

/// An input while it is being changed.
private struct Edit {
    var octets: [UInt8]
    let other: [UInt8]
    var generator: SeededGenerator

    /// Numbers at which things tend to break.
    private static let numbers = [
        "0", "1", "-1", "2", "7", "12", "13", "23", "24", "28", "29", "31", "32", "53", "54", "59",
        "60", "61", "99", "100", "255", "256", "365", "366", "367", "1000", "9999", "10000",
        "32767",
        "65535", "65536", "2147483647", "2147483648", "4294967296", "9223372036854775807",
        "9223372036854775808", "99999999999999999999",
    ].map { Array($0.utf8) }

    private mutating func part(of count: Int, lengthMax: Int = 64) -> Range<Int> {
        let start = generator.below(count + 1)
        return start..<min(count, start + 1 + generator.below(lengthMax))
    }

    mutating func flipBit() {
        guard !octets.isEmpty else { return }
        octets[generator.below(octets.count)] ^= 1 << UInt8(generator.below(8))
    }

    mutating func setOctet() {
        guard !octets.isEmpty else { return }
        octets[generator.below(octets.count)] = octet()
    }

    mutating func insertOctets() {
        let new = (0...generator.below(8)).map { _ in octet() }
        octets.insert(contentsOf: new, at: generator.below(octets.count + 1))
    }

    /// A random byte, half the time one with a meaning in the format.
    private mutating func octet() -> UInt8 {
        let meaningful =
            Array("\0\t\n\r \"+,-./0:;<=>ATZ[\\]^{}\u{7F}".utf8) + [0x80, 0xBF, 0xC3, 0xFF]
        if generator.below(2) == 0 { return meaningful[generator.below(meaningful.count)] }
        return UInt8(truncatingIfNeeded: generator.next())
    }

    mutating func remove() {
        octets.removeSubrange(part(of: octets.count))
    }

    mutating func repeatPart() {
        let part = part(of: octets.count)
        let copies = generator.below(4) == 0 ? generator.below(32) : 1
        let new = Array(repeating: octets[part], count: copies).flatMap { $0 }
        octets.insert(contentsOf: new, at: part.upperBound)
    }

    mutating func movePart() {
        let range = part(of: octets.count)
        let part = Array(octets[range])
        octets.removeSubrange(range)
        octets.insert(contentsOf: part, at: generator.below(octets.count + 1))
    }

    /// Replaces a number with another one.
    mutating func replaceNumber() {
        let from = generator.below(octets.count)
        func isDigit(_ octet: UInt8) -> Bool { (0x30...0x39).contains(octet) }
        guard let start = octets[from...].firstIndex(where: isDigit) else { return }
        let end = octets[start...].firstIndex { !isDigit($0) } ?? octets.count
        let number =
            generator.below(3) == 0
            ? Array(String(generator.below(100)).utf8)
            : Self.numbers[generator.below(Self.numbers.count)]
        octets.replaceSubrange(start..<end, with: number)
    }

    /// Copies one or more lines to the start of another line.
    mutating func repeatLine() {
        var starts = [0]
        for index in octets.indices where octets[index] == 0x0A { starts.append(index + 1) }
        let first = generator.below(starts.count)
        let last = min(starts.count - 1, first + 1 + generator.below(4))
        let lines = Array(octets[starts[first]..<max(starts[first], starts[last])])
        octets.insert(contentsOf: lines, at: starts[generator.below(starts.count)])
    }

    /// Copies part of the other input: inserts it, or replaces everything after it.
    mutating func splice() {
        let start = generator.below(other.count + 1)
        let target = generator.below(octets.count + 1)
        if generator.below(2) == 0 {
            octets.replaceSubrange(target..., with: other[start...])
        } else {
            let end = min(other.count, start + 1 + generator.below(256))
            octets.insert(contentsOf: other[start..<end], at: target)
        }
    }

    mutating func insert(_ dictionary: [[UInt8]], replacing: Bool) {
        guard !dictionary.isEmpty else { return }
        let word = dictionary[generator.below(dictionary.count)]
        let start = generator.below(octets.count + 1)
        let end = replacing ? min(octets.count, start + word.count) : start
        octets.replaceSubrange(start..<end, with: word)
    }
}
