public import CivilTime

/// One start of a series.
public struct Occurrence: Hashable, Sendable {
    /// The date and time on the clock of the series' zone, or of UTC if the series starts in UTC.
    ///
    /// If a clock change skips the time, this is the skipped time. In an all-day series it's
    /// midnight.
    public let civil: CivilDateTime
    /// The instant of the start.
    public let instant: Instant
    private let number: Int

    /// How many occurrences come before this one, not counting exceptions; nil if unknown.
    ///
    /// It's known only when reading from the start of the series. After a seek and in a window it
    /// isn't, as counting the earlier occurrences would cost more than reading the window.
    public var index: Int? { number >= 0 ? number : nil }

    /// The day of the start on the clock of the series' zone.
    public var date: CivilDate { civil.date }

    /// Makes an occurrence; `index` is nil if it's unknown how many come before.
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

    /// Whether both start at the same time; ``index`` isn't compared.
    public static func == (left: Occurrence, right: Occurrence) -> Bool {
        left.instant == right.instant && left.civil == right.civil
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(instant)
        hasher.combine(civil)
    }
}
