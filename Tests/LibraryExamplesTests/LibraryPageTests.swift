import Foundation
import Testing

/// Holds the page together with the code: whoever changes one has to change the other.
@Suite("The page about the libraries")
struct LibraryPageTests {
    private let page: LibraryPage

    init() throws { page = try LibraryPage() }

    @Test("Every example of the page is a file of this folder, line by line")
    func sameLines() throws {
        let examples = try page.examples()
        #expect(examples.count >= 6)
        for example in examples {
            let shown = try #require(try example.block("swift")).map(String.init)
            let compiled = try CompiledExample(example.fileName).lines
            #expect(shown == compiled, "\(example.fileName)")
        }
    }

    @Test("Every example file of this folder is on the page")
    func noOtherFiles() throws {
        let onPage = Set(try page.examples().map { $0.fileName })
        #expect(try CompiledExample.fileNames() == onPage)
    }

    @Test("The examples print what their comments say")
    func printed() throws {
        let octets = try self.octets()
        try expect("Read a file") { $0.readAFile(octets) }
        let berlin = try expect("Expand a rule over a clock change") { try $0.expandARule() }
        let agenda = try expect("Hold events in an agenda") { $0.holdEvents(octets, in: berlin) }
        let monday = try expect("Find free time") { try $0.findFreeTime(agenda, in: berlin) }
        try expect("Lay out a month") { $0.layOutAMonth(agenda) }
        try expect("Drag with auto-scroll") { $0.dragWithAutoScroll(from: monday) }
    }

    @Test("The manifest of the page has every library, and asks for what this package does")
    func manifest() throws {
        let own = try String(
            contentsOf: LibraryPage.root.appending(path: "Package.swift"),
            encoding: .utf8
        )
        let lines = try #require(try page.section(LibraryPage.manifest).block("swift"))
        let shown = lines.joined(separator: "\n")
        let libraries = own.matches(of: /\.library\(name: "(\w+)"/).map { String($0.1) }
        let used = shown.matches(of: /\.product\(name: "(\w+)", package: "meantime"\)/)
        // The exports for the page of Meantime are no use to other programs.
        #expect(used.map { String($0.1) } == libraries.filter { $0 != "WebCore" })
        #expect(own.contains("name: \"meantime\""))
        for line in ["// swift-tools-version: ", "    platforms: "] {
            let shownLine = try #require(lines.first { $0.hasPrefix(line) })
            #expect(own.contains(shownLine))
        }
    }

    /// The calendar file that the page shows.
    private func octets() throws -> [UInt8] {
        let lines = try #require(try page.section("Read a file").block("ics"))
        return Array(lines.joined(separator: "\r\n").utf8)
    }

    /// Runs an example, and compares what it prints with the comments that are lines of their own.
    @discardableResult
    private func expect<Value>(
        _ heading: String,
        _ run: (ExampleRun) throws -> Value
    ) throws -> Value {
        let lines = try #require(try page.section(heading).block("swift"))
        let comments = lines.filter { $0.hasPrefix("// ") }.map { String($0.dropFirst(3)) }
        let example = ExampleRun()
        let value = try run(example)
        #expect(!comments.isEmpty, "\(heading)")
        #expect(example.printed == comments, "\(heading)")
        return value
    }
}

/// The example that a file of this folder compiles.
private struct CompiledExample {
    /// Its imports, an empty line, and what is between the two marks.
    let lines: [String]

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    private static let mark = "        // Example:"
    private static let endMark = "        // End of the example."

    init(_ fileName: String) throws {
        let file = Self.folder.appending(path: fileName)
        let all = try String(contentsOf: file, encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(all.firstIndex { $0 == Self.mark }, "\(fileName): no mark")
        let end = try #require(all.firstIndex { $0 == Self.endMark }, "\(fileName): no end")
        lines =
            all[..<start].filter { $0.hasPrefix("import ") }.map(String.init)
            + [""] + all[(start + 1)..<end].map { String($0.dropFirst(8)) }
    }

    /// The files of this folder that have an example.
    static func fileNames() throws -> Set<String> {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        return Set(
            try names.filter { name in
                let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
                return text.contains("\n" + mark + "\n")
            }
        )
    }
}
