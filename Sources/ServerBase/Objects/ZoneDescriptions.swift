package import CivilTime
import ICalendar
package import WebDAV

/// Adds the VTIMEZONEs that a text lacks when it goes to a program.
///
/// Each `TZID` needs one (RFC 5545, 3.6.5). The page writes none, and so do programs that know zones
/// by their names (RFC 7809). What is stored stays as it is; zones are described like in exports.
package struct ZoneDescriptions: Sendable {
    package let zones: ZoneFiles
    /// The year around which clock changes are described.
    let year: Int

    package init(zones: ZoneFiles, now: Instant) {
        self.zones = zones
        year = now.civilUTC.date.year
    }

    /// The text, with descriptions of the zones that it names before its first component.
    ///
    /// Zones that aren't known stay without one.
    ///
    /// - Parameters:
    ///   - text: The text of an object.
    ///   - parsed: The same, if it has been parsed already.
    /// - Returns: The text as a program gets it.
    package func completing(_ text: String, _ parsed: ParsedObject? = nil) -> String {
        let octets = Array(text.utf8)
        guard OctetSearch.contains(Array("TZID".utf8), inFolded: octets),
            let calendar = (parsed ?? ParsedObject(octets))?.calendar,
            let place = Self.firstComponent(in: octets)
        else { return text }
        let described = Set(
            calendar.components(named: .timeZone).compactMap { zone in
                zone.first(.zoneID).map { ZoneID($0.textValue) }
            }
        )
        let missing = calendar.zoneNames.filter { !described.contains($0) }
            .compactMap { zones.description(of: $0, around: year) }
        guard !missing.isEmpty else { return text }
        return String(
            decoding: octets[..<place] + missing.joined() + octets[place...],
            as: UTF8.self
        )
    }

    /// A calendar with the description of a zone; nil for one that isn't known.
    package func calendar(of zone: ZoneID) -> String? {
        guard let description = zones.description(of: zone, around: year) else { return nil }
        let lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:\(CalendarText.productID)", ""]
        return lines.joined(separator: "\r\n") + String(decoding: description, as: UTF8.self)
            + "END:VCALENDAR\r\n"
    }

    /// Where the first component in a calendar begins.
    private static func firstComponent(in octets: [UInt8]) -> Int? {
        let begin = Array("begin:".utf8)
        var place = 0
        var isInCalendar = false
        while place < octets.count {
            if octets[place...].prefix(begin.count).elementsEqual(begin, by: { $0 | 0x20 == $1 }) {
                guard !isInCalendar else { return place }
                isInCalendar = true
            }
            place = (octets[place...].firstIndex(of: 0x0A) ?? octets.count) + 1
        }
        return nil
    }
}
