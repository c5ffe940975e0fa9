import Foundation
import Testing

/// The page that the examples are for, `docs/libraries.md`, by its sections.
struct LibraryPage {
    struct Section {
        let heading: String
        let text: Substring

        /// The file that compiles the section's example.
        var fileName: String {
            heading.split { !$0.isLetter }.map { $0.prefix(1).uppercased() + $0.dropFirst() }
                .joined() + ".swift"
        }

        /// The lines of the block in a language; nil if there's none.
        ///
        /// A second block in the same language would be compiled by nobody, so it's an error.
        func block(_ language: String) throws -> ArraySlice<Substring>? {
            let blocks = text.matches(of: /(?m)^```(\w*)\n((?s).*?)^```$/)
                .filter { $0.1 == language }
            try #require(blocks.count <= 1, "\(heading): \(blocks.count) blocks in \(language)")
            return blocks.first.map { block in
                block.2.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            }
        }
    }

    static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    let sections: [Section]

    init() throws {
        let file = Self.root.appending(path: "docs/libraries.md")
        let text = try String(contentsOf: file, encoding: .utf8)
        sections = text.split(separator: "\n## ").dropFirst().map { section in
            let heading = section.prefix { $0 != "\n" }
            return Section(heading: String(heading), text: section.dropFirst(heading.count))
        }
    }

    func section(_ heading: String) throws -> Section {
        try #require(sections.first { $0.heading == heading }, "no section \(heading)")
    }

    /// The sections whose Swift is compiled here: all but the manifest.
    func examples() throws -> [Section] {
        try sections.filter { try $0.heading != Self.manifest && $0.block("swift") != nil }
    }

    /// The section that shows a manifest.
    static let manifest = "Depend on it"
}
