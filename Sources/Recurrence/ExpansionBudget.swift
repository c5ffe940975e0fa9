/// How much work the expansion of a series may take.
///
/// A rule of forty octets can ask for every second of a century, or for a day that comes once in
/// four hundred years. For rules that a stranger may have written, the work is limited by counting
/// steps: each period that is searched costs one, and so does each exception that is skipped.
/// Occurrences beyond the budget aren't found, and ``OccurrenceIterator/isCut`` is then true.
public struct ExpansionBudget: Hashable, Sendable {
    /// The most steps that one ``OccurrenceIterator`` may take, wherever it starts.
    public let stepsMax: Int
    /// The most steps that preparing a rule may take, such as finding where its COUNT ends.
    let preparationStepsMax: Int
    /// The most times of day that BYHOUR, BYMINUTE and BYSECOND may multiply to; later ones are
    /// left out.
    let timesOfDayMax: Int

    /// The most starts of one series that are shown on one day: one every 45 minutes.
    ///
    /// An hourly event is shown completely, even on the day with 25 hours.
    public static let startsOfDayMax = 32
    /// The most RRULEs of one event that are followed, and the most EXRULEs; equal ones count once.
    public static let rulesMax = 16
    /// The most RDATE values of one event that are read, and the most EXDATE values.
    public static let datesMax = 2_000

    /// No limits except those of the calendar: every answer is exact.
    public static let unlimited = ExpansionBudget(
        stepsMax: .max,
        preparationStepsMax: .max,
        timesOfDayMax: .max
    )

    /// The budget for rules that anybody may have written.
    public static let bounded = ExpansionBudget(stepsMax: Limits.stepsMax)

    /// Like ``bounded``, with another limit on the steps of one iterator.
    public init(stepsMax: Int) {
        self.init(
            stepsMax: stepsMax,
            preparationStepsMax: min(stepsMax, Limits.preparationStepsMax),
            timesOfDayMax: Limits.timesOfDayMax
        )
    }

    private init(stepsMax: Int, preparationStepsMax: Int, timesOfDayMax: Int) {
        self.stepsMax = stepsMax
        self.preparationStepsMax = preparationStepsMax
        self.timesOfDayMax = timesOfDayMax
    }
}
