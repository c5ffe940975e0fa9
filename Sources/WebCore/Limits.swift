/// The limits of one call and its answer.
enum Limits {
    /// The most calendars that an answer names when a view leaves out some of their events.
    static let cutSourcesNamedMax = 20
    /// The longest window for a change preview or a conflict check, in days.
    static let windowDaysMax = 400
    /// The most conflicts in one answer.
    static let conflictsMax = 20
    /// The most times of a rule in one answer.
    static let ruleTimesMax = 10_000
    /// The budget for expanding a rule, in steps: more than 10,000 times usually need.
    static let ruleStepsMax = 20_000
    /// The most problems of a file that are listed one by one.
    static let problemsMax = 200
    /// The most events of a file that are listed as a sample.
    static let sampleMax = 5
    /// The octets of events after which preparing a search stops, to leave the page time to draw.
    static let searchOctetsAtOnce = 500_000
    /// The days that selected events can be moved by: up to a century.
    static let shiftDays = -36_525...36_525
    /// The minutes that selected events can be moved by, besides the days.
    static let shiftMinutes = -1_440...1_440
    /// The longest UID that the page may make up, in octets.
    static let addressOctetsMax = 200
    /// The bound of seconds since 1970, which must be closer to 0.
    static let secondsMax = 1e12
}
