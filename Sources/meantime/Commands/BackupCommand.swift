import ArgumentParser
import CivilTime
import Server
import ServerBase
import Store

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `meantime backup`: copies everything into a file, once or again and again.
struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy the whole database into a file, also while the server runs.",
        discussion: """
            A backup is one SQLite file, whichever database it was made of. It's read back before it gets \
            its name. In a folder, backups are named by their time in UTC, and only the newest are kept. \
            The key for secrets of other services isn't in a backup: keep a copy of it elsewhere.
            """
    )

    @Argument(help: "The file to make, or the folder to make it in.")
    var place: String

    @Option(
        help:
            "Make a backup in the folder again and again, such as every 24h; 15m and 7d also work."
    )
    var every: String?

    @Option(help: "How many backups to keep in the folder (default: 14).")
    var keep: Int?

    @Flag(help: "Replace the file even if it isn't a backup; a database is never replaced.")
    var force = false

    @Option(help: Installation.dataHelp)
    var data: String?

    func validate() throws {
        guard keep.map({ (1...BackupFolder.keptMax).contains($0) }) ?? true else {
            throw ValidationError("--keep is 1 to \(BackupFolder.keptMax).")
        }
        if let every, BackupFolder.seconds(every) == nil {
            throw ValidationError(
                "--every is a number of minutes, hours or days, such as 15m, 24h or 7d, and at most 365d."
            )
        }
    }

    func run() async throws {
        let folder = BackupFolder(path: place)
        guard folder.isThere else {
            guard every == nil, keep == nil else {
                throw CommandError("\(place): there is no such folder")
            }
            return try await make(place, replacesAnything: force)
        }
        guard !force else { throw CommandError("--force is for a file, and \(place) is a folder.") }
        guard let seconds = every.flatMap(BackupFolder.seconds) else {
            return try await makeIn(folder)
        }
        while true {
            let next = ContinuousClock().now.advanced(by: .seconds(seconds))
            do {
                try await makeIn(folder)
            } catch let error where !(error is CancellationError) {
                // What is wrong may be over the next time.
                Console.note("\(error)")
            }
            try await Task.sleep(until: next, clock: .continuous)
        }
    }

    private func makeIn(_ folder: BackupFolder) async throws {
        try await make(folder.newPath(nowSecond: ClockAndRandom.machine.nowSecond()))
        for removed in try folder.removeAll(butNewest: keep ?? BackupFolder.keptUsually) {
            Console.say("Removed \(removed)")
        }
    }

    private func make(_ path: String, replacesAnything: Bool = false) async throws {
        let begun = ContinuousClock().now
        let data = Installation.path(data)
        try await withBackupErrors(about: data) {
            let database = try Installation.database(at: data, isMade: false, keepsReserve: false)
            let summary = try await Installation.closing(database) {
                try await Backup(at: path) { octets in sha256Octets(octets) }.make(
                    of: database,
                    nowSecond: ClockAndRandom.machine.nowSecond(),
                    replacesAnything: replacesAnything
                )
            }
            let tenths = (ContinuousClock().now - begun) / .milliseconds(100)
            Console.say(
                """
                Backed up to \(path): \(summary.rowCount) rows, \(shownSize(summary.byteCount)), in \
                \(Double(Int(tenths)) / 10) s. The key for secrets of other services isn't in it.
                """
            )
        }
    }
}

/// A folder with backups that are named by their time.
struct BackupFolder {
    static let keptUsually = 14
    static let keptMax = 10_000
    private static let longestSeconds = 365 * 86_400
    private static let start = "meantime-"
    private static let ending = ".sqlite"

    let path: String

    /// A duration such as `15m`, `24h` or `7d`, in seconds; nil for anything else, and for more than a year.
    static func seconds(_ text: String) -> Int? {
        let units: [Character: Int] = ["m": 60, "h": 3600, "d": 86_400]
        guard let unit = text.last.flatMap({ units[$0] }), let count = Int(text.dropLast()),
            (1...longestSeconds / unit).contains(count), text.first != "+"
        else { return nil }
        return count * unit
    }

    var isThere: Bool { (try? FileManager.default.contentsOfDirectory(atPath: path)) != nil }

    /// The path of a backup that is made now, such as `…/meantime-20261125T213000Z.sqlite`.
    func newPath(nowSecond: Int64) -> String {
        let time = Instant(secondsSinceEpoch: nowSecond).civilUTC.basicText
        return "\(path)/\(Self.start)\(time)Z\(Self.ending)"
    }

    /// Removes the oldest backups, and returns their paths.
    ///
    /// A file counts if its name is one that was made here, and it is a backup.
    func removeAll(butNewest count: Int) throws -> [String] {
        let names = try FileManager.default.contentsOfDirectory(atPath: path)
        // Their order by name is that by time.
        let own = names.filter(Self.isOwn).sorted().map { "\(path)/\($0)" }
        let removed = try own.dropLast(count).filter { path in
            guard Backup.isBackup(path) else { return false }
            do {
                try FileManager.default.removeItem(atPath: path)
            } catch {
                throw CommandError("\(path): can't be removed; may this user write to the folder?")
            }
            return true
        }
        return Array(removed)
    }

    private static func isOwn(_ name: String) -> Bool {
        guard name.hasPrefix(start), name.hasSuffix(ending) else { return false }
        let time = name.dropFirst(start.count).dropLast(ending.count)
        let form = time.map { $0.isASCII && $0.isNumber ? "0" : $0 }
        return String(form) == "00000000T000000Z"
    }
}

/// A size as people read it, such as `45.3 MiB`.
private func shownSize(_ bytes: Int) -> String {
    let tenths = bytes * 10 / 1_048_576
    return "\(tenths / 10).\(tenths % 10) MiB"
}
