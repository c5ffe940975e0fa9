#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What the process takes of the machine; nil where Linux's `/proc` isn't there to tell.
struct ProcessFigures {
    var residentBytes: Int?
    var openFileCount: Int?

    static func ofThisProcess() -> ProcessFigures {
        let folder = "/proc/self/"
        var figures = ProcessFigures()
        if let data = FileManager.default.contents(atPath: folder + "statm") {
            figures.residentBytes = residentBytes(
                statm: String(decoding: data, as: UTF8.self),
                pageBytes: Int(sysconf(Int32(_SC_PAGESIZE)))
            )
        }
        if let names = try? FileManager.default.contentsOfDirectory(atPath: folder + "fd") {
            // One of them is the folder itself, while it's read.
            figures.openFileCount = names.count - 1
        }
        return figures
    }

    /// The second number of `statm` is that of the pages in memory (proc_pid_statm(5)).
    static func residentBytes(statm: String, pageBytes: Int) -> Int? {
        let fields = statm.split(separator: " ")
        guard fields.count > 1, let pages = Int(fields[1]) else { return nil }
        return pages * pageBytes
    }
}
