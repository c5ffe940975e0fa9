import Foundation
import Testing

@testable import Server
@testable import ServerBase

@Suite("meantime user app-password")
struct AppPasswordCommandTests {
    /// Runs a body with a database that has one account.
    private static func withAccount(_ body: (_ data: String) async throws -> Void) async throws {
        try await TestServer.withFolder { folder in
            let data = folder + "/store.sqlite"
            let added = try await Program.run(
                ["user", "add", "anna@example.org", "--name", "Anna", "--data", data],
                input: "correct horse\n"
            )
            #expect(added.status == 0)
            try await body(data)
        }
    }

    private static func run(_ data: String, _ options: String...) async throws -> Program.Outcome {
        try await Program.run(
            ["user", "app-password", "Anna@Example.org", "--data", data] + options
        )
    }

    /// The password that a run printed: alone on the last line.
    private static func password(_ outcome: Program.Outcome) throws -> String {
        #expect(outcome.status == 0, "\(outcome.errors)")
        let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
        let password = String(try #require(lines.dropLast().last))
        #expect(lines.last == "" && password.wholeMatch(of: /([a-z1-9]{7}-){3}[a-z1-9]{7}/) != nil)
        return password
    }

    /// The status that a calendar program gets.
    ///
    /// Not by `URLSession`, which on Linux never returns from a 401 with a `WWW-Authenticate`.
    private static func status(_ server: ServerProcess, _ password: String) async throws -> Int {
        let credentials = Data("anna@example.org:\(password)".utf8).base64EncodedString()
        let program = try await RawConnection.open(
            port: server.port,
            sending: "PROPFIND /dav/ HTTP/1.1\r\nHost: a\r\nDepth: 0\r\nContent-Length: 0\r\n"
                + "Authorization: Basic \(credentials)\r\n\r\n"
        )
        #expect(try await program.waits(forAnswers: 1))
        program.close()
        return try #require(program.statuses.first)
    }

    @Test("A password lets a program in until it's revoked, also while the server runs")
    func lifecycle() async throws {
        try await Self.withAccount { data in
            let first = try Self.password(try await Self.run(data, "--name", "Phone"))
            let server = try ServerProcess(data: data)
            #expect(try await Self.status(server, first) == 207)
            let second = try Self.password(try await Self.run(data, "--name", "Desk"))
            #expect(try await Self.status(server, second) == 207)
            let revoked = try await Self.run(data, "--revoke", "Phone")
            #expect(revoked.status == 0)
            #expect(revoked.output == "Revoked Phone of anna@example.org.\n")
            #expect(try await Self.status(server, first) == 401)
            #expect(try await Self.status(server, second) == 207)
            #expect(try await server.stop(secondsMax: 40) == 0)
        }
    }

    @Test("A name given twice makes two passwords, which are revoked together")
    func sameName() async throws {
        try await Self.withAccount { data in
            let first = try Self.password(try await Self.run(data, "--name", "Phone"))
            let second = try Self.password(try await Self.run(data, "--name", "Phone"))
            #expect(first != second)
            #expect(try await Self.run(data, "--revoke", "Phone").status == 0)
            let again = try await Self.run(data, "--revoke", "Phone")
            #expect(again.status == 1)
            #expect(again.errors.contains("anna@example.org has no app password named Phone."))
            let server = try ServerProcess(data: data)
            #expect(try await Self.status(server, first) == 401)
            #expect(try await Self.status(server, second) == 401)
            #expect(try await server.stop(secondsMax: 40) == 0)
        }
    }

    @Test(
        "Wrong options are refused with a reason, and no password is printed",
        arguments: [
            ([], 64, "Give --name NAME to make a password, or --revoke NAME."),
            (["--name", "A", "--revoke", "B"], 64, "Give --name NAME"),
            (["--name", ""], 1, "name"),
            (["--name", String(repeating: "n", count: Limits.nameBytesMax + 1)], 1, "name"),
        ] as [([String], Int32, String)]
    )
    func refusals(options: [String], status: Int32, reason: String) async throws {
        try await Self.withAccount { data in
            let outcome = try await Program.run(
                ["user", "app-password", "anna@example.org", "--data", data] + options
            )
            #expect(outcome.status == status)
            #expect(outcome.errors.contains(reason), "\(outcome.errors)")
            #expect(outcome.output.isEmpty)
        }
    }

    @Test("An account that isn't there is named")
    func unknownAccount() async throws {
        try await Self.withAccount { data in
            let outcome = try await Program.run(
                ["user", "app-password", "Ben@example.org", "--name", "A", "--data", data]
            )
            #expect(outcome.status == 1 && outcome.output.isEmpty)
            #expect(outcome.errors.contains("There is no account Ben@example.org."))
        }
    }

    @Test("A missing file or folder is named, and not created", arguments: ["", "/none"])
    func missingData(folderMore: String) async throws {
        try await TestServer.withFolder { folder in
            let data = folder + folderMore + "/store.sqlite"
            let outcome = try await Self.run(data, "--name", "Phone")
            #expect(outcome.status == 1 && outcome.output.isEmpty)
            #expect(outcome.errors.contains("\(data): there is no such file"))
            #expect(!FileManager.default.fileExists(atPath: folder + folderMore + "/store.sqlite"))
        }
    }
}
