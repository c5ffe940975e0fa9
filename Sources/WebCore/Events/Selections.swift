import Agenda
import CivilTime
import Client
import JSON

// Edits of several events at once. An action is `do` with `shift`, `copy`, `calendar`, `color` or
// `delete`, and what it needs: `days` and `minutes`, a `calendar` or a `color`.

/// Does something with several events: `editSelection(keys, uid, action)`.
///
/// The UIDs of new objects begin with this UID. Answers the edit and what it left out.
@_expose(wasm, "editSelection")
@_cdecl("meantime_edit_selection")
public func meantimeEditSelection(_ length: Int32) -> Int32 {
    respond(length) { $0.editSelection($1) }
}

/// Answers what an action would do with several events: `selectionEffect(keys, action)`.
@_expose(wasm, "selectionEffect")
@_cdecl("meantime_selection_effect")
public func meantimeSelectionEffect(_ length: Int32) -> Int32 {
    respond(length) { $0.selectionEffect($1) }
}

extension Page {
    fileprivate mutating func editSelection(_ arguments: Arguments) -> Answer {
        guard let action = SelectionAction(arguments.pairs(from: 2)) else {
            return .refusal("action", arguments[3])
        }
        let uid = arguments[1]
        guard Self.isAddress(uid) else { return .refusal("uid", uid) }
        let keys = Self.keys(arguments)
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

    fileprivate func selectionEffect(_ arguments: Arguments) -> Answer {
        guard let action = SelectionAction(arguments.pairs(from: 1)) else {
            return .refusal("action", arguments[2])
        }
        do throws(EditError) {
            let effect = try agenda.effect(of: action, on: Self.keys(arguments), now: now)
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

    /// The keys in the first argument; those that can't be read name no event.
    private static func keys(_ arguments: Arguments) -> [OccurrenceKey] {
        arguments.lines(0).compactMap { OccurrenceKey($0) }
    }
}

extension SelectionAction {
    /// Reads an action of names and values; nil if there is no such action, or if it moves too far.
    fileprivate init?(_ pairs: [(name: String, value: String)]) {
        var values = (action: "", days: 0, minutes: 0, calendar: "", color: "")
        for (name, value) in pairs {
            switch name {
            case "do": values.action = value
            case "days": values.days = Int(value) ?? 0
            case "minutes": values.minutes = Int(value) ?? 0
            case "calendar": values.calendar = value
            case "color": values.color = value
            default: break
            }
        }
        let (days, minutes) = (values.days, values.minutes)
        guard Limits.shiftDays.contains(days), Limits.shiftMinutes.contains(minutes) else {
            return nil
        }
        switch values.action {
        case "shift": self = .shift(days: days, minutes: minutes)
        case "copy": self = .copy(days: days, minutes: minutes)
        case "calendar": self = .calendar(CalendarID(values.calendar))
        case "color": self = .color(values.color)
        case "delete": self = .delete
        default: return nil
        }
    }
}
