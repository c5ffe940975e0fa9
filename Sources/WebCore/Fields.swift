/// The text arguments of a call: UTF-8 fields joined by NUL.
struct Fields {
    private let parts: [ArraySlice<UInt8>]

    init(_ octets: [UInt8]) {
        parts = octets.split(separator: 0, omittingEmptySubsequences: false)
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
