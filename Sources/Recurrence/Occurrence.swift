public import CivilTime

/// One start of a series.
public struct Occurrence: Hashable, Sendable {
    /// What the clock shows where the series is; in a gap of the clock, the skipped time.
    ///
    /// Midnight in a series of days, and UTC's clock in one that starts in UTC.
    public let civil: CivilDateTime
    /// When that is.
    public let instant: Instant
    private let number: Int

    /// How many occurrences come before it, exceptions left out; nil where that is not known.
    ///
    /// It is known as long as one has walked from the start. After a seek, and in a window, it is
    /// not, as counting what lies before would cost more than the window.
    public var index: Int? { number >= 0 ? number : nil }

    /// The day on which it starts, where the series is.
    public var date: CivilDate { civil.date }

    /// Joins the three.
    public init(civil: CivilDateTime, instant: Instant, index: Int? = nil) {
        self.civil = civil
        self.instant = instant
        number = index ?? -1
    }

    init(_ moment: Moment, number: Int) {
        civil = CivilDateTime(
            dayNumber: moment.day,
            secondOfDay: moment.second
        )
        instant = Instant(secondsSinceEpoch: moment.instant)
        self.number = number
    }

    /// Whether both start at the same time; what is known of their places does not count.
    public static func == (left: Occurrence, right: Occurrence) -> Bool {
        left.instant == right.instant && left.civil == right.civil
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(instant)
        hasher.combine(civil)
    }
}
