import CivilTime
import ICalendar

@testable import WebDAV

/// The calendar objects of RFC 4791, appendix B.
enum StandardObjects {
    static let names = (1...8).map { "abcd\($0)" }

    static func object(_ name: String) -> ParsedObject? {
        guard let number = name.last?.wholeNumberValue, (1...8).contains(number) else { return nil }
        return ParsedObject(calendar(bodies[number - 1]))
    }

    /// A calendar with the zone US/Eastern and some components.
    static func calendar(_ body: String) -> [UInt8] {
        let text = """
            BEGIN:VCALENDAR
            VERSION:2.0
            PRODID:-//Example Corp.//CalDAV Client//EN
            \(zone)
            \(body)
            END:VCALENDAR

            """
        return Array(text.replacing("\n", with: "\r\n").utf8)
    }

    static let zone = """
        BEGIN:VTIMEZONE
        LAST-MODIFIED:20040110T032845Z
        TZID:US/Eastern
        BEGIN:DAYLIGHT
        DTSTART:20000404T020000
        RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=4
        TZNAME:EDT
        TZOFFSETFROM:-0500
        TZOFFSETTO:-0400
        END:DAYLIGHT
        BEGIN:STANDARD
        DTSTART:20001026T020000
        RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10
        TZNAME:EST
        TZOFFSETFROM:-0400
        TZOFFSETTO:-0500
        END:STANDARD
        END:VTIMEZONE
        """

    private static let bodies = [
        """
        BEGIN:VEVENT
        DTSTAMP:20060206T001102Z
        DTSTART;TZID=US/Eastern:20060102T100000
        DURATION:PT1H
        SUMMARY:Event #1
        DESCRIPTION:Go Steelers!
        UID:74855313FA803DA593CD579A@example.com
        END:VEVENT
        """,
        """
        BEGIN:VEVENT
        DTSTAMP:20060206T001121Z
        DTSTART;TZID=US/Eastern:20060102T120000
        DURATION:PT1H
        RRULE:FREQ=DAILY;COUNT=5
        SUMMARY:Event #2
        UID:00959BC664CA650E933C892C@example.com
        END:VEVENT
        BEGIN:VEVENT
        DTSTAMP:20060206T001121Z
        DTSTART;TZID=US/Eastern:20060104T140000
        DURATION:PT1H
        RECURRENCE-ID;TZID=US/Eastern:20060104T120000
        SUMMARY:Event #2 bis
        UID:00959BC664CA650E933C892C@example.com
        END:VEVENT
        BEGIN:VEVENT
        DTSTAMP:20060206T001121Z
        DTSTART;TZID=US/Eastern:20060106T140000
        DURATION:PT1H
        RECURRENCE-ID;TZID=US/Eastern:20060106T120000
        SUMMARY:Event #2 bis bis
        UID:00959BC664CA650E933C892C@example.com
        END:VEVENT
        """,
        """
        BEGIN:VEVENT
        ATTENDEE;PARTSTAT=ACCEPTED;ROLE=CHAIR:mailto:cyrus@example.com
        ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:lisa@example.com
        DTSTAMP:20060206T001220Z
        DTSTART;TZID=US/Eastern:20060104T100000
        DURATION:PT1H
        LAST-MODIFIED:20060206T001330Z
        ORGANIZER:mailto:cyrus@example.com
        SEQUENCE:1
        STATUS:TENTATIVE
        SUMMARY:Event #3
        UID:DC6C50A017428C5216A2F1CD@example.com
        X-ABC-GUID:E1CX5Dr-0007ym-Hz@example.com
        END:VEVENT
        """,
        """
        BEGIN:VTODO
        DTSTAMP:20060205T235335Z
        DUE;VALUE=DATE:20060104
        STATUS:NEEDS-ACTION
        SUMMARY:Task #1
        UID:DDDEEB7915FA61233B861457@example.com
        BEGIN:VALARM
        ACTION:AUDIO
        TRIGGER;RELATED=START:-PT10M
        END:VALARM
        END:VTODO
        """,
        """
        BEGIN:VTODO
        DTSTAMP:20060205T235300Z
        DUE;TZID=US/Eastern:20060106T120000
        LAST-MODIFIED:20060205T235308Z
        SEQUENCE:1
        STATUS:NEEDS-ACTION
        SUMMARY:Task #2
        UID:E10BA47467C5C69BB74E8720@example.com
        BEGIN:VALARM
        ACTION:AUDIO
        TRIGGER;RELATED=START:-PT10M
        END:VALARM
        END:VTODO
        """,
        """
        BEGIN:VTODO
        COMPLETED:20051223T122322Z
        DTSTAMP:20060205T235400Z
        DUE;VALUE=DATE:20051225
        LAST-MODIFIED:20060205T235308Z
        SEQUENCE:1
        STATUS:COMPLETED
        SUMMARY:Task #3
        UID:E10BA47467C5C69BB74E8722@example.com
        END:VTODO
        """,
        """
        BEGIN:VTODO
        DTSTAMP:20060205T235600Z
        DUE;VALUE=DATE:20060101
        LAST-MODIFIED:20060205T235308Z
        SEQUENCE:1
        STATUS:CANCELLED
        SUMMARY:Task #4
        UID:E10BA47467C5C69BB74E8725@example.com
        END:VTODO
        """,
        """
        BEGIN:VFREEBUSY
        ORGANIZER;CN="Bernard Desruisseaux":mailto:bernard@example.com
        UID:76ef34-54a3d2@example.com
        DTSTAMP:20050530T123421Z
        DTSTART:20060101T000000Z
        DTEND:20060108T000000Z
        FREEBUSY:20050531T230000Z/20050601T010000Z
        FREEBUSY;FBTYPE=BUSY-TENTATIVE:20060102T100000Z/20060102T120000Z
        FREEBUSY:20060103T100000Z/20060103T120000Z
        FREEBUSY:20060104T100000Z/20060104T120000Z
        FREEBUSY;FBTYPE=BUSY-UNAVAILABLE:20060105T100000Z/20060105T120000Z
        FREEBUSY:20060106T100000Z/20060106T120000Z
        END:VFREEBUSY
        """,
    ]
}

// MARK: Asking

/// Reads an element of CalDAV, in which everything is in that namespace.
func element(_ xml: String) throws -> XMLElement {
    let declared = xml.replacing(/^<([A-Za-z-]+)/) { match in
        "<\(match.1) xmlns=\"urn:ietf:params:xml:ns:caldav\""
    }
    return try XMLReader.read(Array(declared.utf8))
}

/// A report that knows the zones Europe/Berlin, in winter, and Pacific/Auckland.
func reportContext(floating: Zone = .utc) -> ReportContext {
    ReportContext(floatingZone: floating) { id in
        switch id.name {
        case "Europe/Berlin": berlin
        case "Fixed/PlusFive": Zone(id: id, offsetSeconds: 5 * 3_600)
        default: nil
        }
    }
}

/// A zone with a gap and a fold each year.
let berlin = Zone(
    id: ZoneID("Europe/Berlin"),
    transitions: [],
    tail: PosixRule("CET-1CEST,M3.5.0,M10.5.0/3")
)

/// An object with some components, without a zone.
func object(_ body: String) throws -> ParsedObject {
    let text = "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//Test//EN\n\(body)\nEND:VCALENDAR\n"
    guard let object = ParsedObject(Array(text.utf8)) else { throw QueryError.malformed("") }
    return object
}

func instant(_ text: String) -> Instant { Instant(text) ?? .distantPast }
