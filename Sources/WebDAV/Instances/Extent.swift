import CivilTime

/// The time of a component, as RFC 4791, 9.9 compares it with a range of time.
///
/// The cases are the rows of its tables.
enum Extent: Hashable, Sendable {
    /// From a start to just before a later end.
    case span(Instant, Instant)
    /// At an instant.
    case moment(Instant)
    /// A task with a start and a length, which may be none.
    case task(start: Instant, end: Instant)
    /// A task with a start and a due time.
    case taskDue(start: Instant, due: Instant)
    /// A task with a due time and no start.
    case deadline(Instant)
    /// A task with neither, of which only these times are known.
    case history(created: Instant?, completed: Instant?)
    /// The time that a VFREEBUSY covers.
    case covered(Instant, Instant)
    /// Several spans.
    case spans([Range<Instant>])
    case never

    /// Whether a range touches it.
    func overlaps(_ range: TimeRange) -> Bool {
        let (start, end) = (range.start, range.end)
        switch self {
        case .span(let first, let last): return start < last && end > first
        case .moment(let instant): return start <= instant && end > instant
        case .task(let first, let last):
            return start <= last && (end > first || end >= last)
        case .taskDue(let first, let due):
            return (start < due || start <= first) && (end > first || end >= due)
        case .deadline(let due): return start < due && end >= due
        case .history(let created?, let completed?):
            return (start <= created || start <= completed) && (end >= created || end >= completed)
        case .history(nil, let completed?): return start <= completed && end >= completed
        case .history(let created?, nil): return end > created
        case .history(nil, nil): return true
        case .covered(let first, let last): return start <= last && end > first
        case .spans(let spans):
            return spans.contains { start < $0.upperBound && end > $0.lowerBound }
        case .never: return false
        }
    }
}
