/// The bounds this module holds itself to.
enum Limits {
    /// The most octets a rule's text may have; all lists written out in full need about 6,000.
    static let ruleLengthMax = 16_384
    /// The most values in one BY list; the longest sensible one has 732, BYYEARDAY of both signs.
    static let listLengthMax = 1_000
    /// The largest INTERVAL and COUNT; more than enough for each second of a century.
    static let numberMax = 0x7FFF_FFFF
    /// The days after which the Gregorian calendar repeats, weekdays included: 400 years.
    static let cycleDays = 146_097
    /// The years after which the Gregorian calendar repeats, weekdays included.
    static let cycleYears = 400
    /// The most periods gone through to find where a COUNT ends; the rest is counted when needed.
    static let countedPeriodsMax = 16_384
    /// More times than any period has: each second of the longest week-year, and some days more.
    static let candidatesMax = 400 * 86_400
    /// The largest COUNT of a rule by hours or less whose periods are gone through; those of a larger
    /// one are counted by days.
    static let countWalkedMax = 4_096
    /// The most days gone through to find where a COUNT ends; the rest is counted when needed.
    static let countedDaysMax = 65_536
    /// The largest INTERVAL of a rule by hours or less for which the kinds of days are kept.
    static let countedShiftsMax: Int64 = 1_440
    /// The most occurrences in a row that exception rules may take away; after one more the series
    /// is at its end, as what takes everything away for that long mostly does so for ever.
    static let excludedInARowMax = 1_000_000
    /// The most exceptions gone through one by one to the next occurrence; farther away it is sought.
    static let exceptionStepsMax = 32
    /// The most steps of one reading of a series that anybody may have written.
    ///
    /// A reading that isn't cut needs some ten, or one for each period of the window. The longest
    /// search that makes sense, for a weekday on 29 February, takes 40 years.
    static let stepsMax = 2_048
    /// The most steps that making such a rule ready may take: COUNT by months of twenty years.
    static let preparationStepsMax = 256
    /// The most times of one day that such a rule has: each minute.
    static let timesOfDayMax = 1_440
    /// How many units of a day are looked at for one step.
    static let unitsPerStep: Int64 = 64
}
