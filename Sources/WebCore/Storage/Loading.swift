import Agenda
import CivilTime
import JSON

// Loading events from the server, and setting the time.

extension Page {
    /// Sets the time and answers today's date by the viewer's clock.
    mutating func answer(to call: SetNowCall) -> Answer {
        let seconds = call.secondsSinceEpoch
        guard seconds.magnitude < Limits.secondsMax else { return .refusal("time") }
        now = Instant(secondsSinceEpoch: Int64(seconds))
        return .text(today.text)
    }

    /// Adds or replaces an object.
    ///
    /// Answers true if it is shown, false if it waits for a time zone it names.
    mutating func answer(to call: PutObjectCall) -> Answer {
        let id = ObjectID(calendar: CalendarID(call.calendar), href: call.href)
        let outcome = agenda.load(
            id,
            etag: call.etag,
            text: call.ical,
            isUnanswered: call.isUnanswered ?? false
        )
        switch outcome {
        case .shown: return .value { $0.flag(true) }
        case .waiting: return .value { $0.flag(false) }
        case .noEvent: return .refusal("no-event", id.href)
        case .leftOut: return .refusal("left-out", id.href)
        }
    }

    /// Removes an object.
    mutating func answer(to call: RemoveObjectCall) -> Answer {
        agenda.removeObject(ObjectID(calendar: CalendarID(call.calendar), href: call.href))
        return .nothing
    }
}
