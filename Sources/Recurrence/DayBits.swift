/// A set of days, counted from the first day of a period: up to 384 of them, as a year needs.
///
/// It lives in registers or on the stack, so that building and emptying one allocates nothing.
struct DayBits {
    /// Words 0 to 5 hold the days; SIMD is the widest inline storage every platform here has.
    private(set) var words = SIMD8<UInt64>(repeating: 0)

    /// The words a year needs.
    static let yearWordCount = 6

    /// A set of at most 64 days.
    init(word: UInt64 = 0) {
        words[0] = word
    }

    /// The days below `count`.
    init(count: Int) {
        var left = count
        var index = 0
        while left > 0 {
            words[index] = left >= 64 ? .max : (1 << UInt64(left)) - 1
            left -= 64
            index += 1
        }
    }

    /// The days `first`, which is below 7, `first` + 7 and so on.
    init(everySeventhFrom first: Int) {
        for index in 0..<Self.yearWordCount {
            // 64 is one more than a multiple of seven, so each word starts one day earlier.
            let shift = (first - index % 7 + 7) % 7
            words[index] = 0x8102_0408_1020_4081 << UInt64(shift)
        }
    }

    var isEmpty: Bool { words == SIMD8(repeating: 0) }

    /// The days in the set.
    var count: Int {
        var count = 0
        for index in 0..<Self.yearWordCount { count += words[index].nonzeroBitCount }
        return count
    }

    func contains(_ day: Int) -> Bool {
        words[day >> 6] & (1 << UInt64(day & 63)) != 0
    }

    mutating func insert(_ day: Int) {
        words[day >> 6] |= 1 << UInt64(day & 63)
    }

    /// Adds the days of a month whose first day is `shift` days into the period.
    mutating func insert(_ month: UInt64, shift: Int) {
        let index = shift >> 6
        let bit = UInt64(shift & 63)
        words[index] |= month << bit
        // A month has 31 bits, so at most one further word is touched.
        if bit > 33 { words[index + 1] |= month >> (64 - bit) }
    }

    mutating func formIntersection(_ other: DayBits) {
        words &= other.words
    }

    mutating func formUnion(_ other: DayBits) {
        words |= other.words
    }

    /// The first day of the set at or after `day`.
    func first(from day: Int) -> Int? {
        var index = day >> 6
        var word = words[index] & (UInt64.max << UInt64(day & 63))
        while word == 0 {
            index += 1
            guard index < Self.yearWordCount else { return nil }
            word = words[index]
        }
        return index * 64 + word.trailingZeroBitCount
    }

    /// The set's day with that many others before it, which must exist.
    func day(rank: Int) -> Int {
        var left = rank
        var index = 0
        while left >= words[index].nonzeroBitCount {
            left -= words[index].nonzeroBitCount
            index += 1
        }
        var word = words[index]
        for _ in 0..<left { word &= word - 1 }
        return index * 64 + word.trailingZeroBitCount
    }
}
