/// The text arguments of a call: UTF-8 fields, each behind its length.
///
/// The length is an unsigned number of 32 bits, its lowest octet first. What a field holds can't be
/// taken for the end of it.
struct Fields {
    private let parts: [ArraySlice<UInt8>]

    /// Parts the octets by the lengths; a last field that is cut off is taken as far as it goes.
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

    /// The field at an index; empty when there are fewer.
    subscript(_ index: Int) -> String {
        index < parts.count ? String(decoding: parts[index], as: UTF8.self) : ""
    }

    /// How many fields there are.
    var count: Int { parts.count }

    /// The octets of the field at an index; empty when there are fewer.
    func octets(_ index: Int) -> [UInt8] {
        index < parts.count ? Array(parts[index]) : []
    }

    /// The fields from an index on, read as names and values.
    func pairs(from index: Int) -> [(name: String, value: String)] {
        stride(from: index, to: parts.count - 1, by: 2).map { (self[$0], self[$0 + 1]) }
    }
}
