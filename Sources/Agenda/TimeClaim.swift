import CivilTime

/// The time that an object takes of whoever has its calendar.
///
/// Common free time is looked for among all events of all members: most of them happen once, and for
/// these nothing but a claim is read.
struct TimeClaim: Sendable {
    /// The calendar, by its number in the agenda.
    let calendar: Int32
    /// From when to when, in seconds since 1970, empty for what takes no time; nil where that depends
    /// on whose time it is, or is more than one time.
    private(set) var span: Range<Int64>?

    /// A claim that has to be read from the object.
    init(calendar: Int32) {
        self.calendar = calendar
    }

    /// The claim of an event that happens once.
    func taking(_ event: Event, of series: Series) -> TimeClaim {
        guard event.answers == nil, case .nominal(0, let seconds) = event.length,
            series.isAnchored(event.start)
        else { return self }
        let start = series.instant(of: event.start).secondsSinceEpoch
        var claim = self
        claim.span = start..<(event.takesTime ? max(start, start + seconds) : start)
        return claim
    }
}
