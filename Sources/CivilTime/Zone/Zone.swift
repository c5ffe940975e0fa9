/// A time zone: its offset from UTC at any time.
///
/// Copies are cheap because they share their data. A zone is read from a TZif file, built from the
/// observances of a VTIMEZONE, or has a fixed offset.
public struct Zone: Sendable {
    /// The zone's name.
    public let id: ZoneID
    let table: ZoneTable

    /// Coordinated universal time.
    public static let utc = Zone(id: .utc, offsetSeconds: 0)

    /// A transition to another local time.
    public struct Transition: Hashable, Sendable {
        /// The first instant of the new local time.
        public let instant: Instant
        /// Seconds east of UTC from then on.
        public let offsetSeconds: Int
        /// The abbreviation of the new local time, such as `CEST`.
        public let abbreviation: String

        /// Makes a transition from its parts.
        public init(instant: Instant, offsetSeconds: Int, abbreviation: String) {
            self.instant = instant
            self.offsetSeconds = offsetSeconds
            self.abbreviation = abbreviation
        }
    }

    /// Transitions that repeat for ever, for rules that POSIX cannot express.
    public struct Cycle: Hashable, Sendable {
        /// The year (its start in UTC) from which on the listed transitions repeat.
        public let startYear: Int
        /// The length of a cycle; a multiple of 400 years, after which the Gregorian calendar
        /// repeats.
        public let years: Int

        /// Makes a cycle; `years` is rounded up to a multiple of 400 and is at least 400.
        public init(startYear: Int, years: Int = 400) {
            self.startYear = startYear
            self.years = (min(max(years, 1), 10_000) + 399) / 400 * 400
        }
    }

    /// Makes a zone with a fixed offset, in seconds east of UTC.
    ///
    /// Offsets of 26 hours or more are clamped to just below that.
    public init(id: ZoneID, offsetSeconds: Int) {
        self.init(id: id, transitions: [], initialOffsetSeconds: offsetSeconds)
    }

    /// Makes a zone from a list of transitions, such as those of a VTIMEZONE's observances.
    ///
    /// - Parameters:
    ///   - id: The zone's name.
    ///   - transitions: The transitions in any order. If two are at the same instant, the one listed
    ///     later wins. Only the first 4,096 are used.
    ///   - initialOffsetSeconds: The offset before the first transition; nil means the first
    ///     transition's own offset, or UTC if there are no transitions.
    ///   - initialAbbreviation: The abbreviation before the first transition; if empty, the offset
    ///     is used, such as `+01` or `+0530`.
    ///   - tail: The rule from the last transition on; nil keeps that transition's offset.
    ///   - cycle: Which transitions repeat for ever if there is no tail; transitions listed after
    ///     the first round are ignored.
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
