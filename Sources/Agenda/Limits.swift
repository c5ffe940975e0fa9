import Recurrence

/// The limits of this module.
enum Limits {
    /// The shortest word, in octets, of which a search forgives a wrong letter.
    static let nearWordMin = 4

    /// The most occurrences that one question finds; the rest is left out, and the budget says so.
    ///
    /// A year of a full calendar has some ten thousand. Each costs 2 to 6 µs in a browser.
    static let occurrencesMax = 16_000

    /// The most occurrences that one question finds for a view that shows all it finds.
    static let occurrencesShownMax = 4_000

    /// The octets of an occurrence's texts that cost nothing; each further 256 octets count as
    /// another occurrence.
    static let textOctetsFree = 256

    /// The most starts of a series that are shown on one day, in the zone of the series.
    static let startsOfDayMax = ExpansionBudget.startsOfDayMax

    /// The most occurrences of one series that one question finds: about a year with 32 a day.
    static let occurrencesOfSeriesMax = 12_000

    /// The number of occurrences that a question has room for in each series, however many series
    /// there are.
    static let occurrencesOfSeriesMin = 1_000

    /// The most steps that one question takes: one for each series, for each of its starts, and for
    /// each step of its rules.
    static let stepsMax = 50_000

    /// The most of those steps that one series takes.
    static let stepsOfSeriesMax = 20_000

    /// The most steps of a question whose answer has to be complete, or none.
    static let stepsOfWholeMax = 4_000_000

    /// The most memory that the events of one fellow member or one group may cost a page, in bytes:
    /// some 40,000 events.
    static let sharerTextsCostMax = 64 * 1_048_576

    /// The memory that the events of one fellow member or group may always cost, even while others
    /// share too much, in bytes: some 2,400 events.
    static let sharerTextsCostAnyway = 4 * 1_048_576

    /// The most memory that all others' events together may cost a page, in bytes.
    static let sharedTextsCostMax = 256 * 1_048_576

    /// What a page keeps of an event besides its text, in bytes.
    static let eventCostBesideText = 1_024

    /// The most times marked in the grid of common free time, counted once per member and once more
    /// for each day that they touch.
    static let freeTimeMarksMax = 200_000

    /// The most pairs of times compared to find conflicts.
    static let comparisonsMax = 100_000

    /// The number of starts that a search looks at to find the next one that isn't over.
    static let searchedStartsMax = 200

    /// The most rules of one event that are followed, and the most exception rules; duplicates
    /// count once.
    static let rulesMax = ExpansionBudget.rulesMax

    /// The most dates of one event that are read, for `RDATE` and `EXDATE` each.
    static let datesMax = ExpansionBudget.datesMax

    /// The most `PERIOD`s of one event whose own lengths are read; each gets an index entry.
    static let periodsMax = 100

    /// The most overrides of one event that apply to all later occurrences too.
    static let rangesMax = 100

    /// The most zones that one event may name.
    static let zonesOfEventMax = 20

    /// The most zones that are read from one event's own `VTIMEZONE`s: reading one can take 5 ms.
    static let ownZonesOfEventMax = 5

    /// The octets of events that are read at once after a zone was loaded.
    static let readyOctetsAtOnce = 500_000

    /// The most names to ask for that the zone database doesn't have.
    static let strangeZonesMax = 100

    /// The longest zone name to ask for that the zone database doesn't have, in UTF-8 bytes; the
    /// longest in the zone database has 32.
    static let strangeZoneBytesMax = 64

    /// The longest name of a zone, in UTF-8 bytes.
    static let zoneNameBytesMax = 255

    /// The most entries in one leaf of the index: few enough to move quickly, but enough to keep
    /// the number of leaves small.
    static let indexLeafMax = 128

    /// A yearly series that lasts longer than this many days is indexed by its weeks of the year.
    static let yearlyDaysMin = 800

    /// The most weeks of the year that a series is indexed in; one with more is indexed by its
    /// days.
    static let yearlyWeeksMax = 10

    /// The greatest `COUNT` that is followed to its end when an event is read, to know its last
    /// day.
    static let countedMax = 200

    /// The number of times compared to tell whether a moved rule gives the same times, moved.
    ///
    /// Four years of months, so that a leap year is among them.
    static let comparedTimesMax = 49

    /// The most occurrences counted to move the end of a rule exactly.
    static let countedTimesMax = 1_000

    /// The most occurrences that one search returns.
    static let searchResultsMax = 1_000

    /// The most events that can be edited at once: each is a request to the server.
    static let selectionMax = 200

    /// The most edits that can be undone.
    static let undoMax = 100

    /// The most edits kept only because the server may still refuse them.
    static let retiredMax = 200

    /// The longest title, in UTF-8 bytes.
    static let titleBytesMax = 1_000

    /// The most templates that are offered for a title.
    static let templatesMax = 20

    /// The longest title of a template, in UTF-8 bytes: longer ones are hardly used twice.
    static let templateTitleBytesMax = 200

    /// The most octets of an event whose categories a template takes over.
    static let templateOctetsMax = 100_000

    /// The most octets of texts that are read for their categories at a time.
    static let categoryOctetsMax = 8_000_000

    /// The most categories of one event that are counted.
    static let categoriesCountedMax = 10

    /// The most categories that an event can be given.
    static let categoriesMax = 50

    /// The most reminders of an event that can be set, or are read.
    static let remindersMax = 20

    /// The most reminders returned at once; the page asks again before they run out.
    static let remindersAtOnceMax = 200

    /// How far ahead reminders are looked for, in seconds.
    static let remindersAheadSeconds: Int64 = 2 * 86_400

    /// The most reminders of one object that are found: half as many as are returned, so that it
    /// leaves room for others.
    static let remindersOfObjectMax = 100

    /// How often one alarm rings again for an occurrence, at most.
    static let alarmRepetitionsMax = 100

    /// By how much the clocks of two zones, or of one zone on two days, may differ at most, with
    /// room to spare.
    static let alarmSlackSeconds: Int64 = 2 * 86_400

    /// The minutes before the start of an event that a reminder can be set for: up to nearly five
    /// weeks; negative ones are after the start of a day, as "at nine on that day" is.
    static let reminderMinutes = -1_440...50_000

    /// The most times that a new proposal can have.
    static let proposedTimesMax = 20

    /// The most times a day that a proposed time may repeat: hourly.
    static let proposedTimesOfDayMax = 24

    /// The longest place of a proposal, in UTF-8 bytes.
    static let proposalPlaceBytesMax = 1_000

    /// The longest notes of a proposal, in UTF-8 bytes.
    static let proposalNotesBytesMax = 10_000

    /// The longest comment on an answer, in UTF-8 bytes.
    static let proposalCommentBytesMax = 500

    /// The most attendees of an event that are read.
    static let attendeesShownMax = 200
    /// The most people to offer as guests because the viewer has invited them before.
    static let earlierGuestsMax = 500
    /// The most invitations of the viewer's that are read to find these people.
    static let invitationsReadMax = 2_000
    /// The longest calendar address of a new guest, in UTF-8 bytes.
    static let guestAddressBytesMax = 320
    /// The most ways into a call that the event sheet shows.
    static let conferencesShownMax = 20

    /// The most days in which an event is checked for conflicts.
    static let conflictDaysMax = 400

    /// The most events listed as colliding with one time.
    static let collisionsMax = 20

    /// The most members in a search for common free time.
    static let freeTimeMembersMax = 200

    /// The most days in a search for common free time.
    static let freeTimeDaysMax = 62

    /// The shortest common free time to search for, in minutes.
    static let freeTimeMinutesMin = 5

    /// The longest common free time to search for, in minutes: a day.
    static let freeTimeMinutesMax = 1_440

    /// The most dates of a repeating time, and the most days of a long one, for which busy members are looked for.
    static let (busyDatesMax, busyDaysMax) = (8, 31)

    /// The most members who may be busy in a window of common free time.
    static let freeTimeMissingMax = 2

    /// Digits of a step such as `+90min`.
    static let quickStepDigitsMax = 4

    /// Days after the start of a series in which its first occurrence is looked for.
    static let firstOccurrenceDaysMax = 400
}
