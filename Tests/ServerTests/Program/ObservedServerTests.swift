import Foundation
import Testing

@testable import Server
@testable import meantime

@Suite("What a running server tells its administrator")
struct ObservedServerTests {
    private static func answer(_ request: String, port: Int) async throws -> String {
        let connection = try await RawConnection.open(port: port, sending: request)
        #expect(try await connection.waitsForClose())
        return connection.text
    }

    private static let signIn: String = {
        let form = #"{"email":"nobody@example.org","password":"wrong horse"}"#
        return "POST /api/v1/session HTTP/1.1\r\nHost: a\r\nConnection: close\r\n"
            + "Content-Type: application/json\r\nContent-Length: \(form.utf8.count)\r\n\r\n" + form
    }()

    @Test("The logs, the audit log's file and the metrics are where the options say")
    func everything() async throws {
        try await TestServer.withFolder { folder in
            try TestServer.write(["log": "", "audit": ""], below: folder)
            let (log, audit) = (folder + "/log", folder + "/audit")
            let server = try ServerProcess(
                data: folder + "/store.sqlite",
                [
                    "--log-format", "json", "--log-level", "notice", "--access-log",
                    "--audit-log", audit, "--metrics-address", "127.0.0.1:0",
                ],
                log: FileHandle(forWritingAtPath: log) ?? .nullDevice
            )
            let refused = try await Self.answer(Self.signIn, port: server.port)
            #expect(refused.hasPrefix("HTTP/1.1 401 "))
            let id = try #require(refused.firstMatch(of: /X-Request-ID: ([0-9a-f]{32})\r\n/)).1
            #expect(try logRecords(audit).map { $0["request"]?.text } == [String(id)])
            let own = try logRecords(log).filter { $0["request"]?.text == String(id) }
            #expect(own.compactMap { $0["logger"]?.text } == ["audit", "access"])

            let metrics = try await waited { () -> Int? in
                let sentences = try logRecords(log).compactMap { $0["message"]?.text }
                let found = sentences.compactMap {
                    $0.wholeMatch(of: #/Metrics are at http://127.0.0.1:([0-9]+)/metrics/#)
                }
                return found.first.flatMap { Int($0.1) }
            }
            let text = try await Self.answer(
                "GET /metrics HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
                port: try #require(metrics)
            )
            #expect(text.contains("Content-Type: text/plain; version=0.0.4; charset=utf-8\r\n"))
            let body = try #require(text.firstRange(of: "\r\n\r\n")).upperBound
            let read = try PrometheusText(String(text[body...]))
            let labels = ["method": "POST", "route": "/api/v1/session", "status": "401"]
            #expect(read.value("meantime_requests_total", labels) == 1)

            // As a program does that begins a new file every week.
            try FileManager.default.moveItem(atPath: audit, toPath: audit + ".1")
            kill(server.identifier, SIGHUP)
            let isThere = try await waited {
                FileManager.default.fileExists(atPath: audit) ? true : nil
            }
            #expect(isThere == true)
            // The file is made a moment before it takes the old one's place.
            let noted = try await waited { () async throws -> Int? in
                _ = try await Self.answer(Self.signIn, port: server.port)
                let count = try logRecords(audit).count
                return count > 0 ? count : nil
            }
            #expect(try #require(noted) > 0)
            #expect(try await server.stop(secondsMax: 40) == 0)
        }
    }

    @Test("Without options, the log is text, and there is neither an access log nor metrics")
    func nothing() async throws {
        try await TestServer.withFolder { folder in
            try TestServer.write(["log": ""], below: folder)
            let server = try ServerProcess(
                data: folder + "/store.sqlite",
                log: FileHandle(forWritingAtPath: folder + "/log") ?? .nullDevice
            )
            _ = try await Self.answer(Self.signIn, port: server.port)
            #expect(try await server.stop(secondsMax: 40) == 0)
            let text = try String(contentsOfFile: folder + "/log", encoding: .utf8)
            let lines = text.split(separator: "\n")
            #expect(lines.count { $0.contains(" notice audit: sign-in-refused ") } == 1, "\(text)")
            #expect(!text.contains(" access: "))
            #expect(!text.contains("Metrics"))
        }
    }

    @Test("An audit log that can't be opened ends the start with its name and the reason")
    func notOpened() async throws {
        let refused = try await Program.run(["serve", "--port", "0", "--audit-log", "/nowhere/a"])
        #expect(refused.status == 1)
        #expect(
            refused.errors.contains(
                "/nowhere/a: the audit log can't be opened: No such file or directory"
            )
        )
    }

    @Test("An address for metrics that is taken ends the start with the address and the reason")
    func taken() async throws {
        try await TestServer.withFolder { folder in
            let other = try ServerProcess(data: folder + "/other.sqlite")
            let address = "127.0.0.1:\(other.port)"
            let refused = try await Program.run([
                "serve", "--port", "0", "--data", "own.sqlite", "--metrics-address", address,
            ])
            #expect(refused.status == 1)
            #expect(refused.errors.contains("\(address): metrics can't be served there"))
            #expect(try await other.stop(secondsMax: 40) == 0)
        }
    }

    @Test(
        "Options that aren't valid are refused with what is",
        arguments: [
            (["--log-format", "xml"], "text or json"), (["--log-level", "loud"], "notice"),
            (["--metrics-address", "9464"], "127.0.0.1:9464"),
        ]
    )
    func options(arguments: [String], said: String) async throws {
        let refused = try await Program.run(["serve"] + arguments)
        #expect(refused.status == 64)
        #expect(refused.errors.contains(said))
    }

    @Test(
        "Settings that aren't valid are refused with what is",
        arguments: [
            ("LOG_FORMAT", "xml", "it is text or json"), ("ACCESS_LOG", "on", "it is yes or no"),
            ("AUDIT_LOG", "", "it cannot be empty"),
            ("METRICS_ADDRESS", "9464", "it is a host and a port, such as 127.0.0.1:9464"),
        ]
    )
    func settings(name: String, value: String, said: String) throws {
        var configuration = Configuration()
        configuration.read(["MEANTIME_" + name: value])
        #expect(
            configuration.problems
                == ["environment: MEANTIME_\(name) is '\(value)', but \(said)"]
        )
    }

    @Test("Commands that change accounts write to the file of the audit log")
    func commands() async throws {
        try await TestServer.withFolder { folder in
            let environment = ["MEANTIME_AUDIT_LOG": folder + "/audit"]
            let data = ["--data", folder + "/store.sqlite"]
            let commands = [
                ["add", "anna@example.org"],
                ["app-password", "anna@example.org", "--name", "Phone"],
                ["app-password", "anna@example.org", "--revoke", "Phone"],
            ]
            for command in commands {
                let done = try await Program.run(
                    ["user"] + command + data,
                    input: "correct horse\n",
                    environment: environment
                )
                #expect(done.status == 0, "\(done.errors)")
            }
            let records = try logRecords(folder + "/audit")
            #expect(
                records.compactMap { $0["message"]?.text } == [
                    "account-created", "app-password-made", "app-password-removed",
                ]
            )
            for record in records {
                #expect(record["metadata"]?["route"]?.text == "command line")
            }
        }
    }
}
