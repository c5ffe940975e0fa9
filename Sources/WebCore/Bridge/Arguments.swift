/// The arguments of a call, each behind its length.
///
/// The length is an unsigned number of 32 bits, its lowest octet first. What an argument holds
/// can't be taken for the end of it.
struct Arguments {
    private let parts: [ArraySlice<UInt8>]

    /// Parts the octets by the lengths; a last argument that is cut off is taken as far as it goes.
    init(_ octets: [UInt8]) {
        var parts: [ArraySlice<UInt8>] = []
        parts.reserveCapacity(4)
        var place = 0
        while octets.count - place >= 4 {
            var length: UInt32 = 0
            for offset in 0..<4 { length |= UInt32(octets[place + offset]) << UInt32(8 * offset) }
            place += 4
            // More than there is can't be meant, and may not be counted in 31 bits.
            let count = Int(min(length, UInt32(clamping: octets.count - place)))
            parts.append(octets[place..<place + count])
            place += count
        }
        self.parts = parts
    }

    /// How many arguments there are.
    var count: Int { parts.count }

    /// The text at an index; empty when there are fewer.
    subscript(_ index: Int) -> String {
        index < parts.count ? String(decoding: parts[index], as: UTF8.self) : ""
    }

    /// The text behind a name, where all arguments are names and values; empty when there is none.
    subscript(_ name: StaticString) -> String { self[place(of: name)] }

    /// The octets at an index; empty when there are fewer.
    func octets(_ index: Int) -> [UInt8] {
        index < parts.count ? Array(parts[index]) : []
    }

    /// The number at an index, 64 bits of floating point; 0 when there is none.
    func number(_ index: Int) -> Double {
        guard index < parts.count, parts[index].count == 8 else { return 0 }
        var bits: UInt64 = 0
        for octet in parts[index].reversed() { bits = bits << 8 | UInt64(octet) }
        let number = Double(bitPattern: bits)
        return number.isFinite ? number : 0
    }

    /// The whole number at an index, as near as 32 bits come to it.
    func integer(_ index: Int) -> Int {
        Int(max(-2_147_483_648, min(number(index), 2_147_483_647)))
    }

    /// Whether the text at an index says yes.
    func flag(_ index: Int) -> Bool { self[index] == "1" }

    /// The lines of the text at an index; none of an empty one, and empty ones only when asked.
    func lines(_ index: Int, keepingEmpty: Bool = false) -> [String] {
        self[index].lines(keepingEmpty: keepingEmpty)
    }

    /// The arguments from an index on, read as names and values.
    func pairs(from index: Int) -> [(name: String, value: String)] {
        stride(from: index, to: parts.count - 1, by: 2).map { (self[$0], self[$0 + 1]) }
    }

    /// The place of the value that a name stands before, of the names and values from an index on;
    /// behind all arguments when there is none.
    func place(of name: StaticString, from index: Int = 0) -> Int {
        name.withUTF8Buffer { name in
            var place = index
            while place + 1 < parts.count {
                if parts[place].elementsEqual(name) { return place + 1 }
                place += 2
            }
            return parts.count
        }
    }
}

extension String {
    /// The lines of this text; none of an empty one, and empty ones only when asked.
    func lines(keepingEmpty: Bool = false) -> [String] {
        guard !utf8.isEmpty else { return [] }
        return utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: !keepingEmpty)
            .map { String(decoding: Array($0), as: UTF8.self) }
    }
}
