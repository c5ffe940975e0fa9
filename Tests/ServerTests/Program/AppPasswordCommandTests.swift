import Foundation
import FoundationNetworking
import Testing

@testable import Server

@Suite("meantime user app-password")
struct AppPasswordCommandTests {
    @Test("A password is printed alone on the last line, lets a program in, and can be revoked")
    func lifecycle() async throws {
        try await TestServer.withFolder { folder in
            let data = folder + "/store.sqlite"
            _ = try await Program.run(
                ["user", "add", "anna@example.org", "--name", "Anna", "--data", data],
                input: "correct horse\n"
            )
            let command = ["user", "app-password", "Anna@Example.org", "--data", data]
            let made = try await Program.run(command + ["--name", "Phone"])
            #expect(made.status == 0)
            let password = try #require(made.output.split(separator: "\n").last.map(String.init))
            #expect(!password.contains(" ") && password.utf8.count > 20)
            let server = try ServerProcess(data: data)
            func status() async throws -> Int {
                var request = URLRequest(url: try server.address("/dav/"))
                request.httpMethod = "PROPFIND"
                request.setValue("0", forHTTPHeaderField: "Depth")
                let credentials = Data("anna@example.org:\(password)".utf8).base64EncodedString()
                request.setValue("Basic " + credentials, forHTTPHeaderField: "Authorization")
                let (_, response) = try await URLSession.shared.data(for: request)
                return (response as? HTTPURLResponse)?.statusCode ?? 0
            }
            #expect(try await status() == 207)
            // While the server runs, so that it can't remember anything wrong.
            let revoked = try await Program.run(command + ["--revoke", "Phone"])
            #expect(revoked.status == 0)
            #expect(try await status() == 401)
            #expect(try await server.stop(secondsMax: 10) == 0)
            let again = try await Program.run(command + ["--revoke", "Phone"])
            #expect(again.status == 1 && again.errors.contains("no app password named Phone"))
        }
    }

    @Test(
        "Wrong calls are refused",
        arguments: [
            ([], 64), (["--name", "A", "--revoke", "B"], 64), (["--name", ""], 1),
            (["--name", String(repeating: "n", count: 201)], 1),
        ] as [([String], Int32)]
    )
    func refusals(options: [String], status: Int32) async throws {
        try await TestServer.withFolder { folder in
            let data = folder + "/store.sqlite"
            _ = try await Program.run(
                ["user", "add", "anna@example.org", "--name", "Anna", "--data", data],
                input: "correct horse\n"
            )
            let outcome = try await Program.run(
                ["user", "app-password", "anna@example.org", "--data", data] + options
            )
            #expect(outcome.status == status, "\(outcome.errors)")
            #expect(outcome.output.isEmpty)
        }
    }

    @Test("An account that isn't there is named")
    func unknownAccount() async throws {
        try await TestServer.withFolder { folder in
            let data = folder + "/store.sqlite"
            _ = try await Program.run(
                ["user", "add", "anna@example.org", "--name", "Anna", "--data", data],
                input: "correct horse\n"
            )
            let outcome = try await Program.run(
                ["user", "app-password", "ben@example.org", "--name", "A", "--data", data]
            )
            #expect(outcome.status == 1 && outcome.errors.contains("ben@example.org"))
        }
    }
}
