import Foundation
import Testing

/// Runs the built `meantime`.
enum Program {
    /// The outcome of a run.
    struct Outcome {
        let status: Int32
        let output: String
        let errors: String
    }

    /// The build puts it next to the tests.
    static var executable: URL {
        URL(filePath: ProcessInfo.processInfo.arguments[0])
            .deletingLastPathComponent().appending(path: "meantime")
    }

    /// Runs a command until it exits, in an empty folder and with only this environment.
    ///
    /// What it prints goes to a file that is read, or to another one.
    static func run(
        _ arguments: [String],
        input text: String = "",
        environment: [String: String] = [:],
        output other: String? = nil
    ) async throws -> Outcome {
        var outcome: Outcome?
        try await TestServer.withFolder { folder in
            let files = ["in", "out", "err"].map { URL(filePath: folder).appending(path: $0) }
            try Data(text.utf8).write(to: files[0])
            for file in files.dropFirst() { try Data().write(to: file) }
            let process = Process()
            process.executableURL = executable
            process.arguments = arguments
            process.currentDirectoryURL = URL(filePath: folder)
            process.environment = environment
            let input = try FileHandle(forReadingFrom: files[0])
            let output = try FileHandle(forWritingTo: other.map { URL(filePath: $0) } ?? files[1])
            let errors = try FileHandle(forWritingTo: files[2])
            // A process never lets go of its files by itself.
            defer { for handle in [input, output, errors] { try? handle.close() } }
            process.standardInput = input
            process.standardOutput = output
            process.standardError = errors
            let status = try await finish(process)
            outcome = Outcome(
                status: status,
                output: try String(contentsOf: files[1], encoding: .utf8),
                errors: try String(contentsOf: files[2], encoding: .utf8)
            )
        }
        return try #require(outcome)
    }

    private static func finish(_ process: Process) async throws -> Int32 {
        let (ends, continuation) = AsyncStream.makeStream(of: Int32.self)
        process.terminationHandler = {
            continuation.yield($0.terminationStatus)
            continuation.finish()
        }
        try process.run()
        for await status in ends { return status }
        return -1
    }
}

/// A running server of the built program.
final class ServerProcess {
    private let process = Process()
    private(set) var port = 0

    /// Starts a server on a free port and waits until it prints its address.
    ///
    /// Its log goes to a file, if one is given, and it has only the environment that is given.
    init(
        data: String,
        _ more: [String] = [],
        log: FileHandle = .nullDevice,
        environment: [String: String]? = nil
    ) throws {
        let pipe = Pipe()
        if let environment { process.environment = environment }
        process.executableURL = Program.executable
        process.arguments = ["serve", "--port", "0", "--data", data] + more
        process.standardOutput = pipe
        process.standardError = log
        try process.run()
        var text = ""
        while !text.hasSuffix("/\n") {
            let data = pipe.fileHandleForReading.availableData
            try #require(!data.isEmpty, "the server ended: \(text)")
            text += String(decoding: data, as: UTF8.self)
        }
        let digits = text.split(separator: ":").last?.prefix { $0.isNumber }
        port = try #require(digits.flatMap { Int($0) })
    }

    var identifier: Int32 { process.processIdentifier }

    func address(_ path: String) throws -> URL {
        try #require(URL(string: "http://127.0.0.1:\(port)\(path)"))
    }

    /// Kills the server without warning (SIGKILL).
    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
    }

    /// Asks the server to stop and returns its exit status; kills it and returns nil if it takes too
    /// long.
    func stop(secondsMax: Double) async throws -> Int32? {
        process.terminate()
        let deadline = Date(timeIntervalSinceNow: secondsMax)
        while process.isRunning, Date.now < deadline {
            try await Task.sleep(for: .milliseconds(10))
        }
        guard !process.isRunning else {
            kill()
            return nil
        }
        return process.terminationStatus
    }

    func waitUntilExit() { process.waitUntilExit() }
}
