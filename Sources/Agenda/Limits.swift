/// The limits of this module.
enum Limits {
    /// The most occurrences one window may hold; later ones are left out.
    ///
    /// A year of a full calendar has some ten thousand. Hourly rules over a century would
    /// otherwise fill the memory of a phone.
    static let occurrencesMax = 200_000

    /// How many occurrences of each series a window has room for, however many series there are.
    static let occurrencesOfSeriesMin = 1_000

    /// The most weeks an event is entered in the index by week; a longer one is looked at always.
    static let indexedWeeksMax = 12

    /// The greatest `COUNT` that is walked through when an event is read, to know its last day.
    static let countedMax = 200

    /// The most edits that can be undone.
    static let undoMax = 100

    /// The most edits remembered only because a server may still refuse them.
    static let retiredMax = 200

    /// The length of a title in UTF-8 bytes.
    static let titleBytesMax = 1_000
}
