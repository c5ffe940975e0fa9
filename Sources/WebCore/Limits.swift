/// How much one call may ask for, and get.
enum Limits {
    /// The most days in which a call may ask what a change would move, or what collides.
    static let windowDaysMax = 400
    /// How many collisions are told.
    static let conflictsMax = 20
    /// The most times of a rule that one call may ask for.
    static let ruleTimesMax = 10_000
    /// The most steps that the times of a rule may take: more than 10,000 of them need.
    static let ruleStepsMax = 20_000
    /// How many problems of a file are told one by one.
    static let problemsMax = 200
    /// How many events of a file are told as a sample.
    static let sampleMax = 5
    /// How many octets a name that the page makes up may have.
    static let addressOctetsMax = 200
    /// Times are told in fewer seconds before or after 1970 than this.
    static let secondsMax = 1e12
}
