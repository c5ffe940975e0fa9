import CivilTime

/// One time that a component happens.
struct Instance: Sendable {
    /// The component that describes it, by its place in the series.
    let component: Int
    /// The start, in the form that the component writes it.
    let start: CalendarTime
    let startInstant: Instant
    let endInstant: Instant
    /// The start that the rule gave it, in the form of the master's; nil if nothing repeats.
    let original: CalendarTime?
    /// Whether its length is its own, from a PERIOD of an RDATE.
    let hasOwnEnd: Bool
    let extent: Extent
}
