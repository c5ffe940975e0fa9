import Agenda
import CivilTime
import JSON

// Loading events from the server, and setting the time.

/// Sets the time and answers today's date by the viewer's clock: `setNow(secondsSinceEpoch)`.
@_expose(wasm, "setNow")
@_cdecl("meantime_set_now")
public func meantimeSetNow(_ length: Int32) -> Int32 {
    respond(length) { page, arguments in
        let seconds = arguments.number(0)
        guard seconds.magnitude < Limits.secondsMax else { return .refusal("time") }
        page.now = Instant(secondsSinceEpoch: Int64(seconds))
        return .text(page.today.text)
    }
}

/// Adds or replaces an object: `putObject(calendar, href, etag, ical, isUnanswered)`.
///
/// Answers true if it is shown, false if it waits for a time zone it names.
@_expose(wasm, "putObject")
@_cdecl("meantime_put_object")
public func meantimePutObject(_ length: Int32) -> Int32 {
    respond(length) { page, arguments in
        let id = ObjectID(calendar: CalendarID(arguments[0]), href: arguments[1])
        let outcome = page.agenda.load(
            id,
            etag: arguments[2],
            text: arguments.octets(3),
            isUnanswered: arguments.flag(4)
        )
        switch outcome {
        case .shown: return .value { $0.flag(true) }
        case .waiting: return .value { $0.flag(false) }
        case .noEvent: return .refusal("no-event", id.href)
        case .leftOut: return .refusal("left-out", id.href)
        }
    }
}

/// Removes an object: `removeObject(calendar, href)`.
@_expose(wasm, "removeObject")
@_cdecl("meantime_remove_object")
public func meantimeRemoveObject(_ length: Int32) -> Int32 {
    respond(length) { page, arguments in
        page.agenda.removeObject(
            ObjectID(calendar: CalendarID(arguments[0]), href: arguments[1])
        )
        return .nothing
    }
}
