import Agenda
import CivilTime
import JSON

extension Page {
    /// Answers when people are free together.
    func answer(to call: FreeTimeCall) -> Answer {
        let asked = call.query
        let lines = asked.days
        let days = lines.compactMap { CivilDate($0) }
        guard days.count == lines.count else { return .refusal("date") }
        let from = asked.from
        let members = call.members { member($0) }
        guard !members.contains(where: { $0 == nil }) else {
            return .refusal(FreeTimeError.members.code)
        }
        let time: FreeTime
        do throws(FreeTimeError) {
            let query = try FreeTimeQuery(
                members: members.compactMap { $0 },
                days: days,
                hours: from..<max(from, asked.to),
                lengthMinutes: asked.minutes
            )
            time = try agenda.freeTime(query)
        } catch {
            if case .unknownZone(let id) = error { return .refusal(error.code, id.name) }
            return .refusal(error.code)
        }
        let listed = time.windows.prefix(max(0, asked.limit))
        return .object { json in
            json.field("cut", time.isCut)
            json.field("count", time.windows.count)
            json.field("windows", objects: Array(listed)) { json, window in
                json.field("start", window.start.text)
                json.field("end", window.end.text)
                json.field("minutes", window.minutes)
                json.field("missing", window.missing) { $0.string($1) }
            }
            json.field("strips", objects: time.strips) { json, strip in
                json.field("date", strip.date.text)
                json.field("from", strip.fromMinute)
                json.field("to", strip.toMinute)
                json.field("missing", strip.missingCount)
            }
        }
    }

    /// A member as the agenda knows them; nil if their hours can't be read.
    private func member(_ fields: FreeTimeMemberFields) -> FreeTimeMember? {
        guard let week = week(fields.hours) else { return nil }
        let zone = fields.zone
        return FreeTimeMember(
            account: fields.account,
            zone: zone.isEmpty ? agenda.zone.id : ZoneID(zone),
            week: week,
            groups: Set(fields.groups)
        )
    }

    /// The hours of a member, two for each day from Monday to Sunday.
    private func week(_ hours: [String]) -> WorkWeek? {
        guard hours.count == 14 else { return nil }
        var days: [WorkHours?] = []
        for place in stride(from: 0, to: 14, by: 2) {
            let (from, to) = (hours[place], hours[place + 1])
            if from == "-", to == "-" {
                days.append(nil)
            } else if let from = Int(from), let to = Int(to) {
                days.append(WorkHours(fromMinute: from, toMinute: to))
            } else {
                return nil
            }
        }
        return WorkWeek(days)
    }
}
