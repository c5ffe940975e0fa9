import Foundation
import Testing

/// Checks that the documents agree with the code, where both can be compared.
@Suite("Documents")
struct DocumentTests {
    @Test("The API document names every problem type, and no other")
    func problemTypes() throws {
        let code = try Self.text(of: "Sources/Requests/Problems/ProblemKinds.swift")
        let document = try Self.text(of: "docs/api.md")
        let documented = Set(document.matches(of: /`\/problems\/([a-z-]+)`/).map { String($0.1) })
        let declared = Set(code.matches(of: /Self\(\s*"([a-z-]+)",/).map { String($0.1) })
        #expect(declared.count >= 10)
        #expect(documented == declared)
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

    @Test("The settings file of the package names every setting, and no other")
    func settingsFile() throws {
        let file = try Self.text(of: "packaging/meantime.conf")
        let named = file.matches(of: /(?m)^#?(MEANTIME_[A-Z_]+)=/).map { String($0.1) }
        let folder = "Sources/meantime/Configuration/"
        let code = try Self.text(of: folder + "Configuration.swift")
        let keys = code.matches(of: /case \w+ = "([A-Z_]+)"/).map { "MEANTIME_" + $0.1 }
        let providers = try Self.text(of: folder + "Configuration+Providers.swift")
        let fields = providers.matches(of: /case \w+ = "([A-Z_]+)"/).map { String($0.1) }
        #expect(keys.count >= 14 && fields.count >= 4)
        let secret = ["CLIENT_ID", "CLIENT_SECRET", "CLIENT_SECRET_FILE"]
        let expected =
            keys + secret.map { "MEANTIME_GOOGLE_" + $0 }
            + (fields + ["CLIENT_SECRET_FILE"]).map { "MEANTIME_OIDC_ACME_" + $0 }
        #expect(named.sorted() == expected.sorted())
    }

    @Test("Links between documents lead to files that exist")
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
