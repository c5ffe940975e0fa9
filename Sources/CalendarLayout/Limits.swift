/// The limits of this module.
enum Limits {
    /// The most lanes a month row may ask for.
    static let lanesMax = 40

    /// The most weeks one request for month rows may ask for.
    static let rowsMax = 120

    /// The most dots under a day on a narrow screen.
    static let dotsMax = 3

    /// The most days of one timeline.
    static let timelineDaysMax = 31

    /// The least minutes an event takes up on a timeline, and that one is stretched to.
    static let drawnMinutesMin = 15

    /// The most bands of a day that a year shows.
    static let yearLanesMax = 8

    /// The most days one list of what comes may ask for.
    static let listedDaysMax = 366

    /// How many days a list of what comes first looks at.
    static let listWindowDaysMin = 8

    /// The most occurrences a list of what comes looks at in one step of more than a day.
    static let listWindowOccurrencesMax = 1_000

    /// The most days, summed over its occurrences, that a list of what comes lays out in one step of
    /// more than a day.
    static let listWindowPlacesMax = 4_000

    /// How many days are listed at a time by whoever goes over many.
    static let listPieceDays = 32

    /// The most members of one board.
    static let boardMembersMax = 200
}
