import Agenda
import CivilTime
import JSON

// What the viewer already has at the time of another event or of a proposed time.

extension Page {
    /// Answers what the viewer has at the times of an event.
    func answer(to call: ConflictsOfCall) -> Answer {
        guard let window = window(from: call.firstDate, days: call.days) else {
            return .refusal("date", call.firstDate)
        }
        guard let key = OccurrenceKey(call.key) else { return .refusal("unknown-event", call.key) }
        return answer(agenda.conflicts(with: key.object, in: window, limit: Limits.conflictsMax))
    }

    /// Answers what the viewer has at a time that isn't an event yet.
    func answer(to call: ConflictsAtCall) -> Answer {
        guard let window = window(from: call.firstDate, days: call.days) else {
            return .refusal("date", call.firstDate)
        }
        do throws(ProposalError) {
            let time = try ProposedTime(
                start: call.start,
                end: call.end,
                zone: call.zone,
                rule: call.rule
            )
            let result = try agenda.conflicts(
                with: time,
                in: window,
                limit: Limits.conflictsMax,
                now: now
            )
            return answer(result)
        } catch {
            return .refusal(error.code, call.start)
        }
    }

    /// Answers which members of a group are busy at a time, as far as the viewer sees.
    ///
    /// Each has a count of the dates on which they are busy; with them comes how many dates were looked at, and on how many
    /// anybody is busy.
    func answer(to call: BusyMembersCall) -> Answer {
        let members = call.members { member in
            FreeTimeMember(
                account: member.account,
                zone: ZoneID(member.zone),
                workFrom: 0,
                workTo: 0,
                groups: Set(member.groups)
            )
        }
        do throws(ProposalError) {
            let time = try ProposedTime(
                start: call.start,
                end: call.end,
                zone: call.zone,
                rule: call.rule
            )
            let busy = try agenda.busyMembers(members, at: time, now: now)
            return .object { json in
                json.field("counts", busy.counts) { $0.number($1) }
                json.field("dates", busy.dateCount)
                json.field("clashes", busy.clashCount)
            }
        } catch {
            return .refusal(error.code, call.start)
        }
    }

    private func window(from firstDate: String, days: Int) -> Range<CivilDate>? {
        guard let first = CivilDate(firstDate) else { return nil }
        return first..<first.adding(days: min(max(1, days), Limits.windowDaysMax))
    }

    /// The answer: the times with a conflict, how many were compared, and whether that is all.
    private func answer(_ conflicts: TimeConflicts) -> Answer {
        .object { json in
            json.field("times", conflicts.lookedAt)
            json.field("cut", conflicts.isCut)
            json.field("found", objects: conflicts.found) { json, conflict in
                json.field("start", conflict.start.text)
                json.field("end", conflict.end.text)
                json.field("key", orNull: conflict.key?.text)
                json.field("events", objects: conflict.collisions) { write($1, to: &$0) }
            }
        }
    }
}
