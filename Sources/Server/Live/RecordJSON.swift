import Agenda
import CivilTime
import NIOCore
import OpenIDConnect
import ServerBase
import Store

extension CalendarRecord {
    /// The record, the same in a load, in the live stream and in responses.
    var json: JSONObject {
        var object = JSONObject(type: "calendar")
        object.add("id", id.text)
        object.add("name", name)
        object.add("color", color)
        object.add("order", Int(position))
        object.add("default", isDefault)
        object.add("level", relation.level.word)
        if let sourceFailure { object.add("failure", sourceFailure) }
        switch relation {
        case .own, .subscribed, .connected: break
        case .group(let group): object.add("group", group.text)
        case .mirrored(_, let owner, let groups):
            object.add("owner", owner.text)
            object.add("groups", groups.map(\.text))
        }
        return object
    }
}

extension GroupRecord {
    var json: JSONObject {
        var object = JSONObject(type: "group")
        object.add("id", id.text)
        object.add("name", name)
        object.add("color", color)
        object.add("calendar", calendar.text)
        object.add("role", role.word)
        object.add("may", Permission.actions(as: role).map(\.rawValue))
        object.add("defaultLevel", defaultLevel.word)
        var shown = JSONObject()
        for share in shares { shown.add(share.calendar.text, share.level.word) }
        object.add("shares", shown)
        object.add("members", members.map(\.json))
        return object
    }
}

extension JSONObject {
    /// Adds working hours, in minutes of the day.
    mutating func add(_ hours: WorkingHours) {
        add("from", hours.usual.fromMinute)
        add("to", hours.usual.toMinute)
        add("weekHours", hours.byWeekday.map { day in day.map { [$0.fromMinute, $0.toMinute] } })
    }
}

extension MemberRecord {
    fileprivate var json: JSONObject {
        var object = JSONObject()
        object.add("id", id.text)
        object.add("name", name)
        object.add("role", role.word)
        object.add("color", color)
        object.add("zone", zone)
        object.add(hours)
        object.add("picture", id.pictureAddress(etag: pictureETag))
        return object
    }
}

extension ObjectRecord {
    var json: JSONObject {
        var object = JSONObject(type: "event")
        object.add("calendar", calendar.text)
        object.add("href", href.text)
        object.add("etag", etag)
        object.add("ical", ical)
        if isUnanswered { object.add("unanswered", true) }
        return object
    }
}

extension Change {
    /// Whether the page hears of it: it doesn't show calendars that hold no events.
    var isForPage: Bool {
        switch self {
        case .calendar(let calendar), .access(_, let calendar?): calendar.holdsEvents
        default: true
        }
    }

    /// The record of the change.
    ///
    /// A change of access starts with a removal: the page must forget what it knew of the calendar.
    var json: JSONObject {
        switch self {
        case .calendar(let calendar):
            return calendar.json
        case .calendarRemoved(let id, _), .access(let id, _):
            return Self.removal("calendar-removed", of: id.text)
        case .group(let group):
            return group.json
        case .groupRemoved(let id):
            return Self.removal("group-removed", of: id.text)
        case .event(let event):
            return event.json
        case .eventRemoved(let calendar, let href):
            var object = JSONObject(type: "event-removed")
            object.add("calendar", calendar.text)
            object.add("href", href.text)
            return object
        }
    }

    private static func removal(_ type: String, of id: String) -> JSONObject {
        var object = JSONObject(type: type)
        object.add("id", id)
        return object
    }
}

extension Account {
    var json: JSONObject {
        var object = JSONObject()
        object.add("id", id.text)
        object.add("email", email)
        object.add("name", name)
        return object
    }
}

extension OpenIDProvider {
    /// What the page needs to show the sign-in button.
    var json: JSONObject {
        var object = JSONObject()
        object.add("id", id)
        object.add("name", name)
        return object
    }
}

extension ByteBuffer {
    /// Appends an object as a line of NDJSON.
    mutating func write(line object: JSONObject) {
        writeBytes(object.text)
        writeInteger(UInt8(ascii: "\n"))
    }
}
