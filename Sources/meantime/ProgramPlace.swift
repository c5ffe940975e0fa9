#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Where the program is on the disk, which decides where its page and its settings are.
enum ProgramPlace {
    /// Whether the program was installed for the whole system: by its package, or in `/usr/local`.
    static var isInstalled: Bool { ["/usr/bin", "/usr/local/bin"].contains(folder) }

    /// The folder with the program.
    static var folder: String {
        let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let path = own ?? CommandLine.arguments.first ?? ""
        return URL(filePath: path).deletingLastPathComponent().path
    }
}
