import Foundation
import TestPlaces
import Testing

@testable import Server
@testable import Store

@Suite("One server for each SQLite file", .serialized)
struct ServerLockTests {
    private static func serve(_ data: String) async throws -> Program.Outcome {
        try await Program.run(["serve", "--port", "0", "--data", data])
    }

    @Test("A second server is refused, commands work, and after a crash the next one starts")
    func twoServers() async throws {
        try await TestServer.withFolder { folder in
            let path = folder + "/store.sqlite"
            let first = try ServerProcess(data: path)
            defer { first.kill() }
            let link = folder + "/link.sqlite"
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
            for name in [path, link] {
                let second = try await Self.serve(name)
                #expect(second.status == 1)
                #expect(
                    second.errors.contains(
                        "\(name): A server uses this file already (process \(first.identifier)). "
                            + "Stop it first, or give this one a file of its own."
                    )
                )
            }
            let user = ["user", "add", "anna@example.org", "--name", "Anna", "--data", path]
            let added = try await Program.run(user, input: "correct horse\n")
            #expect(added.status == 0, "\(added.errors)")

            first.kill()
            first.waitUntilExit()
            let third = try ServerProcess(data: path)
            #expect(try await third.stop(secondsMax: 40) == 0)
            let fourth = try ServerProcess(data: path)
            #expect(try await fourth.stop(secondsMax: 40) == 0)
        }
    }

    @Test("A command brings the tables up to date unless another program uses the file")
    func olderTables() async throws {
        try await TestServer.withFolder { folder in
            let path = folder + "/store.sqlite"
            try await SQLiteDatabase.makeOlder(at: path)
            let newest = Migrations.all.count
            let list = ["user", "list", "--data", path]
            let copy = "\(path)-before-\(newest)"

            var lock: ServerLock? = try ServerLock(beside: path)
            let refused = try await Program.run(list)
            #expect(lock != nil && refused.status == 1)
            #expect(
                refused.errors.contains("Start the server anew with this version first."),
                "\(refused.errors)"
            )
            #expect(!FileManager.default.fileExists(atPath: copy))

            lock = nil
            #expect(try await Program.run(list).status == 0)
            #expect(FileManager.default.fileExists(atPath: copy))
        }
    }

    @Test("Where there can be no lock, a server goes without one")
    func noLock() throws {
        _ = try ServerLock(beside: "/dev/null/store.sqlite")
    }
}
