/// Finds known names in one step, ignoring case.
///
/// A name of at most sixteen octets is two numbers; these are looked up in a table with open
/// addressing. So names are compared once, when a line is read, and not on every lookup.
struct NameTable: Sendable {
    private var keys: [Key]
    private var values: [UInt8]

    /// A power of two, at least twice the names of the larger table.
    private static let slotCount = 256
    private static let empty = UInt8.max

    /// Makes a table in which each name stands for its place in the list.
    init(_ names: [String]) {
        keys = Array(repeating: Key(), count: Self.slotCount)
        values = Array(repeating: Self.empty, count: Self.slotCount)
        for (index, name) in names.enumerated() {
            guard let key = Key(Array(name.utf8)[...]) else { continue }
            var slot = key.slot(of: Self.slotCount)
            while values[slot] != Self.empty { slot = (slot + 1) % Self.slotCount }
            keys[slot] = key
            values[slot] = UInt8(truncatingIfNeeded: index)
        }
    }

    /// The index of a name in the list; nil when it is not there.
    func index(of name: ArraySlice<UInt8>) -> UInt8? {
        guard let key = Key(name) else { return nil }
        var slot = key.slot(of: Self.slotCount)
        while values[slot] != Self.empty {
            if keys[slot] == key { return values[slot] }
            slot = (slot + 1) % Self.slotCount
        }
        return nil
    }

    /// A name's octets in capitals, as two numbers.
    private struct Key: Equatable {
        private var low: UInt64 = 0
        private var high: UInt64 = 0

        init() {}

        init?(_ name: ArraySlice<UInt8>) {
            guard name.count <= 16 else { return nil }
            for octet in name {
                high = high << 8 | low >> 56
                low = low << 8 | UInt64(octet.upperCased)
            }
        }

        func slot(of count: Int) -> Int {
            let mixed = (low ^ high &* 0x9E37_79B9_7F4A_7C15) &* 0xD6E8_FEB8_6659_FD93
            return Int(truncatingIfNeeded: mixed >> 40) & (count - 1)
        }
    }
}
