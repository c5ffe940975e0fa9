import Agenda
import ServerBase
import Store
import WebDAV

extension DAVResource {
    /// RFC 4791, 5.2; RFC 6578, 4; RFC 7809, 5.2; and the ctag that others made usual.
    static func content(of name: XMLName, _ calendar: HomeCalendar) -> PropertyContent? {
        switch name {
        case .calDAV("supported-calendar-component-set"):
            .written { xml in
                for each in calendar.record.components {
                    xml.element(.calDAV("comp"), ["name": each])
                }
            }
        case .calDAV("supported-calendar-data"): supportedCalendarData
        case .calDAV("supported-collation-set"):
            .written { xml in
                for name in ["i;ascii-casemap", "i;octet", "i;unicode-casemap"] {
                    xml.element(.calDAV("supported-collation"), text: name)
                }
            }
        case .calDAV("max-resource-size"): .text(String(Limits.objectBytesMax))
        case .calDAV("max-instances"): .text(String(ReportContext.instancesOfObjectMax))
        case .dav("sync-token"), .calendarServer("getctag"): .text(SyncToken(calendar.token).text)
        case .calDAV("schedule-calendar-transp"):
            calendar.stored[name.key].map(PropertyContent.stored)
                ?? .written { $0.element(.calDAV("opaque")) }
        case CalendarZone.definitionName:
            calendar.stored[name.key].map(PropertyContent.stored)
                ?? calendar.zone.definition(calendar.zones).map(PropertyContent.text)
        case CalendarZone.idName:
            calendar.stored[name.key].map(PropertyContent.stored)
                ?? calendar.zone.name(calendar.zones.zones).map(PropertyContent.text)
        default: nil
        }
    }

    /// The one form of objects and messages (RFC 4791, 5.2.4).
    static var supportedCalendarData: PropertyContent {
        .written {
            $0.element(
                .calDAV("calendar-data"),
                ["content-type": "text/calendar", "version": "2.0"]
            )
        }
    }

    /// What each person may set for themselves; otherwise the value that the page shows.
    static func own(_ name: XMLName, of calendar: HomeCalendar) -> PropertyContent? {
        switch name {
        case .dav("displayname"):
            calendar.record.relation == .own
                ? nil : calendar.stored[name.key].map(PropertyContent.stored)
        case .apple("calendar-color"):
            calendar.stored[name.key].map(PropertyContent.stored)
                ?? .text(HexadecimalColor.text(of: calendar.record.color))
        case .apple("calendar-order"):
            calendar.stored[name.key].map(PropertyContent.stored)
                ?? .text(String(calendar.record.position))
        default: nil
        }
    }

    static func content(
        of name: XMLName,
        _ object: ObjectRecord,
        in calendar: HomeCalendar
    ) -> PropertyContent? {
        switch name {
        case .dav("getcontenttype"):
            .text("text/calendar; charset=utf-8; component=\(object.component)")
        case .dav("getcontentlength"): .text(String(calendar.text(of: object).utf8.count))
        case .calDAV("calendar-data"): .text(calendar.text(of: object))
        default: nil
        }
    }
}

extension ObjectRecord {
    /// The kind of component it has.
    var component: String {
        for name in CalendarComponents.all where ical.utf8.contains("BEGIN:\(name)".utf8) {
            return name
        }
        return "VEVENT"
    }
}
