/// How much one call may ask for.
enum Limits {
    /// The most days in which a call may ask what a change would move.
    static let previewDaysMax = 400
}
