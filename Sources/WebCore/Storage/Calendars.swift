import Agenda
import Client
import JSON

// The calendars and groups of the account, and which of them are shown. The page hands over what the server says of them, and
// asks for the directory when it has changed.

/// Says that everything is about to be described again, for the account that uses the page: `beginLoad(account)`.
@_expose(wasm, "beginLoad")
@_cdecl("meantime_begin_load")
public func meantimeBeginLoad(_ length: Int32) -> Int32 {
    respond(length) { page, arguments in
        page.client.beginLoad(for: arguments[0], in: &page.directory)
        return .nothing
    }
}

/// Removes what wasn't described since `beginLoad`: `endLoad()`.
@_expose(wasm, "endLoad")
@_cdecl("meantime_end_load")
public func meantimeEndLoad(_ length: Int32) -> Int32 {
    respond(length) { page, _ in
        page.client.endLoad(in: &page.directory)
        return .nothing
    }
}

/// Adds or replaces a calendar: `putCalendar(calendar)`, with `id`, `name`, `color`, `order`, `default`, `level`, `owner`, and
/// the `groups` it is shown in; of a group's calendar, that `group`.
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
        page.client.remove(CalendarID(arguments[0]), in: &page.directory)
        return .nothing
    }
}

/// Adds or replaces a group: `putGroup(id, name, calendar, defaultLevel, shares, …)`.
///
/// The shares are two lines each: a calendar and the level. Three arguments follow for each member: account, name and colour.
@_expose(wasm, "putGroup")
@_cdecl("meantime_put_group")
public func meantimePutGroup(_ length: Int32) -> Int32 {
    respond(length) { $0.putGroup($1) }
}

/// Removes a group that the account isn't in any more: `removeGroup(id)`.
@_expose(wasm, "removeGroup")
@_cdecl("meantime_remove_group")
public func meantimeRemoveGroup(_ length: Int32) -> Int32 {
    respond(length) { page, arguments in
        page.client.removeGroup(arguments[0], in: &page.directory)
        return .nothing
    }
}

/// Shows what the user has chosen: `chooseCalendars(group, hidden)`, with the group that is shown by itself, empty for none, and
/// the switches that are off.
@_expose(wasm, "chooseCalendars")
@_cdecl("meantime_choose_calendars")
public func meantimeChooseCalendars(_ length: Int32) -> Int32 {
    respond(length) { page, arguments in
        let choice = CalendarChoice(group: arguments[0], hidden: arguments.lines(1))
        page.client.choose(choice, in: &page.directory)
        return .nothing
    }
}

/// The switches that are off when only these are on: `hiddenSwitches(shown)`.
@_expose(wasm, "hiddenSwitches")
@_cdecl("meantime_hidden_switches")
public func meantimeHiddenSwitches(_ length: Int32) -> Int32 {
    respond(length) { page, arguments in
        let hidden = page.directory.hiddenSwitches(showingOnly: arguments.lines(0))
        return .value { $0.array(hidden) { $0.string($1) } }
    }
}

/// The calendars and groups in the order in which they're listed, with what follows for each: `directory()`.
@_expose(wasm, "directory")
@_cdecl("meantime_directory")
public func meantimeDirectory(_ length: Int32) -> Int32 {
    respond(length) { page, _ in
        .object { page.directory.write(to: &$0) }
    }
}

extension Page {
    fileprivate mutating func putCalendar(_ arguments: Arguments) -> Answer {
        guard let level = AccessLevel(seen: arguments["level"]) else {
            return .refusal("level", arguments["level"])
        }
        let group = arguments["group"]
        let entry = CalendarEntry(
            id: CalendarID(arguments["id"]),
            name: arguments["name"],
            color: EventColor(arguments["color"]) ?? .blue,
            order: arguments.integer(arguments.place(of: "order")),
            isDefault: arguments.flag(arguments.place(of: "default")),
            level: level,
            owner: arguments["owner"],
            groups: group.isEmpty ? arguments.lines(arguments.place(of: "groups")) : [group]
        )
        client.put(entry, in: &directory)
        return .nothing
    }

    fileprivate mutating func putGroup(_ arguments: Arguments) -> Answer {
        let levels = arguments.lines(4)
        var shares: [GroupEntry.Share] = []
        for place in stride(from: 0, to: levels.count - 1, by: 2) {
            guard let level = AccessLevel(shown: levels[place + 1]) else { continue }
            let calendar = CalendarID(levels[place])
            shares.append(GroupEntry.Share(calendar: calendar, level: level))
        }
        var members: [GroupEntry.Member] = []
        for place in stride(from: 5, to: arguments.count - 2, by: 3) {
            let color = EventColor(arguments[place + 2]) ?? .blue
            members.append(
                GroupEntry.Member(
                    account: arguments[place],
                    name: arguments[place + 1],
                    color: color
                )
            )
        }
        let group = GroupEntry(
            id: arguments[0],
            name: arguments[1],
            calendar: CalendarID(arguments[2]),
            members: members,
            defaultShare: AccessLevel(shown: arguments[3]) ?? .busy,
            shares: shares
        )
        client.put(group, in: &directory)
        return .nothing
    }
}

extension JSONWriter {
    @inline(never)
    fileprivate mutating func field(_ name: StaticString, texts: [String]) {
        field(name, texts) { $0.string($1) }
    }
}

extension CalendarDirectory {
    fileprivate func write(to json: inout JSONWriter) {
        let colors = colors
        json.name("calendars")
        json.beginArray()
        for entry in calendars { write(entry, colors: colors, to: &json) }
        json.endArray()
        json.field("groups", texts: groupsByName.map { $0.id })
        json.field("others", texts: others)
        let switches = switches
        json.field("switches", texts: switches)
        json.field("shown", texts: switches.filter { isOn($0) })
        json.field("defaultCalendar", orNull: defaultCalendar?.text)
        json.name("colors")
        json.beginArray()
        for (account, color) in colors {
            json.beginObject()
            json.field("account", account)
            json.field("color", color.name)
            json.endObject()
        }
        json.endArray()
    }

    private func write(
        _ entry: CalendarEntry,
        colors: [String: EventColor],
        to json: inout JSONWriter
    ) {
        json.beginObject()
        json.field("id", entry.id.text)
        json.field("drawnColor", color(of: entry, colors: colors).name)
        json.field("default", entry.isDefault)
        json.field("isShown", isShown(entry))
        json.field("isElsewhere", entry.level.isFromElsewhere)
        json.field("isReadOnly", !Permission.allows(.writeEvents, at: entry.level))
        json.field("person", orNull: member(for: entry)?.account)
        json.name("shares")
        json.beginArray()
        for group in groups where entry.owner.isEmpty {
            json.beginObject()
            json.field("group", group.id)
            json.field("level", group.share(of: entry).word)
            json.endObject()
        }
        json.endArray()
        json.endObject()
    }
}
