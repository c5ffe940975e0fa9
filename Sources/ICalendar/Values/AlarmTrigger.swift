public import CivilTime

/// When an alarm goes off: `TRIGGER` (RFC 5545 section 3.8.6.3).
public enum AlarmTrigger: Hashable, Sendable {
    /// Relative to the start; before it when the duration is negative.
    case start(CalendarDuration)
    /// Relative to the end.
    case end(CalendarDuration)
    /// At a fixed instant, even when the event moves.
    case instant(Instant)

    /// Reads a property; nil when its value cannot be read.
    public init?(_ property: Property) {
        if let duration = property.duration {
            let isEnd = property.parameter("RELATED")?.isSame(ignoringCase: "END") ?? false
            self = isEnd ? .end(duration) : .start(duration)
        } else if case .utc(let instant)? = property.time {
            self = .instant(instant)
        } else {
            return nil
        }
    }
}
