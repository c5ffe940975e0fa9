/// The limits of this module.
enum Limits {
    /// The most lanes per month row.
    static let lanesMax = 40

    /// The most weeks per request for month rows.
    static let rowsMax = 120

    /// How long after midnight an event ends that belongs to the evening before, in seconds.
    static let lateEndSeconds = 3_600

    /// The most dots under a day on a narrow screen.
    static let dotsMax = 3

    /// The most days per timeline.
    static let timelineDaysMax = 31

    /// The shortest height of an event on a timeline, and the shortest length when resizing, in
    /// minutes.
    static let drawnMinutesMin = 15

    /// How much of an event no other may cover, because its title stands there, in minutes.
    static let titleMinutes = 30

    /// The most columns for overlapping events; those that find no free column share the last one.
    static let columnsMax = 60

    /// How many steps the viewer's own events are moved in by others' that go on below them.
    static let ownDepthMax = 2

    /// The number of columns that are shown however narrow a day is; further ones may be left out.
    static let columnsAlwaysShown = 3

    /// Once there are more columns than this for each of the viewer's own, their own get a quarter of
    /// the width.
    static let columnsPerOwn = 4

    /// How many lanes of bars a view of days shows at first.
    static let barLanesAtFirst = 4

    /// The most occurrences of other people's that a list shows on one day, unanswered invitations
    /// among them.
    static let othersOfDayMax = 50

    /// How many of others' occurrences a list shows once there are more: few enough that the
    /// viewer's own stay in sight.
    static let othersOfFullDay = 10

    /// The most bands a year shows on one day.
    static let yearLanesMax = 8

    /// The most occurrences that a list of the year names.
    static let yearListedMax = 300

    /// How often an event may happen in a year whose list names it: less than monthly.
    static let yearListedRepeatsMax = 11

    /// The most days per agenda list.
    static let listedDaysMax = 366

    /// How many days an agenda list searches first.
    static let listWindowDaysMin = 8

    /// The most occurrences an agenda list handles in one step of more than a day.
    static let listWindowOccurrencesMax = 1_000

    /// The most days, summed over its occurrences, that an agenda list lays out in one step of more
    /// than a day.
    static let listWindowPlacesMax = 4_000

    /// The most windows that an agenda list searches.
    ///
    /// From 1900 to 2200 they double fourteen times.
    static let listWindowsMax = 400

    /// The most blocks per board.
    static let boardBlocksMax = 8_000

    /// How many days are listed at a time when going over many.
    static let listPieceDays = 32

    /// The most periods whose hours are summed up.
    static let periodsMax = 60

    /// The most calendars, categories or people whose hours are summed up.
    static let hoursRowsMax = 500

    /// The most events listed for one calendar, category or person.
    static let hoursUIDsMax = 1_000

    /// The most members per board.
    static let boardMembersMax = 200
}
