/// The matching days of all kinds of month: four lengths, and seven weekdays to start with.
///
/// What a month has depends on nothing else, but for days that are moved and parts that count over
/// a year, for which there is no table.
struct MonthTable {
    /// The days as bits from the first of the month on, by length and first weekday.
    private let words: [UInt32]

    /// Makes the table of a rule; nil where months of one kind differ.
    init?(_ days: DayFilter, positions: SetPositions) {
        guard days.skip == .omit, !days.hasYearDays, !days.hasWeekNumbers else { return nil }
        words = (0..<28).map { kind in
            let bits = days.monthBits(firstWeekday: kind % 7, count: 28 + kind / 7)
            return UInt32(positions.isEmpty ? bits : positions.selected(of: bits))
        }
    }

    /// The days of a month.
    @inline(__always)
    func word(firstDay: Int, count: Int) -> UInt64 {
        UInt64(words[(count - 28) * 7 + MonthMath.weekday(of: firstDay)])
    }
}
