import Foundation
import Testing

/// Checks that the files and tests named in `docs/rfc5545.md` exist.
@Suite("RFC 5545 page")
struct ClauseTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private static func text(below folder: String, suffixes: [String]) -> String {
        let paths = FileManager.default.subpaths(atPath: root.appending(path: folder).path) ?? []
        return paths.filter { path in suffixes.contains { path.hasSuffix($0) } }.compactMap {
            try? String(contentsOf: root.appending(path: folder + "/" + $0), encoding: .utf8)
        }.joined(separator: "\n")
    }

    private static func page() throws -> String {
        let file = root.appending(path: "docs/rfc5545.md")
        // Join the lines, because a title may be broken across two of them.
        return try String(contentsOf: file, encoding: .utf8).replacing("\n", with: " ")
    }

    @Test("Every test named on the page exists")
    func tests() throws {
        let tests = Self.text(below: "Tests", suffixes: [".swift"])
        let rows = Self.text(below: "Fixtures/recurrence", suffixes: [".tsv"])
        let named = try Self.page().matches(of: /"([^"]+)"/).map { String($0.1) }
        #expect(named.count > 80)
        for name in named where !tests.contains("\"\(name)\"") && !rows.contains("\t\(name)\n") {
            Issue.record("no test is called \"\(name)\"")
        }
    }

    @Test("Every file named on the page exists")
    func files() throws {
        let paths = FileManager.default.subpaths(atPath: Self.root.appending(path: "Sources").path)
        let names = Set((paths ?? []).compactMap { $0.split(separator: "/").last.map(String.init) })
        let named = try Self.page().matches(of: /`([A-Za-z+]+\.swift)`/).map { String($0.1) }
        #expect(named.count > 40)
        for name in named where !names.contains(name) { Issue.record("there is no \(name)") }
    }
}
