/// The matching days of all 28 kinds of month: four lengths, each with seven weekdays to start on.
///
/// A month's days depend on nothing else, unless the rule has SKIP or parts that count over a year.
/// There's no table for such rules.
struct MonthTable {
    /// The days as bits from the first of the month on, by length and first weekday.
    private let words: [UInt32]

    /// Makes the table of a rule; nil if months of the same kind may have different days.
    init?(_ days: DayFilter, positions: SetPositions) {
        guard days.skip == .omit, !days.hasYearDays, !days.hasWeekNumbers else { return nil }
        words = (0..<28).map { kind in
            let bits = days.monthBits(firstWeekday: kind % 7, count: 28 + kind / 7)
            return UInt32(positions.isEmpty ? bits : positions.selected(of: bits))
        }
    }

    /// The matching days of a month that starts on the day number `firstDay` and has `count` days.
    @inline(__always)
    func word(firstDay: Int, count: Int) -> UInt64 {
        UInt64(words[(count - 28) * 7 + MonthMath.weekday(of: firstDay)])
    }
}
