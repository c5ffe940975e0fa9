import Foundation
import JSON
import Outgoing
import ServerBase
import TestPlaces
import Testing

@testable import Watch

/// The built program as a server with one account on data of its own, for devices that watch it.
final class ServerForWatching: Sendable {
    static let email = "anna@example.org"
    static let password = "correct horse"

    /// A folder for the server's data and for devices.
    let folder: String
    let port: Int

    private init(folder: String, port: Int) {
        (self.folder, self.port) = (folder, port)
    }

    /// The build puts the program next to the tests.
    static var executable: URL {
        URL(filePath: ProcessInfo.processInfo.arguments[0])
            .deletingLastPathComponent().appending(path: "meantime")
    }

    var address: String { "http://127.0.0.1:\(port)" }

    /// Runs a body with a folder, as soon as there is a place for another server.
    static func withFolder(_ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "meantime-watch-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await TestPlaces.shared.run { try await body(folder.path(percentEncoded: false)) }
    }

    /// Runs a body with a server.
    static func run(_ body: (ServerForWatching) async throws -> Void) async throws {
        try await withFolder { folder in
            let data = folder + "/store.sqlite"
            let added = try await program(
                ["user", "add", email, "--data", data],
                input: password + "\n",
                in: folder
            )
            try #require(added.status == 0, "\(added.errors)")
            let process = Process()
            let pipe = Pipe()
            process.executableURL = executable
            process.arguments = ["serve", "--port", "0", "--data", data]
            process.environment = [:]
            process.standardOutput = pipe
            process.standardError = FileHandle.nullDevice
            try process.run()
            defer {
                process.terminate()
                process.waitUntilExit()
            }
            var text = ""
            while !text.hasSuffix("/\n") {
                let data = pipe.fileHandleForReading.availableData
                try #require(!data.isEmpty, "the server ended: \(text)")
                text += String(decoding: data, as: UTF8.self)
            }
            let digits = text.split(separator: ":").last?.prefix { $0.isNumber }
            let port = try #require(digits.flatMap { Int($0) })
            try await body(ServerForWatching(folder: folder, port: port))
        }
    }

    /// Runs the program until it exits.
    static func program(
        _ arguments: [String],
        input: String = "",
        environment: [String: String] = [:],
        in folder: String
    ) async throws -> (status: Int32, output: String, errors: String) {
        let names = ["in", "out", "err"].map { "\(folder)/\(UUID().uuidString)-\($0)" }
        try Data(input.utf8).write(to: URL(filePath: names[0]))
        for name in names.dropFirst() { try Data().write(to: URL(filePath: name)) }
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.environment = environment
        process.currentDirectoryURL = URL(filePath: folder)
        let handles = [
            try FileHandle(forReadingFrom: URL(filePath: names[0])),
            try FileHandle(forWritingTo: URL(filePath: names[1])),
            try FileHandle(forWritingTo: URL(filePath: names[2])),
        ]
        defer { for handle in handles { try? handle.close() } }
        process.standardInput = handles[0]
        process.standardOutput = handles[1]
        process.standardError = handles[2]
        let (ends, end) = AsyncStream.makeStream(of: Int32.self)
        process.terminationHandler = {
            end.yield($0.terminationStatus)
            end.finish()
        }
        try process.run()
        var status: Int32 = -1
        for await ended in ends { status = ended }
        let output = try String(contentsOf: URL(filePath: names[1]), encoding: .utf8)
        let errors = try String(contentsOf: URL(filePath: names[2]), encoding: .utf8)
        return (status, output, errors)
    }

    /// Sends a request with a session, and returns the answer's JSON.
    @discardableResult
    func ask(
        _ method: String,
        _ path: String,
        _ session: Session,
        json: String? = nil
    ) async throws -> JSONValue {
        var request = OutgoingRequest(address: address + "/api/v1" + path)
        request.method = method
        request.headers = [(name: "Cookie", value: session.cookie)]
        request.body = json.map { Array($0.utf8) }
        if json != nil { request.headers.append((name: "Content-Type", value: "application/json")) }
        let response = try await WebFetcher.network.fetch(request)
        let text = String(decoding: response.octets, as: UTF8.self)
        try #require((200..<300).contains(response.status), "\(method) \(path): \(text)")
        return JSONValue.read(response.octets) ?? .null
    }
}
