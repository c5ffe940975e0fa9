/// The arguments of a call, or the fields of an object among them: each field's name, then its value.
///
/// Each is preceded by its length, an unsigned 32-bit little-endian number, so no octet of an
/// argument can be mistaken for its end. An object or a list of objects is one argument, which is
/// made up of arguments like a call. Calls.swift gives all of them names and types.
struct Arguments {
    private let parts: [ArraySlice<UInt8>]

    /// Splits the octets into arguments; a last argument that is cut off is kept as far as it goes.
    @inline(never)
    init(_ octets: ArraySlice<UInt8>) {
        var parts: [ArraySlice<UInt8>] = []
        parts.reserveCapacity(4)
        var place = octets.startIndex
        while octets.endIndex - place >= 4 {
            var length: UInt32 = 0
            for offset in 0..<4 { length |= UInt32(octets[place + offset]) << UInt32(8 * offset) }
            place += 4
            // Clamped before the conversion: in WebAssembly, Int has 32 bits and could overflow.
            let count = Int(min(length, UInt32(clamping: octets.endIndex - place)))
            parts.append(octets[place..<place + count])
            place += count
        }
        self.parts = parts
    }

    /// Whether there is an argument at an index.
    func has(_ index: Int) -> Bool { index < parts.count }

    /// The index of a field's value; past the end if the field is missing.
    @inline(never)
    func place(of name: StaticString) -> Int {
        name.withUTF8Buffer { name in
            var place = 0
            while place + 1 < parts.count {
                if parts[place].elementsEqual(name) { return place + 1 }
                place += 2
            }
            return parts.count
        }
    }

    // These aren't inlined, because nearly every operation calls them.

    /// The text at an index; empty when there are fewer.
    @inline(never)
    func text(_ index: Int) -> String {
        index < parts.count ? String(decoding: parts[index], as: UTF8.self) : ""
    }

    /// The octets at an index; empty when there are fewer.
    @inline(never)
    func octets(_ index: Int) -> [UInt8] {
        index < parts.count ? Array(parts[index]) : []
    }

    /// The 64-bit little-endian floating-point number at an index; 0 if it isn't a finite number.
    @inline(never)
    func number(_ index: Int) -> Double {
        guard index < parts.count, parts[index].count == 8 else { return 0 }
        var bits: UInt64 = 0
        for octet in parts[index].reversed() { bits = bits << 8 | UInt64(octet) }
        let number = Double(bitPattern: bits)
        return number.isFinite ? number : 0
    }

    /// The number at an index, truncated to a whole number and clamped to 32 bits.
    @inline(never)
    func integer(_ index: Int) -> Int {
        Int(max(-2_147_483_648, min(number(index), 2_147_483_647)))
    }

    /// The whole number at the beginning of the text at an index; 0 when it doesn't begin with a digit.
    @inline(never)
    func digits(_ index: Int) -> UInt64 {
        guard index < parts.count else { return 0 }
        var number: UInt64 = 0
        for octet in parts[index] {
            guard 48...57 ~= octet else { break }
            number = number &* 10 &+ UInt64(octet & 0xF)
        }
        return number
    }

    /// Whether the text at an index is `1`.
    @inline(never)
    func flag(_ index: Int) -> Bool {
        index < parts.count && parts[index].count == 1 && parts[index].first == UInt8(ascii: "1")
    }

    /// The lines of the text at an index; empty lines are dropped, and an empty text has no lines.
    @inline(never)
    func lines(_ index: Int) -> [String] { text(index).lines }

    /// The fields of the object at an index.
    @inline(never)
    func record(_ index: Int) -> Arguments {
        Arguments(index < parts.count ? parts[index] : [])
    }

    /// The objects of the list at an index.
    @inline(never)
    func records(_ index: Int) -> [Arguments] {
        record(index).parts.map { Arguments($0) }
    }

    /// The fields of the object at an index, whatever they are called.
    @inline(never)
    func pairs(_ index: Int) -> [(name: String, value: String)] {
        let fields = record(index)
        return stride(from: 0, to: fields.parts.count - 1, by: 2).map {
            (fields.text($0), fields.text($0 + 1))
        }
    }
}

extension String {
    /// The lines of this text; empty lines are dropped, and an empty text has no lines.
    var lines: [String] {
        utf8.split(separator: UInt8(ascii: "\n")).map { String(decoding: Array($0), as: UTF8.self) }
    }
}
