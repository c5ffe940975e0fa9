/// A set of days, counted from the first day of a period: up to 384 of them, as a year needs.
///
/// It lives in registers or on the stack, so making one allocates nothing.
struct DayBits {
    /// Words 0 to 5 hold the days, in a SIMD vector because it's stored inline.
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

    /// The days whose weekday is in a mask, in a year that starts on the weekday `first`.
    ///
    /// Weekdays count from Monday = 0, which is the mask's lowest bit.
    init(weekdays mask: UInt8, first: Int) {
        var weekday = first
        for index in 0..<Self.yearWordCount {
            words[index] = Self.word(weekdays: mask, first: weekday)
            // 64 is one more than a multiple of seven, so each word starts one weekday later.
            weekday = weekday == 6 ? 0 : weekday + 1
        }
    }

    /// The same for 64 days.
    static func word(weekdays mask: UInt8, first: Int) -> UInt64 {
        let mask = UInt64(mask)
        let week = (mask >> UInt64(first) | mask << UInt64(7 - first)) & 0x7F
        // This multiplication repeats the seven bits over the whole word.
        return week &* 0x8102_0408_1020_4081
    }

    var isEmpty: Bool { words == SIMD8(repeating: 0) }

    /// How many days are in the set.
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

    /// Replaces the first 64 days and keeps the others.
    mutating func setFirst(_ word: UInt64) {
        words[0] = word
    }

    /// Adds the days of a month whose first day is `shift` days into the period.
    mutating func insert(_ month: UInt64, shift: Int) {
        let index = shift >> 6
        let bit = UInt64(shift & 63)
        words[index] |= month << bit
        // With SKIP, a month has up to 33 bits: one more for each neighbour.
        if bit > 31 { words[index + 1] |= month >> (64 - bit) }
    }

    mutating func remove(_ day: Int) {
        words[day >> 6] &= ~(1 << UInt64(day & 63))
    }

    /// The same days, counted from one day earlier.
    var shiftedByOne: DayBits {
        var shifted = DayBits()
        var carry: UInt64 = 0
        for index in 0..<Self.yearWordCount {
            shifted.words[index] = words[index] << 1 | carry
            carry = words[index] >> 63
        }
        return shifted
    }

    mutating func formIntersection(_ other: DayBits) {
        words &= other.words
    }

    mutating func formUnion(_ other: DayBits) {
        words |= other.words
    }

    /// The 64 days from `day` on, which may be negative or past the last.
    func word(from day: Int) -> UInt64 {
        guard day > -64, day < 64 * 8 else { return 0 }
        if day < 0 { return words[0] << UInt64(-day) }
        let index = day >> 6
        let shift = UInt64(day & 63)
        let low = words[index] >> shift
        guard shift > 0, index < 7 else { return low }
        return low | words[index + 1] << (64 - shift)
    }

    /// The first day of the set at or after `day`.
    func first(from day: Int) -> Int? {
        var index = day >> 6
        guard index < 8 else { return nil }
        var word = words[index] & (UInt64.max << UInt64(day & 63))
        while word == 0 {
            index += 1
            guard index < Self.yearWordCount else { return nil }
            word = words[index]
        }
        return index * 64 + word.trailingZeroBitCount
    }

    /// The last day of the set before `day`.
    func last(before day: Int) -> Int? {
        guard day > 0 else { return nil }
        var index = Swift.min((day - 1) >> 6, 7)
        let kept = day - index * 64
        var word = words[index] & (kept >= 64 ? .max : (1 << UInt64(kept)) - 1)
        while word == 0 {
            index -= 1
            guard index >= 0 else { return nil }
            word = words[index]
        }
        return index * 64 + 63 - word.leadingZeroBitCount
    }

    /// How many days of the set are before `day`.
    func count(before day: Int) -> Int {
        guard day > 0 else { return 0 }
        let end = Swift.min(day, 64 * 8)
        var count = 0
        for index in 0..<end >> 6 { count += words[index].nonzeroBitCount }
        let rest = end & 63
        if rest > 0 { count += (words[end >> 6] & ((1 << UInt64(rest)) - 1)).nonzeroBitCount }
        return count
    }

    /// The day that has `rank` other days of the set before it; there must be one.
    func day(rank: Int) -> Int {
        var left = rank
        var index = 0
        while index < 7, left >= words[index].nonzeroBitCount {
            left -= words[index].nonzeroBitCount
            index += 1
        }
        var word = words[index]
        for _ in 0..<left { word &= word &- 1 }
        return index * 64 + word.trailingZeroBitCount
    }
}
