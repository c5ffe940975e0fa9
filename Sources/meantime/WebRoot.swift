#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Where to find the page's files by default.
enum WebRoot {
    /// The page of an installed program, the folder that `make web` fills, or `web` beside a copied
    /// program.
    static func found() -> String? {
        let folder = ProgramPlace.folder
        let installed =
            URL(filePath: folder).deletingLastPathComponent().path
            + "/share/meantime/web"
        let first = ProgramPlace.isInstalled ? installed : ".build/web"
        let places = [first, folder + "/web"]
        return places.first { FileManager.default.fileExists(atPath: $0 + "/index.html") }
    }
}
