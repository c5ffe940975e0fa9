public import CivilTime

/// A reminder (RFC 5545 section 3.6.6).
public struct VAlarm: ComponentView {
    /// The VALARM.
    public var component: Component

    /// Reads a component as an alarm; nil when it is of another kind.
    public init?(_ component: Component) {
        guard component.isNamed(.alarm) else { return nil }
        self.component = component
    }

    /// Makes an alarm; those that display or send something also need a text.
    public init(action: Keyword, trigger: AlarmTrigger) {
        component = Component(.alarm)
        self.action = action
        self.trigger = trigger
    }

    /// What it does (section 3.8.6.1).
    public var action: Keyword? {
        get { component.keyword(.action) }
        set { if newValue != action { component.setRaw(.action, newValue?.text) } }
    }

    /// When it goes off (section 3.8.6.3); nil when the trigger cannot be read.
    public var trigger: AlarmTrigger? {
        get { component.first(.trigger).flatMap { AlarmTrigger($0) } }
        set {
            guard newValue != trigger else { return }
            if let newValue { component.set(newValue.property) } else { component.remove(.trigger) }
        }
    }

    /// How many more times it goes off after the first (section 3.8.6.2).
    public var repeatCount: Int {
        get { max(0, component.first(.repetition)?.number ?? 0) }
        set { component.setNumber(.repetition, newValue == 0 ? nil : newValue) }
    }

    /// The delay before it goes off again.
    public var pause: CalendarDuration? {
        get { component.first(.duration)?.duration }
        set { component.setDuration(.duration, newValue) }
    }

    /// When somebody acknowledged it (RFC 9074 section 6.1).
    public var acknowledged: Instant? {
        get { component.instant(.acknowledged) }
        set { component.setTime(.acknowledged, newValue.map { .utc($0) }) }
    }

    /// When it first goes off for an occurrence; nil when the trigger cannot be read.
    ///
    /// - Parameters:
    ///   - start: The start of the occurrence.
    ///   - end: Its end.
    ///   - zone: The zone in which days are counted.
    /// - Returns: The instant.
    public func instant(start: Instant, end: Instant, in zone: Zone) -> Instant? {
        switch trigger {
        case .start(let duration): Self.instant(start, duration, zone)
        case .end(let duration): Self.instant(end, duration, zone)
        case .instant(let instant): instant
        case nil: nil
        }
    }

    /// Days are nominal and come first, hours are exact (RFC 5545 section 3.3.6).
    private static func instant(
        _ instant: Instant,
        _ duration: CalendarDuration,
        _ zone: Zone
    ) -> Instant {
        guard duration.days != 0 else { return instant.adding(seconds: duration.seconds) }
        let civil = zone.civil(at: instant)
        let moved = CivilDateTime(date: civil.date.adding(days: duration.days), time: civil.time)
        return zone.instant(of: moved).adding(seconds: duration.seconds)
    }
}
