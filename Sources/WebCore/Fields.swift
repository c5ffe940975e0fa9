/// The text arguments of a call: UTF-8 fields joined by NUL.
struct Fields {
    private let parts: [ArraySlice<UInt8>]

    /// Parts the octets at NUL.
    ///
    /// - Parameters:
    ///   - octets: The fields.
    ///   - countMax: How many fields there are at most; the last one takes the rest.
    init(_ octets: [UInt8], countMax: Int = .max) {
        var parts: [ArraySlice<UInt8>] = []
        var start = 0
        while parts.count + 1 < countMax, let end = octets[start...].firstIndex(of: 0) {
            parts.append(octets[start..<end])
            start = end + 1
        }
        parts.append(octets[start...])
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
