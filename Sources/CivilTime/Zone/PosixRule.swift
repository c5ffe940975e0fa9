/// A rule for local time in all later years, in POSIX `TZ` syntax (IEEE 1003.1 section 8.3).
///
/// `CET-1CEST,M3.5.0,M10.5.0/3` means standard time one hour ahead of UTC, and summer time from the
/// last Sunday of March to the last Sunday of October. TZif files end with such a rule (RFC 8536
/// section 3.3), and it can express a VTIMEZONE's endless yearly rules.
public struct PosixRule: Hashable, Sendable {
    /// One kind of local time.
    struct LocalTime: Hashable, Sendable {
        let offsetSeconds: Int32
        let abbreviation: [UInt8]
    }

    /// The day of the year on which a change happens.
    enum Day: Hashable, Sendable {
        /// `Jn`: 1 to 365, never counting 29 February.
        case julian(Int)
        /// `n`: 0 to 365, counting 29 February in leap years.
        case zeroBased(Int)
        /// `Mm.w.d`: the w-th weekday of a month; week 5 is the last, weekday 0 is Sunday.
        case weekday(month: Int, week: Int, weekday: Int)
    }

    /// When a change happens: a day, and seconds after its midnight on the clock before the change.
    struct Change: Hashable, Sendable {
        let day: Day
        let seconds: Int32
    }

    let standard: LocalTime
    /// Summer time with its start and end; nil if there is none.
    let summer: Summer?

    struct Summer: Hashable, Sendable {
        let time: LocalTime
        let start: Change
        let end: Change
    }

    /// Reads a rule; nil if it is invalid or does not say when summer time starts and ends.
    public init?(_ text: String) {
        self.init(ascii: Array(text.utf8)[...])
    }
}

extension PosixRule.Day {
    /// The day number of this day in a year.
    func dayNumber(year: Int) -> Int32 {
        switch self {
        case .julian(let day):
            let isShifted = day >= 60 && CivilDate.isLeap(year: year)
            return Gregorian.dayNumber(year: year, month: 1, day: 1)
                + Int32(day - 1 + (isShifted ? 1 : 0))
        case .zeroBased(let day):
            return Gregorian.dayNumber(year: year, month: 1, day: 1) + Int32(day)
        case .weekday(let month, let week, let weekday):
            let first = Gregorian.dayNumber(year: year, month: month, day: 1)
            // Day −719,162 is a Monday, so adding 719,163 counts weekdays from Sunday.
            let firstWeekday = Int((first + 719_162 + 1) % 7)
            let day = 1 + (weekday - firstWeekday + 7) % 7 + (week - 1) * 7
            let isPast = day > CivilDate.dayCount(year: year, month: month)
            return first + Int32(day - 1 - (isPast ? 7 : 0))
        }
    }
}

extension PosixRule {
    /// The span around an instant, assuming that this rule is in force.
    func span(at seconds: Int64) -> ZoneSpan {
        guard let summer else {
            return ZoneSpan(start: .min, end: .max, offset: standard.offsetSeconds, kind: .standard)
        }
        var span = ZoneSpan(
            start: .min,
            end: .max,
            offset: standard.offsetSeconds,
            kind: .standard
        )
        let year = CivilDateTime(secondsSinceEpoch: seconds).date.year
        let (before, after) = (
            changes(year: year - 1, summer: summer), changes(year: year + 1, summer: summer)
        )
        // If two changes are at the same instant, the later year's wins: take the years in order.
        take(before, into: &span, around: seconds)
        take(changes(year: year, summer: summer), into: &span, around: seconds)
        take(after, into: &span, around: seconds)
        // Around New Year a change can come after changes of a neighbouring year.
        if span.start <= before.first.start {
            let found = span
            take(changes(year: year - 2, summer: summer), into: &span, around: seconds)
            if span.start == found.start { span = found }
        }
        if span.end >= after.second.start {
            take(changes(year: year + 2, summer: summer), into: &span, around: seconds)
        }
        return span
    }

    /// Narrows the span around an instant by two changes.
    private func take(
        _ changes: InlinePair<ZoneSpan>,
        into span: inout ZoneSpan,
        around seconds: Int64
    ) {
        // Around New Year a change can come after one of the next year.
        for change in changes {
            if change.start > seconds {
                span.end = min(span.end, change.start)
            } else if change.start >= span.start {
                let end = span.end
                span = change
                span.end = end
            }
        }
    }

    /// The two changes of a year in chronological order, with their ends left open.
    private func changes(year: Int, summer: Summer) -> InlinePair<ZoneSpan> {
        let started = ZoneSpan(
            start: summer.start.instant(year: year, offset: standard.offsetSeconds),
            end: .max,
            offset: summer.time.offsetSeconds,
            kind: .summer
        )
        let ended = ZoneSpan(
            start: summer.end.instant(year: year, offset: summer.time.offsetSeconds),
            end: .max,
            offset: standard.offsetSeconds,
            kind: .standard
        )
        return started.start < ended.start
            ? InlinePair(started, ended) : InlinePair(ended, started)
    }
}

extension PosixRule.Change {
    fileprivate func instant(year: Int, offset: Int32) -> Int64 {
        Int64(day.dayNumber(year: year)) * 86_400 + Int64(seconds) - Int64(offset)
    }
}

/// Two values that can be looped over without an array on the heap.
struct InlinePair<Element>: Sequence, IteratorProtocol {
    let first: Element
    let second: Element
    private var position = 0

    init(_ first: Element, _ second: Element) {
        self.first = first
        self.second = second
    }

    mutating func next() -> Element? {
        position += 1
        return position == 1 ? first : position == 2 ? second : nil
    }
}
