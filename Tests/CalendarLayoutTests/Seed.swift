/// Pseudo-random numbers that are the same for each seed.
struct Seed {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    /// The next number from 0 up to, but not including, a bound.
    mutating func next(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(bound))
    }
}
