import Agenda
import HTTPTypes
import Hummingbird
import NIOCore
import ServerBase
import Store
import WebDAV
import Writing

extension DAVResource {
    /// What an inbox tells of itself.
    struct InboxState {
        /// How often it has changed.
        let version: Int64
        /// Where invitations go; nil when no calendar takes events.
        let defaultCalendar: DAVAddress?
        /// The working hours as iCalendar text; nil until the account has said its zone.
        let availability: String?
    }

    /// RFC 6638, 2.2 and 9.2; RFC 7953, 7.2.4.
    static func content(of name: XMLName, _ inbox: InboxState) -> PropertyContent? {
        switch name {
        case .calDAV("schedule-default-calendar-URL"):
            inbox.defaultCalendar.map(PropertyContent.link) ?? .empty
        case .calDAV("calendar-availability"): inbox.availability.map(PropertyContent.text)
        case .calendarServer("getctag"): .text("\"inbox-\(inbox.version)\"")
        default: outboxContent(of: name)
        }
    }

    static func outboxContent(of name: XMLName) -> PropertyContent? {
        switch name {
        case .calDAV("supported-calendar-component-set"):
            .written { xml in
                for kind in ["VEVENT", "VTODO", "VFREEBUSY"] {
                    xml.element(.calDAV("comp"), ["name": kind])
                }
            }
        case .calDAV("supported-calendar-data"): supportedCalendarData
        case .calDAV("max-resource-size"): .text(String(Limits.objectBytesMax))
        default: nil
        }
    }

    static func content(of name: XMLName, _ message: InboxMessage) -> PropertyContent? {
        switch name {
        case .dav("getcontenttype"): .text("text/calendar; charset=utf-8")
        case .dav("getcontentlength"): .text(String(message.ical.utf8.count))
        case .calDAV("calendar-data"): .text(message.ical)
        default: nil
        }
    }

    /// `schedule-tag` (RFC 6638, 9.3).
    static func scheduling(
        _ name: XMLName,
        _ object: ObjectRecord,
        in calendar: HomeCalendar
    ) -> PropertyContent? {
        guard name == .calDAV("schedule-tag") else { return nil }
        return object.scheduleTag(in: calendar).map(PropertyContent.text)
    }
}

extension ObjectRecord {
    /// The tag that stays the same when only others' answers changed; nil for what nobody is invited
    /// to (RFC 6638, 3.2.10).
    func scheduleTag(in calendar: HomeCalendar) -> String? {
        guard calendar.level == .own, ical.mentionsOrganizer else { return nil }
        return scheduleTag ?? etag
    }
}

extension Response {
    mutating func setScheduleTag(_ tag: String) {
        if let name = HTTPField.Name("Schedule-Tag") { headers[name] = tag }
    }

    /// A message of an inbox.
    static func text(of message: InboxMessage) -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: "text/calendar; charset=utf-8", .eTag: message.etag,
                .cacheControl: "no-cache",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(string: message.ical))
        )
    }
}
