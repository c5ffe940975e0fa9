import CivilTime
import ICalendar
import JSCalendar
import ServerBase
import Store

/// Writes what a secret address gives out, in either format.
struct SecretAddressPages: Sendable {
    /// Writes iCalendar, and gives each event a UID of its own.
    var export: ExportPages
    private var json: JSCalendarWriter
    private let format: SecretAddressFormat
    private let calendar: Component

    /// - Parameters:
    ///   - format: What to write.
    ///   - title: The name that subscribers see.
    ///   - color: One of the colours of calendars; nil for none.
    ///   - id: Identifies the address, and says nothing about its secret.
    ///   - sinceSecond: When what it gives out was last changed.
    ///   - year: The year around which zones are described.
    ///   - zones: The zones of the system.
    init(
        _ format: SecretAddressFormat,
        title: String,
        color: String?,
        id: String,
        sinceSecond: Int64,
        year: Int,
        zones: ZoneFiles
    ) {
        self.format = format
        export = ExportPages(zones: zones, year: year)
        calendar = Component.calendar(name: title, color: color)
        let group = JSCalendarWriter.Group(
            uid: id,
            title: title,
            color: calendar.first(.color)?.textValue,
            updated: Instant(secondsSinceEpoch: sinceSecond)
        )
        json = JSCalendarWriter(group) { zones.zone($0) }
    }

    /// The beginning of the file; of iCalendar with how often to ask again (RFC 7986, 5.7).
    var opening: [UInt8] {
        guard format == .iCalendar else { return json.opening() }
        var calendar = calendar
        calendar.append(Property(name: "METHOD", rawValue: "PUBLISH"))
        calendar.append(
            Property(
                name: "REFRESH-INTERVAL",
                parameters: [Parameter("VALUE", "DURATION")],
                rawValue: Limits.secretAddressRefreshInterval
            )
        )
        // What Outlook and Apple's programs read.
        calendar.append(
            Property(name: "X-PUBLISHED-TTL", rawValue: Limits.secretAddressRefreshInterval)
        )
        return Array(CalendarText.write([calendar]).dropLast(Self.end.utf8.count))
    }

    mutating func octets(of page: [ObjectRecord]) -> [UInt8] {
        guard format == .jsCalendar else { return export.octets(of: page, \.givenOut) }
        var octets: [UInt8] = []
        for record in page {
            let text = CalendarText.parse(record.ical)
            for object in export.objects(of: text, in: record.calendar) {
                if let part = object.givenOut { octets += json.entries(of: part) }
            }
        }
        return octets
    }

    var closing: [UInt8] {
        format == .iCalendar ? Array(Self.end.utf8) : json.closing()
    }

    private static let end = "END:VCALENDAR\r\n"
}
