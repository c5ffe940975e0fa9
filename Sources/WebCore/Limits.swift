/// How much one call may ask for.
enum Limits {
    /// The most days in which a call may ask what a change would move.
    static let previewDaysMax = 400
    /// The most steps that the times of a rule may take: more than 10,000 of them need.
    static let ruleStepsMax = 20_000
}
