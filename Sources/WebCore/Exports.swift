import Agenda
import CivilTime

// The functions a page calls. Text goes in through `meantime_input`, and comes out as JSON at
// `meantime_output`; each call gives the length of its answer in octets.

/// The state behind the page; WebAssembly runs on one thread.
nonisolated(unsafe) var page = Page()

/// Memory that the page writes to and reads from.
nonisolated(unsafe) private var input = Buffer()
nonisolated(unsafe) private var output = Buffer()

/// A piece of memory that keeps its address until it has to grow.
private struct Buffer {
    var start = UnsafeMutablePointer<UInt8>.allocate(capacity: 4_096)
    var capacity = 4_096

    mutating func reserve(_ count: Int) {
        guard count > capacity else { return }
        start.deallocate()
        capacity = max(count, capacity * 2)
        start = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    }

    func octets(_ count: Int32) -> [UInt8] {
        Array(UnsafeBufferPointer(start: start, count: min(max(0, Int(count)), capacity)))
    }
}

func reply(_ octets: [UInt8]) -> Int32 {
    output.reserve(octets.count)
    octets.withUnsafeBufferPointer { from in
        if let first = from.baseAddress { output.start.update(from: first, count: from.count) }
    }
    return Int32(octets.count)
}

func fields(_ length: Int32) -> Fields {
    Fields(input.octets(length))
}

/// Makes room for the octets of a call's arguments and gives their address.
///
/// The room is good until the next call of this function, which may also move the memory.
@_expose(wasm, "meantime_input")
@_cdecl("meantime_input")
public func meantimeInput(_ length: Int32) -> Int {
    input.reserve(Int(max(0, length)))
    return Int(bitPattern: input.start)
}

/// The address of the last answer.
@_expose(wasm, "meantime_output")
@_cdecl("meantime_output")
public func meantimeOutput() -> Int {
    Int(bitPattern: output.start)
}

/// Sets the first weekday, from 1 for Monday, and the zone, the one field.
@_expose(wasm, "meantime_configure")
@_cdecl("meantime_configure")
public func meantimeConfigure(_ firstWeekday: Int32, _ length: Int32) -> Int32 {
    reply(page.configure(zone: fields(length)[0], firstWeekday: Int(firstWeekday)))
}

/// Takes the time, in seconds since 1970, and answers the date of today.
@_expose(wasm, "meantime_set_now")
@_cdecl("meantime_set_now")
public func meantimeSetNow(_ secondsSinceEpoch: Double) -> Int32 {
    reply(page.setNow(secondsSinceEpoch))
}

/// Makes a zone known: its name and the octets of its TZif file.
@_expose(wasm, "meantime_add_zone")
@_cdecl("meantime_add_zone")
public func meantimeAddZone(_ length: Int32) -> Int32 {
    reply(page.addZone(fields(length)))
}

/// Answers the names of zones that events use and that are not known.
@_expose(wasm, "meantime_missing_zones")
@_cdecl("meantime_missing_zones")
public func meantimeMissingZones() -> Int32 {
    reply(page.missingZones())
}

/// Adds or replaces a calendar: identity, name, colour, level, owner, and the groups it is shown in.
@_expose(wasm, "meantime_put_calendar")
@_cdecl("meantime_put_calendar")
public func meantimePutCalendar(_ length: Int32) -> Int32 {
    reply(page.putCalendar(fields(length)))
}

/// Adds or replaces an event: calendar, href, ETag, iCalendar text; answers only a failure.
@_expose(wasm, "meantime_put_object")
@_cdecl("meantime_put_object")
public func meantimePutObject(_ length: Int32) -> Int32 {
    reply(page.putObject(fields(length)))
}

/// Answers the numbers of the weeks and the dates that the month strip covers.
@_expose(wasm, "meantime_month_range")
@_cdecl("meantime_month_range")
public func meantimeMonthRange() -> Int32 {
    reply(page.monthRange())
}

/// Answers the number of the week that a date is in.
@_expose(wasm, "meantime_week_of")
@_cdecl("meantime_week_of")
public func meantimeWeekOf(_ length: Int32) -> Int32 {
    reply(page.week(of: fields(length)[0]))
}

/// Answers the occurrences of a date.
@_expose(wasm, "meantime_day")
@_cdecl("meantime_day")
public func meantimeDay(_ length: Int32) -> Int32 {
    reply(page.day(fields(length)[0]))
}

/// Answers the fields of the occurrence that a key names.
@_expose(wasm, "meantime_event")
@_cdecl("meantime_event")
public func meantimeEvent(_ length: Int32) -> Int32 {
    reply(page.event(fields(length)[0]))
}

/// Creates an event of names and values; answers the edit.
@_expose(wasm, "meantime_create")
@_cdecl("meantime_create")
public func meantimeCreate(_ length: Int32) -> Int32 {
    reply(page.create(fields(length)))
}

/// Changes an event: key, scope, UID of a new series, names and values; answers the edit.
@_expose(wasm, "meantime_change")
@_cdecl("meantime_change")
public func meantimeChange(_ length: Int32) -> Int32 {
    reply(page.change(fields(length)))
}

/// Deletes an event: key, scope; answers the edit.
@_expose(wasm, "meantime_delete")
@_cdecl("meantime_delete")
public func meantimeDelete(_ length: Int32) -> Int32 {
    reply(page.delete(fields(length)))
}

/// Answers what a change would do: key, scope, names and values as for a change.
@_expose(wasm, "meantime_change_effect")
@_cdecl("meantime_change_effect")
public func meantimeChangeEffect(_ length: Int32) -> Int32 {
    reply(page.changeEffect(fields(length)))
}

/// Answers what a change would move: how many days; the first date, key, scope, names and values.
@_expose(wasm, "meantime_change_preview")
@_cdecl("meantime_change_preview")
public func meantimeChangePreview(_ count: Int32, _ length: Int32) -> Int32 {
    reply(page.changePreview(fields(length), count: Int(count)))
}

/// Answers what a deletion would do: key, scope.
@_expose(wasm, "meantime_delete_effect")
@_cdecl("meantime_delete_effect")
public func meantimeDeleteEffect(_ length: Int32) -> Int32 {
    reply(page.deleteEffect(fields(length)))
}

/// Notes the ETag that the server gave: calendar, href, ETag.
@_expose(wasm, "meantime_saved")
@_cdecl("meantime_saved")
public func meantimeSaved(_ length: Int32) -> Int32 {
    reply(page.confirm(fields(length)))
}

/// Takes back the last edit; answers what to tell the server.
@_expose(wasm, "meantime_undo")
@_cdecl("meantime_undo")
public func meantimeUndo() -> Int32 {
    reply(page.undo())
}

/// Carries out again the edit undone last; answers what to tell the server.
@_expose(wasm, "meantime_redo")
@_cdecl("meantime_redo")
public func meantimeRedo() -> Int32 {
    reply(page.redo())
}

/// Answers the rule that the names and values of the repeat form say.
@_expose(wasm, "meantime_rule_text")
@_cdecl("meantime_rule_text")
public func meantimeRuleText(_ length: Int32) -> Int32 {
    reply(page.ruleText(fields(length)))
}

/// Answers what the octets of a calendar file hold, without taking anything of it.
@_expose(wasm, "meantime_inspect")
@_cdecl("meantime_inspect")
public func meantimeInspect(_ length: Int32) -> Int32 {
    reply(page.inspect(input.octets(length)))
}

/// Removes a calendar with its events: identity.
@_expose(wasm, "meantime_remove_calendar")
@_cdecl("meantime_remove_calendar")
public func meantimeRemoveCalendar(_ length: Int32) -> Int32 {
    page.agenda.removeCalendar(CalendarID(fields(length)[0]))
    return 0
}

/// Shows a calendar, or hides it when the flag is 0: identity.
@_expose(wasm, "meantime_show_calendar")
@_cdecl("meantime_show_calendar")
public func meantimeShowCalendar(_ isVisible: Int32, _ length: Int32) -> Int32 {
    page.agenda.showCalendar(CalendarID(fields(length)[0]), isVisible != 0)
    return 0
}

/// Removes an event: calendar, href.
@_expose(wasm, "meantime_remove_object")
@_cdecl("meantime_remove_object")
public func meantimeRemoveObject(_ length: Int32) -> Int32 {
    let fields = fields(length)
    page.agenda.removeObject(ObjectID(calendar: CalendarID(fields[0]), href: fields[1]))
    return 0
}

/// Answers the rows of consecutive weeks, laid out for a number of lanes.
@_expose(wasm, "meantime_month_rows")
@_cdecl("meantime_month_rows")
public func meantimeMonthRows(_ first: Int32, _ count: Int32, _ lanesMax: Int32) -> Int32 {
    reply(page.monthRows(from: Int(first), count: Int(count), lanesMax: Int(lanesMax)))
}

/// Moves an occurrence by days: key, scope, UID of a new series; answers the edit.
@_expose(wasm, "meantime_move")
@_cdecl("meantime_move")
public func meantimeMove(_ days: Int32, _ length: Int32) -> Int32 {
    reply(page.move(days: Int(days), fields(length)))
}

/// Takes back an edit that the server refused.
@_expose(wasm, "meantime_revert")
@_cdecl("meantime_revert")
public func meantimeRevert(_ edit: Int32) -> Int32 {
    reply(page.revert(Int(edit)))
}

/// Answers the first times that a rule gives: start, zone or empty, rule, how many.
@_expose(wasm, "meantime_rule_times")
@_cdecl("meantime_rule_times")
public func meantimeRuleTimes(_ length: Int32) -> Int32 {
    reply(page.ruleTimes(fields(length)))
}
