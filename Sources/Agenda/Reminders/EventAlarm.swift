import CivilTime
import ICalendar

/// An alarm that reminds of an event at some time (RFC 5545, 3.6.6).
struct EventAlarm: Hashable, Sendable {
    let trigger: AlarmTrigger
    /// How often it rings again after the first time, if nobody acknowledges it.
    let repetitionCount: Int
    /// How many seconds lie between two of these times.
    let intervalSeconds: Int64
    /// When it was last acknowledged: it doesn't ring for what was due by then (RFC 9074, 6.1).
    var acknowledged: Instant?
    /// Whether it's a snooze alarm (RFC 9074, 7), which concerns only the person who snoozed.
    let isSnooze: Bool

    /// Reads a `VALARM`; nil for one that doesn't remind.
    ///
    /// An alarm doesn't remind if its trigger can't be read, or if it does something else, such as
    /// sending mail. One without an `ACTION` reminds.
    init?(_ component: Component) {
        guard component.isNamed(.alarm), component.reminds,
            let trigger = component.first(.trigger).flatMap({ AlarmTrigger($0) })
        else { return nil }
        self.trigger = trigger
        let interval = component.first(.duration)?.duration
        let seconds = interval.map { Int64($0.days) * 86_400 + $0.seconds } ?? 0
        let count = component.first(.repetition)?.number ?? 0
        repetitionCount = seconds > 0 ? min(max(0, count), Limits.alarmRepetitionsMax) : 0
        intervalSeconds = max(1, seconds)
        if case .utc(let instant)? = component.time(.acknowledged) { acknowledged = instant }
        isSnooze = component.all(.relatedTo).contains { relation in
            relation.parameter("RELTYPE")?.utf8.elementsEqual("SNOOZE".utf8) { $0 & 0xDF == $1 }
                ?? false
        }
    }

    /// The alarm that Thunderbird means by its own property for an event that was snoozed.
    init(snoozedUntil instant: Instant) {
        trigger = .instant(instant)
        repetitionCount = 0
        intervalSeconds = 1
        isSnooze = true
    }

    /// Whether both ring at the same times.
    func isSame(as other: EventAlarm) -> Bool {
        trigger == other.trigger && repetitionCount == other.repetitionCount
            && intervalSeconds == other.intervalSeconds && isSnooze == other.isSnooze
    }

    /// Notes an acknowledgement; the latest counts.
    mutating func acknowledge(_ instant: Instant?) {
        guard let instant else { return }
        acknowledged = max(acknowledged ?? instant, instant)
    }

    /// The minutes before the start at which it rings, negative after it; nil if it isn't a reminder
    /// that a person can set here.
    var minutes: Int? {
        guard case .start(let duration) = trigger else { return nil }
        let seconds = Int64(duration.days) * 86_400 + duration.seconds
        guard seconds % 60 == 0, let minutes = Int(exactly: -seconds / 60),
            minutes >= Limits.reminderMinutes.lowerBound
        else { return nil }
        return minutes
    }

    /// How many seconds after the start of an event it may ring, at least and at most, whatever
    /// clocks do in between; nil if it rings at a fixed instant.
    ///
    /// `lengthSeconds` is an upper bound of the event's length.
    func reach(lengthSeconds: Int64) -> ClosedRange<Int64>? {
        let duration: CalendarDuration
        var reach = Int64(repetitionCount) * intervalSeconds
        switch trigger {
        case .start(let given): duration = given
        case .end(let given):
            duration = given
            reach += lengthSeconds
        case .instant: return nil
        }
        let offset = Int64(duration.days) * 86_400 + duration.seconds
        let slack = Limits.alarmSlackSeconds
        return (offset - slack)...(offset + reach + slack)
    }
}

extension Component {
    /// Whether an alarm shows or plays something, or doesn't say what it does.
    fileprivate var reminds: Bool {
        guard let action = first(.action)?.rawValue.utf8, !action.isEmpty else { return true }
        return action.elementsEqual("DISPLAY".utf8) { $0 & 0xDF == $1 }
            || action.elementsEqual("AUDIO".utf8) { $0 & 0xDF == $1 }
    }

    /// The minutes before the start at which an alarm reminds of the event, negative after it; nil
    /// if it isn't a reminder that a person can set here.
    var reminderMinutes: Int? { EventAlarm(self)?.minutes }
}
