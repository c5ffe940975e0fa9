/// The text arguments of a call: UTF-8 fields, each behind its length.
///
/// The length is an unsigned number of 32 bits, its lowest octet first. What a field holds can't be
/// taken for the end of it.
struct Fields {
    private let parts: [ArraySlice<UInt8>]

    /// Parts the octets by the lengths; a last field that is cut off is taken as far as it goes.
    init(_ octets: [UInt8]) {
        var parts: [ArraySlice<UInt8>] = []
        var rest = octets[...]
        while rest.count >= 4 {
            let length = rest.prefix(4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            rest = rest.dropFirst(4)
            // More than there is can't be meant, and may not be counted in 31 bits.
            let count = Int(min(length, UInt32(clamping: rest.count)))
            parts.append(rest.prefix(count))
            rest = rest.dropFirst(count)
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
