#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Where to find the page's files by default.
enum WebRoot {
    /// The folder that `make web` fills, or `web` beside an installed program.
    static func found() -> String? {
        let places = [".build/web", executableFolder + "/web"]
        return places.first { FileManager.default.fileExists(atPath: $0 + "/index.html") }
    }

    private static var executableFolder: String {
        let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let path = own ?? CommandLine.arguments.first ?? ""
        return URL(filePath: path).deletingLastPathComponent().path
    }
}
