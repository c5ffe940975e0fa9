import Agenda
import CivilTime
import Server
import ServerBase

/// Parses times and zones given on the command line.
enum TimeArguments {
    /// Parses a date or date-time: `20260101`, `2026-01-01`, `20260101T090000Z` and the like.
    static func time(_ text: String, zone: ZoneID?) throws -> CalendarTime {
        guard let time = CalendarTime(text: text, zone: zone) else {
            throw CommandError("not a date or a date-time: \(text)")
        }
        return time
    }

    /// The zone with a name, from the system's zone database.
    static func zone(_ name: String) throws -> Zone {
        if name == "UTC" || name == "Z" { return .utc }
        let iana = ZoneID(name).databaseName
        if iana == "UTC" { return .utc }
        guard let octets = CalendarFileReading.systemZones.octets(of: iana),
            let zone = try? Zone(id: ZoneID(name), tzif: octets)
        else { throw CommandError("unknown time zone: \(name)") }
        return zone
    }
}
