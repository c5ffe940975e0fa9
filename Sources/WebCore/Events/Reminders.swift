import Agenda
import CivilTime
import JSON

extension Page {
    /// Answers the reminders due after one second and up to another, both counted since 1970.
    func answer(to call: RemindersCall) -> Answer {
        let (from, to) = (call.after, call.through)
        guard from.magnitude < Limits.secondsMax, to.magnitude < Limits.secondsMax else {
            return .refusal("time")
        }
        let due = agenda.reminders(
            after: Instant(secondsSinceEpoch: Int64(from)),
            through: Instant(secondsSinceEpoch: Int64(to))
        )
        return .objects(due) { json, reminder in
            write(reminder.occurrence, to: &json)
            json.name("second")
            json.number(reminder.instant.secondsSinceEpoch)
            json.name("first")
            json.number(reminder.first.secondsSinceEpoch)
        }
    }
}
