import Foundation
import Testing

@testable import Watch

@Suite("meantime watch", .serialized)
struct WatchCommandTests {
    private static func watch(
        _ server: ServerForWatching,
        _ more: [String] = [],
        input: String = "",
        password: String? = ServerForWatching.password
    ) async throws -> (status: Int32, output: String, errors: String) {
        let words = [
            "watch", server.address, "--user", ServerForWatching.email, "--zone", "UTC",
            "--state", server.folder + "/state",
        ]
        return try await ServerForWatching.program(
            words + more,
            input: input,
            environment: password.map { ["MEANTIME_PASSWORD": $0] } ?? [:],
            in: server.folder
        )
    }

    @Test("What is piped in is done, and the session is kept without the password")
    func pipe() async throws {
        try await ServerForWatching.run { server in
            let added = try await Self.watch(server, input: "add Lunch tomorrow 12:30\n")
            #expect(added.status == 0, "\(added.errors)")
            #expect(added.output.contains("Added: “Lunch”"))
            let once = try await Self.watch(server, ["--once"], password: nil)
            #expect(once.status == 0, "\(once.errors)")
            #expect(once.output.contains(": connected\n"))
            #expect(once.output.contains("  1  12:30-13:30  Lunch  [Personal]\n"))
            let state = server.folder + "/state"
            let files = try #require(FileManager.default.enumerator(atPath: state))
            var count = 0
            for case let file as String in files where !file.hasSuffix("1") {
                let text = try? String(contentsOfFile: state + "/" + file, encoding: .utf8)
                #expect(text?.contains(ServerForWatching.password) != true)
                count += 1
            }
            #expect(count >= 3)
        }
    }

    @Test("The password may be the first line that is piped in")
    func passwordLine() async throws {
        try await ServerForWatching.run { server in
            let lines = ServerForWatching.password + "\nadd Lunch tomorrow 12:30\n"
            let outcome = try await Self.watch(server, input: lines, password: nil)
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(outcome.output.contains("Added: “Lunch”"))
            let none = try await Self.watch(server, ["--once"], password: nil)
            #expect(none.output.contains("Lunch"))
        }
    }

    @Test("A wrong password, an unencrypted address and a second process are refused in a sentence")
    func refusals() async throws {
        try await ServerForWatching.run { server in
            let wrong = try await Self.watch(server, password: "wrong horse")
            #expect(wrong.status == 1)
            #expect(wrong.errors.contains("Error: \(server.address): "))
            let words = ["watch", "http://calendar.example.org", "--user", "anna@example.org"]
            let open = try await ServerForWatching.program(words, in: server.folder)
            #expect(open.status != 0)
            #expect(open.errors.contains("use https"))
            let address = try ServerAddress(server.address)
            let name = StateFolder.name(email: ServerForWatching.email, at: address)
            let folder = try StateFolder(name, in: server.folder + "/state")
            let second = try await Self.watch(server)
            #expect(second.status == 1)
            #expect(second.errors.contains("Another program watches this account"))
            withExtendedLifetime(folder) {}
        }
    }

    @Test(
        "Which addresses are servers' to sign in to",
        arguments: [
            ("calendar.example.org", "https://calendar.example.org"),
            ("https://Calendar.example.org/", "https://calendar.example.org"),
            ("https://calendar.example.org:8443", "https://calendar.example.org:8443"),
            ("http://localhost:8080", "http://localhost:8080"),
            ("http://127.0.0.1:8080/", "http://127.0.0.1:8080"),
            ("http://[::1]:8080", "http://[::1]:8080"),
        ]
    )
    func addresses(text: String, expected: String) throws {
        #expect(try ServerAddress(text).text == expected)
    }

    @Test(
        "Which addresses aren't",
        arguments: [
            ("", ServerAddress.Fault.notAnAddress), ("https://", .notAnAddress),
            ("https://a.example/calendar", .notAnAddress), ("https://a:b@c.example", .notAnAddress),
            ("https://a.example:99999", .notAnAddress), ("https://a.example:", .notAnAddress),
            ("ftp://a.example", .notAnAddress), ("http://calendar.example.org", .needsHTTPS),
            ("http://127.0.0.1.example.org", .needsHTTPS), ("http://10.0.0.1", .needsHTTPS),
            ("http://localhost.example.org", .needsHTTPS),
        ]
    )
    func noAddresses(text: String, fault: ServerAddress.Fault) {
        #expect(throws: fault) { try ServerAddress(text) }
    }

    @Test("A stream is taken apart the same way, however it is cut into pieces")
    func events() {
        let text =
            ": live\n\nevent: change\nid: 5\ndata: {\"a\":\n data: 1}\n\nid: 6\n\r\nevent:x\ndata: a\r\ndata: b\n\n"
        let expected = [
            ServerSentEvent(name: "change", id: "5", data: Array("{\"a\":".utf8)),
            ServerSentEvent(id: "6"),
            ServerSentEvent(name: "x", data: Array("a\nb".utf8)),
        ]
        let octets = Array(text.utf8)
        for length in 1...octets.count {
            var reader = ServerSentEvents()
            var found: [ServerSentEvent] = []
            for start in stride(from: 0, to: octets.count, by: length) {
                found += reader.take(Array(octets[start..<min(start + length, octets.count)]))
            }
            #expect(found == expected)
        }
    }
}
