/// A time zone: which offset from UTC holds when, for all times.
///
/// Copying one is cheap, as copies share what they know. A zone comes from a TZif file, from a
/// VTIMEZONE's observances, or is a fixed offset.
public struct Zone: Sendable {
    /// The zone's name.
    public let id: ZoneID
    let table: ZoneTable

    /// Coordinated universal time.
    public static let utc = Zone(id: .utc, offsetSeconds: 0)

    /// A change to another local time.
    public struct Transition: Hashable, Sendable {
        /// The first instant of the new local time.
        public let instant: Instant
        /// Seconds east of UTC from then on.
        public let offsetSeconds: Int
        /// What the new local time is called, such as `CEST`.
        public let abbreviation: String

        /// Joins the three.
        public init(instant: Instant, offsetSeconds: Int, abbreviation: String) {
            self.instant = instant
            self.offsetSeconds = offsetSeconds
            self.abbreviation = abbreviation
        }
    }

    /// Changes that come again and again, for rules that POSIX can not say.
    public struct Cycle: Hashable, Sendable {
        /// The year from whose start on, in UTC, the changes listed come again.
        public let startYear: Int
        /// After how many years; a multiple of 400, as the Gregorian calendar repeats then.
        public let years: Int

        /// Joins the two; the years are rounded up to a multiple of 400, 400 at least.
        public init(startYear: Int, years: Int = 400) {
            self.startYear = startYear
            self.years = (min(max(years, 1), 10_000) + 399) / 400 * 400
        }
    }

    /// Makes a zone that always keeps one offset, in seconds east of UTC.
    ///
    /// Offsets of 26 hours or more are cut to just below that.
    public init(id: ZoneID, offsetSeconds: Int) {
        self.init(id: id, transitions: [], initialOffsetSeconds: offsetSeconds)
    }

    /// Makes a zone of a list of changes, as a VTIMEZONE's observances give them.
    ///
    /// - Parameters:
    ///   - id: The zone's name.
    ///   - transitions: The changes in any order; of two at the same instant the later listed
    ///     counts, and only the first 4,096 are taken.
    ///   - initialOffsetSeconds: The offset before the first change; nil means the first change's
    ///     own, or UTC when there is none.
    ///   - initialAbbreviation: What the time before the first change is called; empty means the
    ///     offset as `+01` or `+0530`.
    ///   - tail: The rule from the last change on; nil means that change's offset stays.
    ///   - cycle: Which of the changes come again for ever, when there is no tail; those listed
    ///     after its first turn are left out.
    public init(
        id: ZoneID,
        transitions: [Transition],
        initialOffsetSeconds: Int? = nil,
        initialAbbreviation: String = "",
        tail: PosixRule? = nil,
        cycle: Cycle? = nil
    ) {
        var builder = ZoneTableBuilder()
        let sorted = transitions.prefix(Limits.transitionsMax).enumerated().sorted {
            ($0.element.instant, $0.offset) < ($1.element.instant, $1.offset)
        }
        let initial = initialOffsetSeconds ?? sorted.first?.element.offsetSeconds ?? 0
        let initialKind = builder.kind(offset: initial, abbreviation: initialAbbreviation)
        for (_, transition) in sorted {
            builder.append(transition)
        }
        self.id = id
        self.table = builder.table(
            initialKind: initialKind,
            tail: tail,
            cycle: tail == nil ? cycle : nil
        )
    }

    init(id: ZoneID, table: ZoneTable) {
        self.id = id
        self.table = table
    }
}
