/// The arguments of a call.
///
/// Each is preceded by its length, an unsigned 32-bit little-endian number, so no octet of an
/// argument can be mistaken for its end.
struct Arguments {
    private let parts: [ArraySlice<UInt8>]

    /// Splits the octets into arguments; a last argument that is cut off is kept as far as it goes.
    init(_ octets: [UInt8]) {
        var parts: [ArraySlice<UInt8>] = []
        parts.reserveCapacity(4)
        var place = 0
        while octets.count - place >= 4 {
            var length: UInt32 = 0
            for offset in 0..<4 { length |= UInt32(octets[place + offset]) << UInt32(8 * offset) }
            place += 4
            // Clamped before the conversion: in WebAssembly, Int has 32 bits and could overflow.
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

    /// The value of a name, when all arguments are names and values; empty if the name is missing.
    subscript(_ name: StaticString) -> String { self[place(of: name)] }

    /// The octets at an index; empty when there are fewer.
    func octets(_ index: Int) -> [UInt8] {
        index < parts.count ? Array(parts[index]) : []
    }

    /// The 64-bit little-endian floating-point number at an index; 0 if it isn't a finite number.
    func number(_ index: Int) -> Double {
        guard index < parts.count, parts[index].count == 8 else { return 0 }
        var bits: UInt64 = 0
        for octet in parts[index].reversed() { bits = bits << 8 | UInt64(octet) }
        let number = Double(bitPattern: bits)
        return number.isFinite ? number : 0
    }

    /// The number at an index, truncated to a whole number and clamped to 32 bits.
    func integer(_ index: Int) -> Int {
        Int(max(-2_147_483_648, min(number(index), 2_147_483_647)))
    }

    /// Whether the text at an index is `1`.
    func flag(_ index: Int) -> Bool { self[index] == "1" }

    /// The lines of the text at an index; empty lines are dropped unless asked for, and an empty
    /// text has no lines.
    func lines(_ index: Int, keepingEmpty: Bool = false) -> [String] {
        self[index].lines(keepingEmpty: keepingEmpty)
    }

    /// The arguments from an index on, as pairs of name and value.
    func pairs(from index: Int) -> [(name: String, value: String)] {
        stride(from: index, to: parts.count - 1, by: 2).map { (self[$0], self[$0 + 1]) }
    }

    /// The index of a name's value, when the arguments from `index` on are names and values; past
    /// the end if the name is missing.
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
    /// The lines of this text; empty lines are dropped unless asked for, and an empty text has no
    /// lines.
    func lines(keepingEmpty: Bool = false) -> [String] {
        guard !utf8.isEmpty else { return [] }
        return utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: !keepingEmpty)
            .map { String(decoding: Array($0), as: UTF8.self) }
    }
}
