#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The system's time zones, as TZif files.
package struct ZoneFiles: Sendable {
    package let root: String
    let cache = ZoneCache()

    package init(root: String) { self.root = root }

    /// The octets of a zone, or nil if there's none with this name.
    package func octets(of name: String) -> [UInt8]? {
        guard Self.isName(name) else { return nil }
        let url = URL(filePath: root + "/" + name)
        guard let data = try? Data(contentsOf: url), data.count <= Limits.zoneBytesMax,
            data.starts(with: Array("TZif".utf8))
        else { return nil }
        return Array(data)
    }

    /// Whether a name looks like `Area/City`.
    ///
    /// Dots are refused, so no name leads out of the folder.
    static func isName(_ name: String) -> Bool {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        return name.utf8.count <= 64 && parts.count <= 3
            && parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(isAllowed) }
    }

    private static func isAllowed(_ octet: UInt8) -> Bool {
        switch octet {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
            UInt8(ascii: "+"):
            true
        default:
            false
        }
    }
}
