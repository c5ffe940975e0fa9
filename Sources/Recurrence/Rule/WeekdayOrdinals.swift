internal import CivilTime

/// The BYDAY values that have an ordinal, such as the first Monday and the last Friday.
struct WeekdayOrdinals {
    /// Bit w is set when the weekday w, counted from Monday = 0, has any ordinal.
    private(set) var weekdays: UInt8 = 0
    /// For each weekday, bit n is set when its n-th one matches.
    private var fromStart = SIMD8<UInt64>(repeating: 0)
    /// For each weekday, bit n is set when its n-th last one matches.
    private var fromEnd = SIMD8<UInt64>(repeating: 0)

    var isEmpty: Bool { weekdays == 0 }

    mutating func insert(_ day: WeekdayOrdinal) {
        guard day.ordinal != 0, abs(day.ordinal) <= 53 else { return }
        let weekday = Int(day.weekday.rawValue) - 1
        weekdays |= 1 << UInt8(weekday)
        let bit: UInt64 = 1 << UInt64(abs(day.ordinal))
        if day.ordinal > 0 { fromStart[weekday] |= bit } else { fromEnd[weekday] |= bit }
    }

    /// The matching days of a month that has `count` days and starts on the weekday `first`.
    func monthBits(first: Int, count: Int) -> UInt64 {
        var bits: UInt64 = 0
        forEachDay(first: first, count: count) { bits |= 1 << UInt64($0) }
        return bits
    }

    /// Adds the matching days of a year that has `count` days and starts on the weekday `first`.
    func insert(into bits: inout DayBits, first: Int, count: Int) {
        forEachDay(first: first, count: count) { bits.insert($0) }
    }

    @inline(__always)
    private func forEachDay(first: Int, count: Int, _ body: (Int) -> Void) {
        var left = weekdays
        while left != 0 {
            let weekday = left.trailingZeroBitCount
            left &= left - 1
            let earliest = weekday >= first ? weekday - first : weekday - first + 7
            let total = (count - earliest + 6) / 7
            var numbers = fromStart[weekday] & ((2 << UInt64(total)) - 1)
            while numbers != 0 {
                body(earliest + (numbers.trailingZeroBitCount - 1) * 7)
                numbers &= numbers - 1
            }
            numbers = fromEnd[weekday] & ((2 << UInt64(total)) - 1)
            while numbers != 0 {
                body(earliest + (total - numbers.trailingZeroBitCount) * 7)
                numbers &= numbers - 1
            }
        }
    }
}
