import Agenda
import CivilTime
import JSON

// What the viewer already has at the time of another event or of a proposed time.

/// Answers what the viewer has at the times of an event: `conflictsOf(firstDate, days, key)`.
@_expose(wasm, "conflictsOf")
@_cdecl("meantime_conflicts_of")
public func meantimeConflictsOf(_ length: Int32) -> Int32 {
    respond(length) { page, arguments in
        guard let window = page.conflictWindow(arguments) else {
            return .refusal("date", arguments[0])
        }
        guard let key = OccurrenceKey(arguments[2]) else {
            return .refusal("unknown-event", arguments[2])
        }
        let result = page.agenda.conflicts(with: key.object, in: window, limit: Limits.conflictsMax)
        return page.answer(result)
    }
}

/// Answers what the viewer has at a time that isn't an event yet: `conflictsAt(firstDate, days,
/// start, end, zone, rule)`.
@_expose(wasm, "conflictsAt")
@_cdecl("meantime_conflicts_at")
public func meantimeConflictsAt(_ length: Int32) -> Int32 {
    respond(length) { page, arguments in
        guard let window = page.conflictWindow(arguments) else {
            return .refusal("date", arguments[0])
        }
        do throws(ProposalError) {
            let time = try ProposedTime(
                start: arguments[2],
                end: arguments[3],
                zone: arguments[4],
                rule: arguments[5]
            )
            let result = try page.agenda.conflicts(
                with: time,
                in: window,
                limit: Limits.conflictsMax,
                now: page.now
            )
            return page.answer(result)
        } catch {
            return .refusal(error.code, arguments[2])
        }
    }
}

/// Answers which members of a group are busy at a time, as far as the viewer sees: `busyMembers(start, end, zone, rule,
/// …members)`.
///
/// A member is a text with one line each for account, zone, and every group the member is in. Each has a count of the dates
/// on which they are busy; with them comes how many dates were looked at, and on how many anybody is busy.
@_expose(wasm, "busyMembers")
@_cdecl("meantime_busy_members")
public func meantimeBusyMembers(_ length: Int32) -> Int32 {
    respond(length) { page, arguments in
        let members = (4..<max(4, arguments.count)).map { place in
            let lines = arguments.lines(place, keepingEmpty: true)
            return FreeTimeMember(
                account: lines.first ?? "",
                zone: ZoneID(lines.count > 1 ? lines[1] : ""),
                workFrom: 0,
                workTo: 0,
                groups: Set(lines.dropFirst(2))
            )
        }
        do throws(ProposalError) {
            let time = try ProposedTime(
                start: arguments[0],
                end: arguments[1],
                zone: arguments[2],
                rule: arguments[3]
            )
            let busy = try page.agenda.busyMembers(members, at: time, now: page.now)
            return .object { json in
                json.field("counts", busy.counts) { $0.number($1) }
                json.field("dates", busy.dateCount)
                json.field("clashes", busy.clashCount)
            }
        } catch {
            return .refusal(error.code, arguments[0])
        }
    }
}

extension Page {
    fileprivate func conflictWindow(_ arguments: Arguments) -> Range<CivilDate>? {
        guard let first = CivilDate(arguments[0]) else { return nil }
        let days = min(max(1, arguments.integer(1)), Limits.windowDaysMax)
        return first..<first.adding(days: days)
    }

    /// The answer: the times with a conflict, how many were compared, and whether that is all.
    fileprivate func answer(_ conflicts: TimeConflicts) -> Answer {
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
