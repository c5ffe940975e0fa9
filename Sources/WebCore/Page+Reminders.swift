import Agenda
import CivilTime

extension Page {
    /// The reminders that are due after a second and up to another, of those since 1970.
    func reminders(after from: Double, through to: Double) -> [UInt8] {
        guard from.magnitude < 1e12, to.magnitude < 1e12 else { return failure("time", "") }
        let due = agenda.reminders(
            after: Instant(secondsSinceEpoch: Int64(from)),
            through: Instant(secondsSinceEpoch: Int64(to))
        )
        return answer { json in
            json.field("reminders", due) { json, reminder in
                let color = agenda.color(of: reminder.occurrence).name
                json.object {
                    writeOccurrence(reminder.occurrence, color: color, to: &$0)
                    $0.field("second", String(reminder.instant.secondsSinceEpoch))
                }
            }
        }
    }
}
