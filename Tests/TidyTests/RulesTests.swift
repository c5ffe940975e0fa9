import Testing

/// Tests the rules themselves: each finds what it should and ignores what is allowed.
@Suite("Tidy rules")
struct RulesTests {
    @Test(
        "A ban finds its text in code only",
        arguments: [
            ("Store", "let now = Date()", "Date()"),
            ("Agenda", "let id = UUID()", "UUID()"),
            ("Agenda", "print(event)", "print("),
            ("Server", "    fatalError(\"no\")", "fatalError("),
            ("Store", "struct Row: Codable {}", "Codable"),
            ("Server", "bytes.withUnsafeBytes { $0.count }", "Unsafe"),
            ("Store", "// FIXME: later", "FIXME"),
            ("Store", "WHERE viewer_id = $1 AND level IN (3, 4)", "level IN (3"),
            ("Agenda", "let text = \"// not a comment\"; print(text)", "print("),
        ]
    )
    func bans(target: String, line: String, expected: String) {
        #expect(broken(by: line, in: target) == [expected])
    }

    @Test(
        "A ban ignores code that only looks similar",
        arguments: [
            ("meantime", "print(line)"),
            ("Server", "let now = Date()"),
            ("Agenda", "/// Never calls `Date()`."),
            ("Agenda", "let key = fingerprint(event)"),
            ("WebCore", "UnsafeMutablePointer<UInt8>.allocate(capacity: 1)"),
        ]
    )
    func notBanned(target: String, line: String) {
        #expect(broken(by: line, in: target) == [])
    }

    @Test(
        "An import is found with any access level",
        arguments: [
            ("import Foundation", "Foundation"),
            ("public import CivilTime", "CivilTime"),
            ("@testable import Agenda", "Agenda"),
            ("import struct Foundation.Date", "Foundation"),
            ("import GRDB  // the driver", "GRDB"),
        ]
    )
    func imports(line: String, module: String) {
        #expect(
            SourceFile(path: "Sources/Store/A.swift", text: line).imports.map(\.module) == [module]
        )
    }

    @Test("A comment about imports imports nothing")
    func noImports() {
        let file = SourceFile(path: "Sources/Store/A.swift", text: "// import Foundation")
        #expect(file.imports.isEmpty)
    }

    private func broken(by line: String, in target: String) -> [String] {
        let file = SourceFile(path: "Sources/\(target)/A.swift", text: line)
        return Ban.all.filter { ban in file.lines.contains { ban.isBroken(by: $0, in: file) } }
            .map(\.text)
    }
}
