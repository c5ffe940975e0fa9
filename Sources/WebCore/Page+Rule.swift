import Agenda
import CivilTime
import ICalendar
import Recurrence

extension Page {
    /// The first times that a rule gives.
    ///
    /// Fields: start, zone or empty, rule, and how many, at most 10,000.
    func ruleTimes(_ fields: Fields) -> [UInt8] {
        let id = fields[1].isEmpty ? nil : ZoneID(fields[1])
        guard let start = CalendarTime(text: fields[0], zone: id) else {
            return failure("time", fields[0])
        }
        guard let zone = id.map({ agenda.zones.zone($0) }) ?? .utc else {
            return failure("unknown-zone", fields[1])
        }
        let rule: RecurrenceRule
        do {
            rule = try RecurrenceRule(parsing: fields[2])
        } catch {
            return failure("rule", error.reason)
        }
        let limit = min(max(0, Int(fields[3]) ?? 1), 10_000)
        var occurrences = rule.occurrences(from: start, in: zone)
        var times: [String] = []
        while times.count < limit, let next = occurrences.next() {
            times.append(start.replacingCivil(next.civil).basicText)
        }
        return answer { $0.field("times", times) { $0.string($1) } }
    }
}
