/// A range of clock times with one offset, in which each is unique and later ones mean later
/// instants.
///
/// Some time around every change of offset is left out. That way, no time in a stretch can be
/// mistaken for one that the change skips or repeats, however those are read.
public struct ClockStretch: Hashable, Sendable {
    /// The first second by the clock, counted from its own 1970-01-01T00:00:00; `Int64.min` if unbounded.
    public let clockStart: Int64
    /// The first second by the clock after the stretch; `Int64.max` if unbounded.
    public let clockEnd: Int64
    /// Seconds east of UTC.
    public let offsetSeconds: Int64

    /// Whether the stretch contains a clock time, in seconds.
    public func contains(clock: Int64) -> Bool {
        clock >= clockStart && clock < clockEnd
    }
}

extension Zone {
    /// The stretch near an instant; shortly before or after a change it may not contain it.
    public func stretch(at instant: Instant) -> ClockStretch {
        table.neighbourhood(at: instant.secondsSinceEpoch).stretch
    }

    /// The stretch that contains a clock time in seconds, if there is one.
    ///
    /// - Parameters:
    ///   - clock: The clock time.
    ///   - offsetSeconds: The offset to try first; a good guess saves a search.
    /// - Returns: That stretch, or a nearby one if the time is too close to a change.
    public func stretch(aroundClock clock: Int64, guessing offsetSeconds: Int64) -> ClockStretch {
        let found = table.neighbourhood(at: clock &- offsetSeconds)
        if found.offset == offsetSeconds || (clock >= found.clockStart && clock < found.clockEnd) {
            return found.stretch
        }
        return table.neighbourhood(at: clock &- found.offset).stretch
    }
}

/// A span with one offset, and the offsets before and after it.
struct SpanNeighbourhood {
    let start: Int64
    let end: Int64
    let offset: Int64
    let before: Int64
    let after: Int64

    var clockStart: Int64 { start == .min ? .min : start &+ offset }
    var clockEnd: Int64 { end == .max ? .max : end &+ offset }

    var stretch: ClockStretch {
        ClockStretch(
            clockStart: start == .min ? .min : start + max(offset, before) + abs(offset - before),
            clockEnd: end == .max ? .max : end + min(offset, after) - abs(offset - after),
            offsetSeconds: offset
        )
    }
}

extension ZoneTable {
    /// The span that contains an instant, and its neighbours' offsets.
    func neighbourhood(at seconds: Int64) -> SpanNeighbourhood {
        if let tail, let last = starts.last, seconds > last,
            let found = tail.neighbourhood(at: seconds), found.start > last
        {
            return found
        }
        let span = span(at: seconds)
        let offset = Int64(span.offset)
        return SpanNeighbourhood(
            start: span.start,
            end: span.end,
            offset: offset,
            before: span.start == .min ? offset : Int64(self.span(at: span.start - 1).offset),
            after: span.end == .max ? offset : Int64(self.span(at: span.end).offset)
        )
    }
}

extension PosixRule {
    /// How far a year's changes may reach into another year: 167 hours, an offset, and a spare day.
    private var turnSeconds: Int64 { 10 * 86_400 }

    /// The span between two changes that contains an instant; nil if the fast search finds none.
    ///
    /// It looks at three changes instead of six, as most spans lie within one year or around New
    /// Year.
    fileprivate func neighbourhood(at seconds: Int64) -> SpanNeighbourhood? {
        guard let summer else { return nil }
        let day = Int32(truncatingIfNeeded: seconds.floorQuotient(86_400))
        guard day >= CivilDate.min.dayNumber, day <= CivilDate.max.dayNumber else { return nil }
        let year = Gregorian.parts(of: day).year
        let starts = summer.start.instant(year: year, before: standard)
        let ends = summer.end.instant(year: year, before: summer.time)
        let isNorthern = starts < ends
        let first = isNorthern ? starts : ends
        let second = isNorthern ? ends : starts
        // Around New Year the changes of two years may overlap.
        let january = Int64(Gregorian.dayNumber(year: year, month: 1, day: 1)) * 86_400
        guard first >= january + turnSeconds, second <= january + 365 * 86_400 - turnSeconds
        else { return nil }
        let (low, high): (Int64, Int64)
        if seconds < first {
            low =
                isNorthern
                ? summer.end.instant(year: year - 1, before: summer.time)
                : summer.start.instant(year: year - 1, before: standard)
            high = first
        } else if seconds < second {
            (low, high) = (first, second)
        } else {
            low = second
            high =
                isNorthern
                ? summer.start.instant(year: year + 1, before: standard)
                : summer.end.instant(year: year + 1, before: summer.time)
        }
        // If the changes overlap anyway, leave it to the thorough search.
        guard low <= seconds, seconds < high else { return nil }
        let isSummer = isNorthern == (seconds >= first && seconds < second)
        let inside = isSummer ? summer.time : standard
        let outside = Int64(isSummer ? standard.offsetSeconds : summer.time.offsetSeconds)
        return SpanNeighbourhood(
            start: low,
            end: high,
            offset: Int64(inside.offsetSeconds),
            before: outside,
            after: outside
        )
    }
}

extension PosixRule.Change {
    fileprivate func instant(year: Int, before time: PosixRule.LocalTime) -> Int64 {
        Int64(day.dayNumber(year: year)) * 86_400 + Int64(seconds) - Int64(time.offsetSeconds)
    }
}
