import Recurrence

/// The limits of this module.
enum Limits {
    /// The most occurrences that one question finds; what else there is is left out, and said to be.
    ///
    /// A year of a full calendar has some ten thousand. One costs 2 to 6 µs in a browser.
    static let occurrencesMax = 16_000

    /// The same for views that show all that they find.
    static let occurrencesShownMax = 4_000

    /// The most starts of a series that are shown of one day, by the clock of the series.
    static let startsOfDayMax = ExpansionBudget.startsOfDayMax

    /// The most occurrences of one series that one question finds: a year of such days.
    static let occurrencesOfSeriesMax = 12_000

    /// How many occurrences of each series a question has room for, however many series there are.
    static let occurrencesOfSeriesMin = 1_000

    /// The most steps that one question takes: each series that is asked is one, each of its starts,
    /// and each step of its rules.
    static let stepsMax = 50_000

    /// The most steps of them that one series takes.
    static let stepsOfSeriesMax = 20_000

    /// The most steps that a question takes whose answer has to be whole, or none.
    static let stepsOfWholeMax = 4_000_000

    /// The most times that are marked in the grid of common free time, one for each member.
    static let freeTimeMarksMax = 200_000

    /// The most pairs of times that are compared for conflicts.
    static let comparisonsMax = 100_000

    /// How many starts a search looks at to find the next one that is not over.
    static let searchedStartsMax = 200

    /// The most rules of one event that are followed, and of its exceptions; equal ones count once.
    static let rulesMax = ExpansionBudget.rulesMax

    /// The most dates of one event that are read, of `RDATE` and of `EXDATE` each.
    static let datesMax = ExpansionBudget.datesMax

    /// The most changes of one event that stand for all later occurrences too.
    static let rangesMax = 100

    /// The most zones that one event may name.
    static let zonesOfEventMax = 50

    /// The longest name of a zone in UTF-8 bytes.
    static let zoneNameBytesMax = 255

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

    /// The most times a day that what is proposed may repeat: each hour.
    static let proposedTimesOfDayMax = 24

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
