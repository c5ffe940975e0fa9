/// A hash table of known names, ignoring case.
///
/// A name of up to sixteen octets fits into two 64-bit numbers, which are looked up by open
/// addressing. So a name is compared once, when its line is read, and not on every access.
struct NameTable: Sendable {
    private var keys: [Key]
    private var values: [UInt8]

    /// A power of two, at least twice as many as the larger table has names.
    private static let slotCount = 256
    private static let empty = UInt8.max

    /// Makes a table that maps each name to its index in the list.
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

    /// The index of a name in the list; nil when it isn't in it.
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
