import Agenda
import CivilTime
import Client
import JSON

// Edits of several events at once.

extension Page {
    /// Does something with several events.
    ///
    /// The UIDs of new objects begin with this UID. Answers the edit and what it left out.
    mutating func answer(to call: EditSelectionCall) -> Answer {
        guard let action = SelectionAction(call.action) else { return .refusal("action") }
        let uid = call.uid
        guard Self.isAddress(uid) else { return .refusal("uid", uid) }
        // A key that can't be read names no event.
        let keys = call.keys.compactMap { OccurrenceKey($0) }
        do throws(EditError) {
            let (outcome, effect) = try agenda.edit(keys, action, newUID: uid, now: now)
            take(.edited(outcome, isQuiet: false))
            return .object { json in
                Self.write(outcome, to: &json)
                json.field("left", effect.leftCount)
            }
        } catch {
            return .refusal(error)
        }
    }

    /// Answers what an action would do with several events.
    func answer(to call: SelectionEffectCall) -> Answer {
        guard let action = SelectionAction(call.action) else { return .refusal("action") }
        let keys = call.keys.compactMap { OccurrenceKey($0) }
        do throws(EditError) {
            let effect = try agenda.effect(of: action, on: keys, now: now)
            return .object { json in
                json.field("changed", effect.changedCount)
                json.field("dates", effect.dateCount)
                json.field("readOnly", effect.readOnlyCount)
                json.field("proposals", effect.proposalCount)
                json.field("unchanged", effect.unchangedCount)
                json.field("other", effect.otherCount)
            }
        } catch {
            return .refusal(error)
        }
    }
}

extension SelectionAction {
    /// Reads an action; nil if there is no such action, or if it moves too far.
    fileprivate init?(_ fields: SelectionActionFields) {
        let days = fields.days.flatMap { Int($0) } ?? 0
        let minutes = fields.minutes.flatMap { Int($0) } ?? 0
        guard Limits.shiftDays.contains(days), Limits.shiftMinutes.contains(minutes) else {
            return nil
        }
        switch fields.do {
        case .shift: self = .shift(days: days, minutes: minutes)
        case .copy: self = .copy(days: days, minutes: minutes)
        case .calendar: self = .calendar(CalendarID(fields.calendar ?? ""))
        case .color: self = .color(fields.color ?? "")
        case .delete: self = .delete
        case nil: return nil
        }
    }
}
