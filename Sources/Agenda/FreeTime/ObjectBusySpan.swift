import CivilTime

/// When an object is and whose, for what looks at all of them: most happen once, and of these nothing
/// else is read.
struct ObjectBusySpan: Sendable {
    /// The calendar, by its number in the agenda.
    let calendar: Int32
    /// From when to when, in seconds since 1970; nil where that depends on the viewer's clock, or is
    /// more than one time.
    private(set) var span: Range<Int64>?
    /// Whether it takes that time of whoever has the calendar.
    private(set) var takesTime = false

    /// A claim that has to be read from the object.
    init(calendar: Int32) {
        self.calendar = calendar
    }

    /// The claim of an event that happens once.
    func taking(_ event: Event, of series: Series) -> ObjectBusySpan {
        guard event.answers == nil, case .nominal(0, let seconds) = event.length,
            series.isAnchored(event.start)
        else { return self }
        let start = series.instant(of: event.start).secondsSinceEpoch
        var claim = self
        claim.span = start..<(start + max(0, seconds))
        claim.takesTime = event.takesTime
        return claim
    }
}
