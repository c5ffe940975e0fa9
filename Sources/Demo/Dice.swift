/// A seeded random generator (SplitMix64), which gives the same numbers every time.
struct Dice {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    /// A number from 0 up to, but not including, a bound.
    mutating func roll(_ bound: Int) -> Int {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        mixed ^= mixed >> 31
        return Int(mixed % UInt64(bound))
    }

    /// A random element of a list that is not empty.
    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[roll(elements.count)]
    }
}
