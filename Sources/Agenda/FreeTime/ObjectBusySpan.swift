import CivilTime

/// When an object takes time, and in which calendar.
///
/// Search and free time look at all objects. Most happen once, and then nothing else has to be
/// read.
struct ObjectBusySpan: Sendable {
    /// The number of its calendar in the agenda.
    let calendar: Int32
    /// The time in seconds since 1970; nil if it depends on the viewer's clock, if there are
    /// several times, or if members are asked to it.
    private(set) var span: Range<Int64>?
    /// Whether the calendar's owner is busy in that time.
    private(set) var takesTime = false

    /// Creates a span without a time: the object itself has to be read.
    init(calendar: Int32) {
        self.calendar = calendar
    }

    /// The span with the time of an event that happens once, if one time says it all.
    func taking(_ event: Event, of series: Series) -> ObjectBusySpan {
        guard event.answers == nil, case .nominal(0, let seconds) = event.length,
            series.isAnchored(event.start)
        else { return self }
        let start = series.instant(of: event.start).secondsSinceEpoch
        var busy = self
        busy.span = start..<(start + max(0, seconds))
        busy.takesTime = event.takesTime
        return busy
    }
}
