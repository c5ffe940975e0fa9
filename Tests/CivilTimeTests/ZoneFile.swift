import CivilTime
import Foundation

/// Reads zones of the machine that runs the tests.
enum ZoneFile {
    static let folder = "/usr/share/zoneinfo/"

    static func octets(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder + name)))
    }

    static func zone(_ name: String) throws -> Zone {
        try Zone(id: ZoneID(name), tzif: octets(name))
    }
}
