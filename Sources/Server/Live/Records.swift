import NIOCore
import Store

extension CalendarRecord {
    /// As it is loaded, sent live, and answered.
    var json: JSONObject {
        var object = JSONObject(type: "calendar")
        object.add("id", id.text)
        object.add("name", name)
        object.add("color", color)
        object.add("order", Int(position))
        object.add("default", isDefault)
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
        return object
    }
}

extension Change {
    var json: JSONObject {
        switch self {
        case .calendar(let calendar):
            return calendar.json
        case .calendarRemoved(let id):
            var object = JSONObject(type: "calendar-removed")
            object.add("id", id.text)
            return object
        case .event(let event):
            return event.json
        case .eventRemoved(let calendar, let href):
            var object = JSONObject(type: "event-removed")
            object.add("calendar", calendar.text)
            object.add("href", href.text)
            return object
        }
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
    /// What the page needs for its button.
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
