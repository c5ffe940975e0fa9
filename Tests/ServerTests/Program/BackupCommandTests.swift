import Foundation
import TestPlaces
import Testing

@testable import Server
@testable import Store
@testable import meantime

@Suite("Backups on the command line")
struct BackupCommandTests {
    /// A database with two events of Anna's, and a folder for more.
    private static func withData(
        _ body: (_ data: String, _ folder: String) async throws -> Void
    ) async throws {
        try await TestServer.withFolder { folder in
            let data = folder + "/store.sqlite"
            try TestServer.write(["file.ics": file(["one", "two"])], below: folder)
            _ = try await Program.run(
                ["user", "add", "anna@example.org", "--name", "Anna", "--data", data],
                input: "correct horse\n"
            )
            let added = try await Program.run([
                "import", folder + "/file.ics", "--user", "anna@example.org", "--calendar", "Work",
                "--data", data,
            ])
            #expect(added.status == 0)
            try await body(data, folder)
        }
    }

    private static func uids(_ data: String, calendar: String) async throws -> [Substring] {
        let exported = try await Program.run([
            "export", "--user", "anna@example.org", "--calendar", calendar, "--data", data,
        ])
        #expect(exported.status == 0, "\(exported.errors)")
        return exported.output.split(separator: "\r\n").filter { $0.hasPrefix("UID:") }
    }

    @Test("A file isn't moved while a server has it, and what is made is for its owner alone")
    func moved() async throws {
        try await Self.withData { data, folder in
            let new = folder + "/new.sqlite"
            let move = ["move", "--from", data, "--to", new]
            do {
                let lock = try ServerLock(beside: data)
                let refused = try await Program.run(move)
                #expect(refused.status == 1)
                #expect(refused.errors.contains("A server uses this file already"))
                #expect(!FileManager.default.fileExists(atPath: new))
                withExtendedLifetime(lock) {}
            }
            let moved = try await Program.run(move)
            #expect(moved.status == 0, "\(moved.errors)")
            #expect(try await Self.uids(new, calendar: "Work").count == 2)
            for path in [data, new] {
                let attributes = try FileManager.default.attributesOfItem(atPath: path)
                #expect(attributes[.posixPermissions] as? Int == 0o600)
            }
        }
    }

    @Test("A backup is made and verified, read without being changed, and restored")
    func wholeWay() async throws {
        try await Self.withData { data, folder in
            let backup = folder + "/backup.sqlite"
            let made = try await Program.run(["backup", backup, "--data", data])
            #expect(made.status == 0, "\(made.errors)")
            #expect(made.output.hasPrefix("Backed up to \(backup): "))
            #expect(made.output.contains("The key for secrets of other services isn't in it."))
            let verified = try await Program.run(["verify", backup])
            #expect(verified.status == 0, "\(verified.output)")
            #expect(verified.output.contains("Accounts: 1, calendars: 2, events: 2"))

            let octets = try Data(contentsOf: URL(filePath: backup))
            #expect(try await Self.uids(backup, calendar: "Work").count == 2)
            #expect(try Data(contentsOf: URL(filePath: backup)) == octets)

            let full = try await Program.run(["restore", backup, "--data", data])
            #expect(full.status == 1)
            #expect(full.errors.contains("--replace"))
            let new = folder + "/new.sqlite"
            let restored = try await Program.run(["restore", backup, "--data", new])
            #expect(restored.status == 0, "\(restored.errors)")
            #expect(try await Self.uids(new, calendar: "Work").count == 2)
            let log = folder + "/audit"
            let replaced = try await Program.run(
                ["restore", backup, "--replace", "--data", data],
                environment: ["MEANTIME_AUDIT_LOG": log]
            )
            #expect(replaced.status == 0, "\(replaced.errors)")
            let records = try logRecords(log)
            #expect(records.map { $0["message"]?.text } == ["database-restored"])
            let noted = try #require(records.first?["metadata"])
            #expect(noted["route"]?.text == "command line")
            #expect(noted["backup"]?.text == backup)
            #expect(noted["accounts"]?.text == "1")
            #expect(noted["events"]?.text == "2")
            let kept = try #require(
                replaced.output.firstMatch(of: /before is now in (.+)\.\n/)?.1
            )
            #expect(try await Self.uids(String(kept), calendar: "Work").count == 2)
        }
    }

    @Test("A restoration says what is wrong with events in the backup, and that a file is damaged")
    func faults() async throws {
        try await Self.withData { data, folder in
            let backup = folder + "/backup.sqlite"
            #expect(try await Program.run(["backup", backup, "--data", data]).status == 0)
            var octets = try Data(contentsOf: URL(filePath: backup))
            while let range = octets.range(of: Data("DTSTART".utf8)) {
                octets.replaceSubrange(range, with: Data("DTXXXXX".utf8))
            }
            let wrong = folder + "/wrong.sqlite"
            try octets.write(to: URL(filePath: wrong))
            let restored = try await Program.run([
                "restore", wrong, "--data", folder + "/new.sqlite",
            ])
            #expect(restored.status == 0, "\(restored.errors)")
            #expect(restored.errors.contains("VEVENT without DTSTART"), "\(restored.errors)")
            #expect(restored.errors.contains("what is wrong there is restored as it is"))
            let empty = folder + "/empty.sqlite"
            try Data().write(to: URL(filePath: empty))
            let refused = try await Program.run(["restore", empty, "--data", folder + "/2.sqlite"])
            #expect(refused.status == 1)
            #expect(refused.errors.contains("there is nothing of Meantime in it"))
        }
    }

    @Test("A restoration says which accounts are enabled, disabled, there again or gone")
    func accounts() async throws {
        try await Self.withData { data, folder in
            func user(_ words: String...) async throws {
                let outcome = try await Program.run(["user"] + words + ["--data", data])
                #expect(outcome.status == 0, "\(outcome.errors)")
            }
            func address(_ name: String) -> String { name + "@example.org" }
            for name in ["ben", "cleo", "dora", "emil"] {
                let added = try await Program.run(
                    ["user", "add", address(name), "--name", name, "--data", data],
                    input: "correct horse\n"
                )
                #expect(added.status == 0, "\(added.errors)")
            }
            for name in ["cleo", "dora"] { try await user("disable", address(name)) }
            let backup = folder + "/backup.sqlite"
            let made = try await Program.run(["backup", backup, "--data", data])
            #expect(made.status == 0, "\(made.errors)")
            try await user("disable", address("ben"))
            try await user("enable", address("cleo"))
            try await user("remove", address("emil"), "--yes")
            let late = try await Program.run(
                ["user", "add", address("fay"), "--name", "Fay", "--data", data],
                input: "correct horse\n"
            )
            #expect(late.status == 0, "\(late.errors)")
            let restored = try await Program.run(["restore", backup, "--replace", "--data", data])
            #expect(restored.status == 0, "\(restored.errors)")
            for line in [
                "\nDisabled since the backup, and enabled again now: ben@example.org.\n",
                "\nEnabled since the backup, and disabled again now: cleo@example.org.\n",
                "\nRemoved since the backup, and back now: emil@example.org.\n",
                "\nMade since the backup, and gone now: fay@example.org.\n",
            ] {
                #expect(restored.output.contains(line), "\(restored.output)")
            }
        }
    }

    @Test("While a server runs, everything can be backed up, and only calendars come back")
    func besideAServer() async throws {
        try await Self.withData { data, folder in
            let server = try ServerProcess(data: data)
            defer { server.kill() }
            let backup = folder + "/backup.sqlite"
            #expect(try await Program.run(["backup", backup, "--data", data]).status == 0)
            let refused = try await Program.run(["restore", backup, "--replace", "--data", data])
            #expect(refused.status == 1)
            #expect(refused.errors.contains("Stop the server first"))

            let options = ["restore", backup, "--data", data, "--account", "anna@example.org"]
            let unknown = try await Program.run(options + ["--calendar", "Club"])
            #expect(unknown.status == 1)
            #expect(unknown.errors.contains("There is no calendar Club"))
            let log = folder + "/audit"
            let added = try await Program.run(
                options + ["--calendar", "Work"],
                environment: ["MEANTIME_AUDIT_LOG": log]
            )
            #expect(added.status == 0, "\(added.errors)")
            let records = try logRecords(log)
            #expect(records.map { $0["message"]?.text } == ["calendar-restored"])
            let noted = try #require(records.first?["metadata"])
            #expect(noted["route"]?.text == "command line")
            #expect(noted["subject"]?.text?.count == 32)
            #expect(noted["owner"]?.text?.count == 32)
            let name = try #require(
                added.output.firstMatch(of: /(Work \(backup of .+\)): 2 events/)?.1
            )
            let day = try #require(noted["backup"]?.text)
            #expect(name == "Work (backup of \(day))")
            #expect(try await Self.uids(data, calendar: String(name)).count == 2)
            #expect(try await Self.uids(data, calendar: "Work").count == 2)
        }
    }

    @Test("In a folder, only the newest backups stay, and nothing else is touched")
    func folder() async throws {
        try await Self.withData { data, folder in
            let backups = folder + "/backups"
            let old = "meantime-20200101T000000Z.sqlite"
            let others = ["meantime-20200102T000000Z.sqlite", "notes.txt", "meantime-old.sqlite"]
            try TestServer.write(
                Dictionary(uniqueKeysWithValues: others.map { ("backups/" + $0, "mine") }),
                below: folder
            )
            #expect(
                try await Program.run(["backup", "\(backups)/\(old)", "--data", data]).status == 0
            )
            let made = try await Program.run(["backup", "--keep", "1", backups, "--data", data])
            #expect(made.status == 0, "\(made.errors)")
            #expect(made.output.contains("Removed \(backups)/\(old)"))
            let names = Set(try FileManager.default.contentsOfDirectory(atPath: backups))
            #expect(names.isSuperset(of: others))
            #expect(names.count == others.count + 1)
        }
    }

    @Test(
        "A duration is a number and a unit",
        arguments: [
            ("1m", 60), ("24h", 86_400), ("365d", 31_536_000), ("366d", nil), ("0h", nil),
            ("h", nil),
            ("-1h", nil), ("+1h", nil), ("24", nil), ("", nil), ("99999999999999999999d", nil),
        ] as [(String, Int?)]
    )
    func durations(text: String, seconds: Int?) {
        #expect(BackupFolder.seconds(text) == seconds)
    }

    @Test(
        "What isn't right is said in a sentence",
        arguments: [
            (["backup", "--every", "often", "."], "--every is a number"),
            (["backup", "--every", "24h", "/nowhere"], "there is no such folder"),
            (["backup", "--keep", "0", "."], "--keep is 1 to"),
            (["backup", "b.sqlite", "--data", "nothing.sqlite"], "there is no such file"),
            (["verify", "/etc/hostname"], "this isn't a SQLite database"),
            (["restore", "/etc/hostname", "--data", "x.sqlite"], "this isn't a SQLite database"),
            (["restore", "b", "--calendar", "Work"], "need --account"),
        ]
    )
    func sentences(arguments: [String], sentence: String) async throws {
        let refused = try await Program.run(arguments)
        #expect(refused.status != 0)
        #expect(refused.errors.contains(sentence), "\(refused.errors)")
    }

    @Test(
        "Every command refuses a database of a newer version with a sentence",
        arguments: [
            ["serve", "--port", "0", "--data"], ["agenda", "--data"],
            ["export", "--user", "anna@example.org", "--data"],
            ["user", "app-password", "anna@example.org", "--name", "Phone", "--data"],
            ["backup", "new.sqlite", "--data"], ["verify"],
            ["move", "--to", "new.sqlite", "--from"],
            ["restore", "--data", "new.sqlite"],
            ["restore", "--account", "anna@example.org", "--data", "new.sqlite"],
        ]
    )
    func newerDatabase(arguments: [String]) async throws {
        try await Self.withData { data, _ in
            let database = try SQLiteDatabase(path: data)
            try await database.write(as: .server(.upkeep)) { connection in
                _ = try connection.execute("INSERT INTO migrations VALUES (1000, 0)", [])
            }
            try database.close()
            let refused = try await Program.run(arguments + [data])
            #expect(refused.status == 1)
            let sentence = "was written by a newer version (schema 1000)"
            #expect(refused.errors.contains(sentence), "\(refused.errors)")
        }
    }

    @Test("A server that finds an older database copies it first, and says so")
    func olderDatabase() async throws {
        try await TestServer.withFolder { folder in
            let data = folder + "/store.sqlite"
            try await SQLiteDatabase.makeOlder(at: data)
            let newest = Migrations.all.count
            let log = folder + "/log"
            try Data().write(to: URL(filePath: log))
            let handle = try #require(FileHandle(forWritingAtPath: log))
            let server = try ServerProcess(data: data, log: handle)
            #expect(try await server.stop(secondsMax: 10) == 0)
            let said = try String(contentsOfFile: log, encoding: .utf8)
            #expect(said.contains("from version \(newest - 1) to \(newest)"), "\(said)")
            #expect(FileManager.default.fileExists(atPath: "\(data)-before-\(newest)"))
        }
    }

    @Test(
        "A PostgreSQL database is copied first where the settings say, or stays as it is",
        .enabled(if: PostgreSQLForTests.shared != nil)
    )
    func olderPostgreSQL() async throws {
        try await TestServer.withFolder { folder in
            try await #require(PostgreSQLForTests.shared).withDatabase { address in
                let database = AnyDatabase.postgreSQL(PostgreSQLDatabase(address: address))
                try await database.makeOlder(version: 8)
                try await database.close()
                func list(backups: String) async throws -> Program.Outcome {
                    try await Program.run(
                        ["user", "list", "--data", address],
                        environment: ["MEANTIME_UPDATE_BACKUPS": backups]
                    )
                }
                let refused = try await list(backups: folder + "/nowhere")
                #expect(refused.status == 1)
                #expect(refused.errors.contains("/nowhere/meantime-before-"))
                let listed = try await list(backups: folder)
                #expect(listed.status == 0, "\(listed.errors)")
                #expect(listed.output.contains("old@example.org"))
                let newest = Migrations.all.count
                #expect(listed.errors.contains("from version 8 to \(newest)"))
                let path = "\(folder)/meantime-before-\(newest)"
                #expect(listed.errors.contains("is in \(path)"))
                #expect(try await Program.run(["verify", path]).status == 0)
            }
        }
    }
}
