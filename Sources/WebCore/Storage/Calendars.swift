import Agenda
import Client
import JSON

// The calendars and groups of the account, and which of them are shown. The page hands over what the server says of them, and
// asks for the directory when it has changed.

extension Page {
    /// Notes that everything is about to be described again, for the account that uses the page.
    mutating func answer(to call: BeginLoadCall) -> Answer {
        client.beginLoad(for: call.account, in: &directory)
        return .nothing
    }

    /// Sets in whose name the viewer invites others.
    mutating func answer(to call: SetHostCall) -> Answer {
        agenda.setHost(Guest(email: call.email, name: call.name))
        return .nothing
    }

    /// Removes what wasn't described since the load began.
    mutating func answer(to _: EndLoadCall) -> Answer {
        client.endLoad(in: &directory)
        return .nothing
    }

    /// Adds or replaces a calendar.
    mutating func answer(to call: PutCalendarCall) -> Answer {
        let given = call.calendar
        let word = given.level ?? ""
        guard let level = AccessLevel(seen: word) else { return .refusal("level", word) }
        let entry = CalendarEntry(
            id: CalendarID(given.id),
            name: given.name,
            color: EventColor(given.color) ?? .blue,
            order: given.order ?? 0,
            isDefault: given.default ?? false,
            level: level,
            owner: given.owner ?? "",
            groups: given.group.map { [$0] } ?? given.groups ?? []
        )
        client.put(entry, in: &directory)
        return .nothing
    }

    /// Removes a calendar and its events.
    mutating func answer(to call: RemoveCalendarCall) -> Answer {
        client.remove(CalendarID(call.id), in: &directory)
        return .nothing
    }

    /// Adds or replaces a group.
    mutating func answer(to call: PutGroupCall) -> Answer {
        let given = call.group
        var shares: [GroupEntry.Share] = []
        for (calendar, word) in given.shares {
            guard let level = AccessLevel(shown: word) else { continue }
            shares.append(GroupEntry.Share(calendar: CalendarID(calendar), level: level))
        }
        let group = GroupEntry(
            id: given.id,
            name: given.name,
            calendar: CalendarID(given.calendar),
            members: given.members { member in
                GroupEntry.Member(
                    account: member.id,
                    name: member.name,
                    color: EventColor(member.color) ?? .blue
                )
            },
            defaultShare: AccessLevel(shown: given.defaultLevel) ?? .busy,
            shares: shares
        )
        client.put(group, in: &directory)
        return .nothing
    }

    /// Removes a group that the account isn't in any more.
    mutating func answer(to call: RemoveGroupCall) -> Answer {
        client.removeGroup(call.id, in: &directory)
        return .nothing
    }

    /// Shows what the user has chosen.
    mutating func answer(to call: ChooseCalendarsCall) -> Answer {
        let choice = CalendarChoice(group: call.group, hidden: call.hidden)
        client.choose(choice, in: &directory)
        return .nothing
    }

    /// The switches that are off when only some are on.
    mutating func answer(to call: HiddenSwitchesCall) -> Answer {
        let hidden = directory.hiddenSwitches(showingOnly: call.shown)
        return .value { $0.array(hidden) { $0.string($1) } }
    }

    /// The calendars and groups in the order in which they're listed, with what follows for each.
    mutating func answer(to _: DirectoryCall) -> Answer {
        .object { directory.write(to: &$0) }
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
