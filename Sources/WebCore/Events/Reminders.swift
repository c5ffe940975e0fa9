import Agenda
import CivilTime
import JSON

/// Answers the reminders due after one second and up to another, both counted since 1970:
/// `reminders(afterSecond, throughSecond)`.
@_expose(wasm, "reminders")
@_cdecl("meantime_reminders")
public func meantimeReminders(_ length: Int32) -> Int32 {
    respond(length) { page, arguments in
        let (from, to) = (arguments.number(0), arguments.number(1))
        guard from.magnitude < Limits.secondsMax, to.magnitude < Limits.secondsMax else {
            return .refusal("time")
        }
        let due = page.agenda.reminders(
            after: Instant(secondsSinceEpoch: Int64(from)),
            through: Instant(secondsSinceEpoch: Int64(to))
        )
        return .objects(due) { json, reminder in
            page.write(reminder.occurrence, to: &json)
            json.name("second")
            json.number(reminder.instant.secondsSinceEpoch)
            json.name("first")
            json.number(reminder.first.secondsSinceEpoch)
        }
    }
}
