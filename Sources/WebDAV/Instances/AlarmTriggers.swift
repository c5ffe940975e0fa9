import CivilTime
import ICalendar

/// The times at which an alarm goes off: at its trigger, and when it repeats (RFC 5545, 3.8.6).
struct AlarmTriggers {
    let trigger: AlarmTrigger
    /// How often it goes off again.
    private let count: Int64
    private let everySeconds: Int64

    /// Reads a VALARM; nil if it has no trigger.
    init?(_ alarm: Component) {
        guard let trigger = alarm.first(.trigger).flatMap({ AlarmTrigger($0) }) else { return nil }
        self.trigger = trigger
        let every = alarm.first(.duration)?.duration.map { Int64($0.days) * 86_400 + $0.seconds }
        let count = alarm.first(.repetition)?.number ?? 0
        if let every, every > 0, count > 0 {
            (self.count, everySeconds) = (Int64(count), every)
        } else {
            (self.count, everySeconds) = (0, 1)
        }
    }

    /// An upper bound of how far from an instance it goes off.
    var reachSeconds: Int64 {
        let offset: Int64
        switch trigger {
        case .start(let duration), .end(let duration):
            offset =
                (Int64(duration.days.magnitude) + 1) * 86_400
                + Int64(duration.seconds.magnitude)
        case .instant: offset = 0
        }
        let (repeated, isHuge) = count.multipliedReportingOverflow(by: everySeconds)
        let (reach, isTooFar) = offset.addingReportingOverflow(repeated)
        return isHuge || isTooFar ? .max : reach
    }

    /// When it first goes off for an instance, whose days are counted in a zone.
    func first(of instance: Instance, in zone: Zone) -> Instant {
        guard instance.start.isDate else {
            return trigger.instant(
                start: .instant(instance.startInstant),
                end: .instant(instance.endInstant),
                in: zone
            )
        }
        return trigger.instant(
            start: .date(instance.start.civil.date),
            end: .date(zone.civil(at: instance.endInstant).date),
            in: zone
        )
    }

    /// Whether one of its times is in a range (RFC 4791, 9.9).
    func goesOff(from first: Instant, in range: TimeRange) -> Bool {
        if range.contains(first) { return true }
        guard count > 0, first < range.start else { return false }
        let (distance, isFar) = range.start.secondsSinceEpoch
            .subtractingReportingOverflow(first.secondsSinceEpoch)
        guard !isFar else { return false }
        let number = (distance - 1) / everySeconds + 1
        return number <= count && range.contains(first.adding(seconds: number * everySeconds))
    }
}
