import Testing

/// Rules about the code that neither the compiler nor swift-format checks.
///
/// Each rule reads the files in `Sources/` as text.
@Suite("Tidy")
struct TidyTests {
    static let sources = SourceFile.all(under: "Sources")

    @Test("Every target has a row, and every row has a target")
    func targets() {
        #expect(Set(Self.sources.map(\.target)) == Set(ImportTable.allowed.keys))
    }

    @Test("A target imports only what the table allows", arguments: sources)
    func imports(file: SourceFile) throws {
        let allowed = try #require(ImportTable.allowed[file.target], "no row for \(file.target)")
        for (line, module) in file.imports where !allowed.contains(module) {
            Issue.record("\(file.path):\(line): \(file.target) may not import \(module)")
        }
    }

    @Test("FoundationEssentials is imported only where it exists", arguments: sources)
    func conditionalFoundation(file: SourceFile) {
        // Apple's platforms have only the full Foundation.
        for (line, module) in file.imports where module == "FoundationEssentials" {
            let before = file.lines[line - 2]
            #expect(before == "#if canImport(FoundationEssentials)", "\(file.path):\(line)")
        }
    }

    @Test(
        "The table allows no import that no file uses",
        arguments: ImportTable.allowed.keys.sorted()
    )
    func unusedPermissions(target: String) throws {
        let files = Self.sources.filter { $0.target == target }
        let used = Set(files.flatMap { $0.imports.map(\.module) })
        let allowed = try #require(ImportTable.allowed[target]).subtracting(ImportTable.core)
        #expect(allowed.subtracting(used).sorted() == [])
    }

    @Test("The code contains nothing that is banned", arguments: sources)
    func banned(file: SourceFile) {
        for (index, line) in file.lines.enumerated() {
            for ban in Ban.all where ban.isBroken(by: line, in: file) {
                Issue.record("\(file.path):\(index + 1): '\(ban.text)': \(ban.instead)")
            }
        }
    }

    @Test("Only the core's libraries have a public interface", arguments: sources)
    func publicInterface(file: SourceFile) {
        let core = ImportTable.core.union(["Client", "WebCore"])
        guard !core.contains(file.target) else { return }
        for (index, line) in file.lines.enumerated() {
            let declares = line.hasPrefix("public ") && !line.hasPrefix("public import ")
            #expect(!declares, "\(file.path):\(index + 1): package, or internal")
        }
    }

    @Test("File names are not vague", arguments: sources)
    func fileName(file: SourceFile) {
        let vague = ["Helper", "Util", "Manager", "Misc", "Extensions", "Common", "Stub"]
        for word in vague where file.name.contains(word) {
            Issue.record("\(file.path): '\(word)' says nothing")
        }
    }

    @Test("Every target with limits names them in its Limits.swift", arguments: sources)
    func limits(file: SourceFile) {
        let declared = file.lines.contains {
            $0.hasSuffix("enum Limits {") || $0 == "extension Limits {"
        }
        #expect(declared == (file.name == "Limits.swift"), "\(file.path)")
    }
}
