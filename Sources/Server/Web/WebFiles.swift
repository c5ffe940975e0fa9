import ServerBase

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The page's files, as they are when the server starts.
///
/// They are looked up by names in memory: no address can lead anywhere else on the disk.
struct WebFiles: Sendable {
    /// A hash of all names and contents.
    ///
    /// It's part of every file's address, so the content behind an address never changes.
    let treeHash: String
    /// The page itself, which refers to these files.
    let index: WebFile?
    /// The script that keeps the page in browsers, and refers to these files too.
    let worker: WebFile?
    private let files: [String: WebFile]

    private static let placeholder = "{{assets}}"
    private static let indexPath = "index.html"
    private static let workerPath = "worker.js"

    init(root: String) throws {
        let contents = try Self.contents(of: root)
        let tree = contents.sorted { $0.key < $1.key }
            .map { $0.key + ":" + $0.value.hash }
            .joined(separator: "\n")
        treeHash = String(sha256Text(Array(tree.utf8)).prefix(16))
        let address = "/assets/" + treeHash
        func filledIn(_ path: String) throws -> WebFile? {
            guard let file = contents[path] else { return nil }
            let text = String(decoding: try file.octets(), as: UTF8.self)
                .replacing(Self.placeholder, with: address)
            return WebFile(path: path, StoredFile(keeping: Array(text.utf8)))
        }
        index = try filledIn(Self.indexPath)
        worker = try filledIn(Self.workerPath)
        var files: [String: WebFile] = [:]
        for (path, file) in contents where path != Self.indexPath && path != Self.workerPath {
            guard !Self.isCompressed(path, in: contents) else { continue }
            files[path] = WebFile(
                path: path,
                file,
                gzip: contents[path + ".gz"],
                brotli: contents[path + ".br"]
            )
        }
        self.files = files
    }

    /// A file by its path below the root.
    func file(_ path: String) -> WebFile? { files[path] }

    /// Whether a path is only the compressed form of another file.
    private static func isCompressed(_ path: String, in contents: [String: StoredFile]) -> Bool {
        (path.hasSuffix(".gz") || path.hasSuffix(".br"))
            && contents[String(path.dropLast(3))] != nil
    }

    /// All files below the root except hidden ones.
    private static func contents(of root: String) throws -> [String: StoredFile] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: root)
        var contents: [String: StoredFile] = [:]
        var count = 0
        for path in paths where !path.split(separator: "/").contains(where: { $0.hasPrefix(".") }) {
            var isFolder = false
            guard FileManager.default.fileExists(atPath: root + "/" + path, isDirectory: &isFolder),
                !isFolder
            else { continue }
            let file = try StoredFile(path: root + "/" + path)
            count += file.count
            guard contents.count < Limits.webFilesMax, count <= Limits.webBytesMax else {
                throw ServerError.tooLarge(bytesMax: Limits.webBytesMax)
            }
            contents[path] = file
        }
        return contents
    }
}
