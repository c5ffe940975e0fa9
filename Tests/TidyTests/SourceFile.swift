import Foundation
import Testing

/// One Swift file of the package, as text.
struct SourceFile: Sendable, CustomTestStringConvertible {
    let path: String
    let lines: [Substring]

    init(path: String, text: String) {
        self.path = path
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    var testDescription: String { path }
    var name: String { path.split(separator: "/").last.map(String.init) ?? "" }
    var target: String { path.split(separator: "/").dropFirst().first.map(String.init) ?? "" }

    /// The modules this file imports, with line numbers.
    var imports: [(line: Int, module: String)] {
        lines.enumerated().compactMap { index, line in
            let words = line.prefix { $0 != "/" }.split(separator: " ")
            guard let keyword = words.firstIndex(of: "import"), keyword < 3,
                let module = words.dropFirst(keyword + 1).last
            else { return nil }
            return (index + 1, String(module.prefix { $0 != "." }))
        }
    }

    /// All Swift files in a folder, given relative to the package root.
    static func all(under folder: String, file: String = #filePath) -> [SourceFile] {
        let root = URL(filePath: file).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let walker = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
        let paths = (walker?.allObjects as? [String] ?? []).filter { $0.hasSuffix(".swift") }
        return paths.sorted().compactMap { path in
            let name = folder + "/" + path
            guard let text = try? String(contentsOf: root.appending(path: name), encoding: .utf8)
            else { return nil }
            return SourceFile(path: name, text: text)
        }
    }
}
