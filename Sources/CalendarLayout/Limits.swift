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

    /// The most weeks whose layout is remembered.
    static let rememberedWeeksMax = 600
}
