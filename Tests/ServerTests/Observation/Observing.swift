import Foundation
import Logging
import Testing

@testable import Accounts
@testable import Observability
@testable import Server

/// What a test's server tells whoever runs it.
struct Observing: Sendable {
    var observation = Observation.none
    var logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    /// How a server checks links to join; nil for really.
    var joinLinks: JoinLinkCheck? = JoinLinkCheck { $0 == "good-link" }

    static let nothing = Observing()
}

/// Waits until something is there; nil if it isn't within half a minute.
func waited<Value>(for value: () async throws -> Value?) async throws -> Value? {
    for _ in 0..<3000 {
        if let value = try await value() { return value }
        try await Task.sleep(for: .milliseconds(10))
    }
    return nil
}

/// The records of a log in JSON; a line that isn't an object is a failure.
func logRecords(_ path: String) throws -> [[String: JSONValue]] {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    // The last line may be being written.
    let end = text.lastIndex(of: "\n") ?? text.startIndex
    return try text[..<end].split(separator: "\n").map {
        try JSONDecoder().decode([String: JSONValue].self, from: Data($0.utf8))
    }
}

/// The lines of a log in a file.
struct LogLines: Sendable {
    let path: String
    let output: LogOutput

    init(below folder: String, _ name: String = "log") throws {
        path = folder + "/" + name
        output = try LogOutput(path: path)
    }

    /// A logger that writes here, one JSON object a line, at 2026-01-01T00:00:00.250Z.
    func logger(_ label: String = "meantime") -> Logger {
        Logger(label: label) { label in
            LineLogHandler(label: label, format: .json, to: output, level: .trace) {
                1_767_225_600_250
            }
        }
    }

    var text: String {
        get throws { try String(contentsOf: URL(filePath: path), encoding: .utf8) }
    }

    var records: [[String: JSONValue]] { get throws { try logRecords(path) } }

    /// The records with a logger's label.
    func records(of label: String) throws -> [[String: JSONValue]] {
        try records.filter { $0["logger"]?.text == label }
    }

    /// Runs a body with the lines of a log in a folder that is removed afterwards.
    static func run(_ body: (LogLines) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "meantime-log-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(LogLines(below: folder.path))
    }
}
