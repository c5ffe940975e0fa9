import Agenda
import Client

// Calendars, their owners, and which of them are shown.

/// Sets the account that uses the page: `setAccount(id)`.
@_expose(wasm, "setAccount")
@_cdecl("meantime_set_account")
public func meantimeSetAccount(_ length: Int32) -> Int32 {
    respond(length) { page, arguments in
        page.agenda.setAccount(arguments[0])
        return .nothing
    }
}

/// Adds or replaces a calendar: `putCalendar(calendar)`, with `id`, `name`, `color`, `level`, `owner`
/// and the `groups` it is shown in.
@_expose(wasm, "putCalendar")
@_cdecl("meantime_put_calendar")
public func meantimePutCalendar(_ length: Int32) -> Int32 {
    respond(length) { $0.putCalendar($1) }
}

/// Removes a calendar and its events: `removeCalendar(id)`.
@_expose(wasm, "removeCalendar")
@_cdecl("meantime_remove_calendar")
public func meantimeRemoveCalendar(_ length: Int32) -> Int32 {
    respond(length) { page, arguments in
        page.agenda.removeCalendar(CalendarID(arguments[0]))
        return .nothing
    }
}

/// Shows or hides a calendar: `showCalendar(id, isVisible)`.
@_expose(wasm, "showCalendar")
@_cdecl("meantime_show_calendar")
public func meantimeShowCalendar(_ length: Int32) -> Int32 {
    respond(length) { page, arguments in
        page.agenda.showCalendar(CalendarID(arguments[0]), arguments.flag(1))
        return .nothing
    }
}

/// Shows a group by itself, in the colours of its members: `showGroup(id, colorsByAccount)`.
///
/// An empty id shows everything again.
@_expose(wasm, "showGroup")
@_cdecl("meantime_show_group")
public func meantimeShowGroup(_ length: Int32) -> Int32 {
    respond(length) { $0.showGroup($1) }
}

extension Page {
    fileprivate mutating func putCalendar(_ arguments: Arguments) -> Answer {
        guard let level = AccessLevel(seen: arguments["level"]) else {
            return .refusal("level", arguments["level"])
        }
        var calendar = CalendarCollection(
            id: CalendarID(arguments["id"]),
            name: arguments["name"],
            color: EventColor(arguments["color"]) ?? .blue
        )
        calendar.level = level
        calendar.owner = arguments["owner"]
        calendar.groups = arguments.lines(arguments.place(of: "groups"))
        client.putCalendar(calendar)
        return .nothing
    }

    fileprivate mutating func showGroup(_ arguments: Arguments) -> Answer {
        guard !arguments[0].isEmpty else {
            agenda.showGroup(nil)
            return .nothing
        }
        var colors: [String: EventColor] = [:]
        for (account, color) in arguments.pairs(from: 1) { colors[account] = EventColor(color) }
        agenda.showGroup(GroupView(group: arguments[0], colors: colors))
        return .nothing
    }
}
