import Foundation
import Testing

/// The examples in the documentation are lines of tests, so they compile and are true.
@Suite("Examples in the documentation")
struct ExampleDocumentTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    @Test(
        "Every line of an example is in the example tests, with its value",
        arguments: ["CivilTime", "Recurrence", "ICalendar"]
    )
    func examples(module: String) throws {
        let article = "Sources/\(module)/\(module).docc/\(module).md"
        let text = try String(contentsOf: Self.root.appending(path: article), encoding: .utf8)
        let test = "Tests/\(module)Tests/ExampleTests.swift"
        let code = try String(contentsOf: Self.root.appending(path: test), encoding: .utf8)
        let examples = text.matches(of: /```swift\n([^`]*)```/).map { $0.1 }
        #expect(examples.count >= 2)
        for line in examples.joined().split(separator: "\n") {
            let parts = line.split(separator: "  //", maxSplits: 1)
            let statement = parts[0].trimmingCharacters(in: .whitespaces)
            if statement.hasPrefix("//") { continue }
            #expect(code.contains(statement), "\(article): \(statement)")
            guard parts.count > 1 else { continue }
            let value = parts[1].trimmingCharacters(in: .whitespaces)
            if !["true", "a gap"].contains(value) {
                #expect(code.contains(value), "\(article): \(value)")
            }
        }
    }
}
