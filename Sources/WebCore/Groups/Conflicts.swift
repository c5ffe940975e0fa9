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
