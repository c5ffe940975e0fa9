import Foundation
import Testing

/// Checks that the documents agree with the code, where both can be compared.
@Suite("Documents")
struct DocumentTests {
    @Test("The API document names every problem type, and no other")
    func problemTypes() throws {
        let code = try Self.text(of: "Sources/Server/ErrorResponses.swift")
        let document = try Self.text(of: "docs/api.md")
        let documented = Set(document.matches(of: /`\/problems\/([a-z-]+)`/).map { String($0.1) })
        let defined = Set(code.matches(of: /Self\(\s*"([a-z-]+)",/).map { String($0.1) })
        #expect(defined.count >= 10)
        #expect(documented == defined)
    }

    @Test("The API document names every URL of the page")
    func addresses() throws {
        let code = try Self.text(of: "Sources/Server/Routes/WebRoutes.swift")
        let list = try #require(code.firstMatch(of: /static let views = \[([^\]]+)\]/)).1
        let views = list.matches(of: /"([a-z-]+)"/).map { String($0.1) }
        #expect(views.count >= 10)
        let document = try Self.text(of: "docs/api.md")
        let heading = try #require(document.range(of: "## Addresses of the page"))
        let section = document[heading.upperBound...]
        for view in views {
            #expect(section.contains(try Regex("`/\(view)[`/?]")), "\(view)")
        }
    }

    @Test("Every setting is in the document for operators")
    func settings() throws {
        let code = try Self.text(of: "Sources/meantime/Configuration/Configuration.swift")
        let document = try Self.text(of: "docs/operating.md")
        let keys = code.matches(of: /case \w+ = "([A-Z_]+)"/).map { "MEANTIME_" + $0.1 }
        #expect(keys.count >= 5)
        for key in keys { #expect(document.contains("`\(key)`"), "\(key)") }
    }

    @Test("Links between documents lead somewhere")
    func links() throws {
        let documents = try Self.documents()
        var count = 0
        for path in documents {
            let folder = URL(filePath: path, relativeTo: Self.root).deletingLastPathComponent()
            for match in try Self.text(of: path).matches(of: /\]\(([^)#:]+)\)/) {
                let target = folder.appending(path: String(match.1))
                let exists = FileManager.default.fileExists(atPath: target.path)
                #expect(exists, "\(path): \(match.1)")
                count += 1
            }
        }
        #expect(count >= 5)
    }

    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private static func text(of path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// The Markdown files in the root and in `docs`.
    private static func documents() throws -> [String] {
        let top = try FileManager.default.contentsOfDirectory(atPath: root.path)
        let below = FileManager.default.subpaths(atPath: root.appending(path: "docs").path) ?? []
        return (top + below.map { "docs/" + $0 }).filter { $0.hasSuffix(".md") }.sorted()
    }
}
