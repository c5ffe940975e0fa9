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

    /// When it goes off for an event, or for one occurrence of it.
    ///
    /// - Parameters:
    ///   - start: The start of the event.
    ///   - end: Its end, exclusive.
    ///   - zone: The zone by whose clock days are counted.
    /// - Returns: The instant; for a trigger at a fixed instant, it doesn't depend on the event.
    public func instant(start: AlarmAnchor, end: AlarmAnchor, in zone: Zone) -> Instant {
        switch self {
        case .start(let duration): start.adding(duration, in: zone)
        case .end(let duration): end.adding(duration, in: zone)
        case .instant(let instant): instant
        }
    }
}

/// The start or the end of an event, which an alarm is relative to.
public enum AlarmAnchor: Hashable, Sendable {
    /// Of an event of whole days: the first day, or the day after the last one.
    case date(CivilDate)
    /// Of an event with times.
    case instant(Instant)

    /// The instant that is later by a duration.
    ///
    /// After a time, days are counted by the clock and hours exactly (RFC 5545 section 3.3.6).
    /// After a date, hours are counted by the clock too: nine hours after the beginning of a day is
    /// what programs write for nine o'clock, and it means that also on a day when the clock changes.
    func adding(_ duration: CalendarDuration, in zone: Zone) -> Instant {
        switch self {
        case .date(let date):
            let midnight = CivilDateTime(date: date, time: .midnight)
            return zone.instant(of: midnight.adding(duration))
        case .instant(let instant):
            return instant.adding(duration, in: zone)
        }
    }
}

extension Instant {
    /// The instant later by a duration, of which days are counted by the clock of a zone
    /// (RFC 5545 section 3.3.6).
    public func adding(_ duration: CalendarDuration, in zone: Zone) -> Instant {
        guard duration.days != 0 else { return adding(seconds: duration.seconds) }
        let civil = zone.civil(at: self)
        let day = CivilDateTime(date: civil.date.adding(days: duration.days), time: civil.time)
        return zone.instant(of: day).adding(seconds: duration.seconds)
    }
}
