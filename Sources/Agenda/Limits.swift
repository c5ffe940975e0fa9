/// The limits of this module.
enum Limits {
    /// The most occurrences one window may hold; later ones are left out.
    ///
    /// A year of a full calendar has some ten thousand. Hourly rules over a century would
    /// otherwise fill the memory of a phone.
    static let occurrencesMax = 200_000

    /// How many occurrences of each series a window has room for, however many series there are.
    static let occurrencesOfSeriesMin = 1_000

    /// How many starts of a series a window walks through that turn out not to be in it, at least.
    static let missesOfSeriesMin = 20_000

    /// The most entries in one leaf of the index: few enough to move, enough to be few leaves.
    static let indexLeafMax = 128

    /// How many days a yearly series lasts at least to be indexed by its weeks of the year.
    static let yearlyDaysMin = 800

    /// The most weeks of the year a series is indexed in; one of more is indexed by its days.
    static let yearlyWeeksMax = 10

    /// The greatest `COUNT` that is walked through when an event is read, to know its last day.
    static let countedMax = 200

    /// How many times of two rules are compared to see that they are the same, moved.
    ///
    /// Four years of months, so that a leap year is among them.
    static let comparedTimesMax = 49

    /// The most occurrences that are counted to move the end of a rule exactly.
    static let countedTimesMax = 1_000

    /// The most occurrences one search gives.
    static let searchResultsMax = 1_000

    /// The most edits that can be undone.
    static let undoMax = 100

    /// The most edits remembered only because a server may still refuse them.
    static let retiredMax = 200

    /// The length of a title in UTF-8 bytes.
    static let titleBytesMax = 1_000

    /// The most categories one event is given here.
    static let categoriesMax = 50

    /// The most reminders one event is given here.
    static let remindersMax = 20

    /// Reminders that are told at once; a page asks again before it is through with them.
    static let remindersAtOnceMax = 200

    /// The longest time before an event at which a reminder may be: four weeks and more.
    static let reminderMinutesMax = 50_000

    /// The most times one proposal has when it is made.
    static let proposedTimesMax = 20

    /// The length of the place of a proposal in UTF-8 bytes.
    static let proposalPlaceBytesMax = 1_000

    /// The length of the notes of a proposal in UTF-8 bytes.
    static let proposalNotesBytesMax = 10_000

    /// The length of what is said along with an answer, in UTF-8 bytes.
    static let proposalCommentBytesMax = 500

    /// The most people who are named as asked to come to an event.
    static let attendeesShownMax = 200

    /// The most days over which a time is compared with one's own.
    static let conflictDaysMax = 400

    /// The most events that are named as colliding with one time.
    static let collisionsMax = 20

    /// The most members whose common free time is looked for.
    static let freeTimeMembersMax = 200

    /// The most days in which common free time is looked for.
    static let freeTimeDaysMax = 62

    /// The shortest time that is looked for, in minutes.
    static let freeTimeMinutesMin = 5

    /// The longest time that is looked for, in minutes: a day.
    static let freeTimeMinutesMax = 1_440

    /// The most members who may be busy in a window of common time.
    static let freeTimeMissingMax = 2
}
