/// How much work the expansion of a series may take.
///
/// A rule of forty octets can ask for a time in each second of a century, or for a day that comes
/// once in four hundred years. Where a stranger may have written it, the work is counted in steps
/// rather than left to the rule: each period that is looked at is one, and so is each exception
/// that is passed over. What isn't found within the budget isn't found at all, and
/// ``OccurrenceIterator/isCut`` says so.
public struct ExpansionBudget: Hashable, Sendable {
    /// The most steps of one reading, from wherever it starts.
    public let stepsMax: Int
    /// The most steps that making a rule ready may take.
    let preparationStepsMax: Int
    /// The most times of one day, of those that the lists of a rule multiply to; later ones are
    /// left out.
    let timesOfDayMax: Int

    /// The most starts of a series that are shown of one day: every 45 minutes, so that an event of
    /// every hour is there as a whole, also when the clock is set back.
    public static let startsOfDayMax = 32
    /// The most rules of one event that are followed, and of its exceptions; equal ones count once.
    public static let rulesMax = 16
    /// The most dates of one event that are read, of RDATE and of EXDATE each.
    public static let datesMax = 2_000

    /// No bound but those of the calendar: every answer is exact.
    public static let unlimited = ExpansionBudget(
        stepsMax: .max,
        preparationStepsMax: .max,
        timesOfDayMax: .max
    )

    /// For rules that anybody may have written.
    public static let bounded = ExpansionBudget(stepsMax: Limits.stepsMax)

    /// The same with another number of steps for a reading.
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
