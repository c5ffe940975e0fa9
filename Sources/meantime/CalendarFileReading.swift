import FoundationEssentials
import ICalendar
import Server

/// Files that the command line is given.
enum CalendarFileReading {
    static func octets(of file: String) throws -> [UInt8] {
        guard let data = try? Data(contentsOf: URL(filePath: file)) else {
            throw CommandError("\(file): can not be read")
        }
        return Array(data)
    }

    /// What a file holds, its times read by the system's zones.
    static func contents(of file: String) throws -> CalendarFile.Contents {
        systemZones.contents(of: try octets(of: file))
    }

    /// The zone database of the system.
    static var systemZones: ZoneFiles { ZoneFiles(root: ServerSettings().zoneRoot) }
}
