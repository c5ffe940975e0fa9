import Agenda
import CivilTime
import JSON

/// Answers when people are free together: `freeTime(query, ...members)`.
///
/// A query has the `days`, the minutes of each day to look at (`from`, `to`), the shortest window
/// (`minutes`), and how many windows to answer (`limit`). A member is a text with one line each for
/// account, zone, the first and last minute of work from Monday to Sunday (`-` twice for a day off), and
/// every group the member is in.
@_expose(wasm, "freeTime")
@_cdecl("meantime_free_time")
public func meantimeFreeTime(_ length: Int32) -> Int32 {
    respond(length) { $0.freeTime($1) }
}

extension Page {
    fileprivate func freeTime(_ arguments: Arguments) -> Answer {
        let fieldCount = 2 * 5
        let place = { (name: StaticString) in arguments.place(of: name) }
        let lines = arguments.lines(place("days"))
        let days = lines.compactMap { CivilDate($0) }
        guard days.count == lines.count else { return .refusal("date") }
        let from = arguments.integer(place("from"))
        var members: [FreeTimeMember] = []
        for place in fieldCount..<max(fieldCount, arguments.count) {
            guard let member = member(arguments.lines(place, keepingEmpty: true)) else {
                return .refusal(FreeTimeError.members.code)
            }
            members.append(member)
        }
        let time: FreeTime
        do throws(FreeTimeError) {
            let query = try FreeTimeQuery(
                members: members,
                days: days,
                hours: from..<max(from, arguments.integer(place("to"))),
                lengthMinutes: arguments.integer(place("minutes"))
            )
            time = try agenda.freeTime(query)
        } catch {
            if case .unknownZone(let id) = error { return .refusal(error.code, id.name) }
            return .refusal(error.code)
        }
        let listed = time.windows.prefix(max(0, arguments.integer(place("limit"))))
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

    /// The member that the lines of an argument describe; nil if their hours can't be read.
    private func member(_ lines: [String]) -> FreeTimeMember? {
        guard let week = week(lines) else { return nil }
        let zone = lines[1]
        return FreeTimeMember(
            account: lines[0],
            zone: zone.isEmpty ? agenda.zone.id : ZoneID(zone),
            week: week,
            groups: Set(lines.dropFirst(16))
        )
    }

    /// The hours in the lines of a member, two for each day from Monday to Sunday.
    private func week(_ lines: [String]) -> WorkWeek? {
        guard lines.count >= 16 else { return nil }
        var days: [WorkHours?] = []
        for place in stride(from: 2, to: 16, by: 2) {
            let (from, to) = (lines[place], lines[place + 1])
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
