import Foundation
import Testing

@testable import Server
@testable import ServerBase

@Suite("The command line")
struct CommandLineTests {
    private static func withFile(
        _ text: String,
        _ body: (_ file: String, _ data: String) async throws -> Void
    ) async throws {
        try await TestServer.withFolder { folder in
            try TestServer.write(["file.ics": text], below: folder)
            try await body(folder + "/file.ics", folder + "/store.sqlite")
        }
    }

    @Test("A file is imported once, and exported again")
    func importAndExport() async throws {
        try await Self.withFile(file(["one", "two"])) { file, data in
            let added = try await Program.run(
                ["user", "add", "Anna@Example.org", "--name", "Anna", "--data", data],
                input: "correct horse\n"
            )
            #expect(added.status == 0)
            #expect(added.output == "Added Anna <anna@example.org>\n")
            let options = ["--user", "anna@example.org", "--data", data, "--calendar", "Work"]
            let first = try await Program.run(["import", file] + options)
            #expect(first.output == "\(file): 2 added, 0 updated, 0 unchanged, 0 dropped\n")
            let second = try await Program.run(["import", file] + options)
            #expect(second.output == "\(file): 0 added, 0 updated, 2 unchanged, 0 dropped\n")
            if FileManager.default.fileExists(atPath: "/dev/full") {
                let cut = try await Program.run(["export"] + options, output: "/dev/full")
                #expect(cut.status == 1)
                #expect(cut.errors.contains("Standard output: can't be written: No space left"))
            }
            let exported = try await Program.run(["export"] + options)
            #expect(exported.status == 0)
            #expect(exported.output.contains("UID:one\r\n"))
            #expect(exported.output.contains("UID:two\r\n"))
            #expect(exported.output.hasSuffix("END:VCALENDAR\r\n"))
        }
    }

    @Test("A missing data file is named, and not created", arguments: ["export", "import"])
    func missingData(command: String) async throws {
        try await Self.withFile(file(["one"])) { file, data in
            let options = ["--user", "anna@example.org", "--calendar", "Home", "--data", data]
            let files = command == "import" ? [file] : []
            let refused = try await Program.run([command] + files + options)
            #expect(refused.status == 1)
            #expect(refused.errors.contains("\(data): there is no such file"))
            #expect(!FileManager.default.fileExists(atPath: data))
        }
    }

    @Test("One, several or all calendars are exported, and an unknown name is refused")
    func exportedCalendars() async throws {
        try await TestServer.withFolder { folder in
            let data = folder + "/store.sqlite"
            _ = try await Program.run(
                ["user", "add", "anna@example.org", "--name", "Anna", "--data", data],
                input: "correct horse\n"
            )
            let account = ["--user", "anna@example.org", "--data", data]
            for name in ["Work", "Home", "Club"] {
                try TestServer.write(["file.ics": file([name.lowercased()])], below: folder)
                let options = account + ["--calendar", name]
                _ = try await Program.run(["import", folder + "/file.ics"] + options)
            }
            func uids(_ calendars: [String]) async throws -> Set<String> {
                let options = calendars.flatMap { ["--calendar", $0] }
                let output = try await Program.run(["export"] + account + options).output
                let lines = output.split(separator: "\r\n").filter { $0.hasPrefix("UID:") }
                return Set(lines.map { String($0.dropFirst(4)) })
            }
            #expect(try await uids(["Club"]) == ["club"])
            #expect(try await uids(["Work", "Club"]) == ["work", "club"])
            #expect(try await uids([]) == ["work", "home", "club"])
            let unknown = ["--calendar", "Work", "--calendar", "None"]
            let refused = try await Program.run(["export"] + account + unknown)
            #expect(refused.status == 1)
            #expect(refused.errors.contains("None"))
            #expect(refused.output.isEmpty)
        }
    }

    @Test("An export describes its events' zones, and importing it changes nothing")
    func exportedZones() async throws {
        let zoned = file(["one", "two"]).replacingOccurrences(
            of: "DTSTART:20260102T090000Z\r\nDTEND:20260102T100000Z",
            with: "DTSTART;TZID=Europe/Berlin:20260702T090000"
        )
        try await Self.withFile(zoned) { file, data in
            _ = try await Program.run(
                ["user", "add", "anna@example.org", "--name", "Anna", "--data", data],
                input: "correct horse\n"
            )
            let options = ["--user", "anna@example.org", "--data", data, "--calendar", "Work"]
            _ = try await Program.run(["import", file] + options)
            let exported = try await Program.run(["export"] + options).output
            #expect(exported.split(separator: "BEGIN:VTIMEZONE").count == 2)
            #expect(exported.split(separator: "TZID:Europe/Berlin").count == 2)
            try Data(exported.utf8).write(to: URL(filePath: file))
            let again = try await Program.run(["import", file] + options)
            #expect(again.output == "\(file): 0 added, 0 updated, 2 unchanged, 0 dropped\n")
        }
    }

    @Test(
        "Errors have a message, and exit code 1 for input or 64 for usage",
        arguments: [
            (["import", "FILE", "--user", "x@y", "--calendar", "Work", "--data", "DATA"], 1),
            (["import", "nothing.ics", "--user", "x@y", "--calendar", "W", "--data", "DATA"], 1),
            (["export", "--user", "x@y", "--data", "DATA"], 1),
            (["export", "--data", "DATA"], 64), (["import"], 64), (["nonsense"], 64),
            (["user", "add", "x@y.example", "--data", "DATA"], 1),
            (["user", "add", "no address", "--data", "DATA"], 1),
            (["serve", "--port", "65536"], 64), (["serve", "--data", "postgres://x"], 1),
            (["ics", "check", "nothing.ics"], 1), (["ics", "convert", "FILE"], 64),
            (["ics", "convert", "FILE", "--to", "png"], 64),
        ] as [([String], Int32)]
    )
    func exitCodes(arguments: [String], status: Int32) async throws {
        try await Self.withFile(file(["one"])) { file, data in
            let words = arguments.map { $0 == "FILE" ? file : $0 == "DATA" ? data : $0 }
            let outcome = try await Program.run(words, input: "short\n")
            #expect(outcome.status == status)
            #expect(!outcome.errors.isEmpty)
            #expect(outcome.output.isEmpty)
        }
    }

    @Test("ics check prints a line for each problem")
    func check() async throws {
        try await Self.withFile(file(["one"])) { file, _ in
            let outcome = try await Program.run(["ics", "check", file])
            #expect((outcome.status, outcome.output, outcome.errors) == (0, "", ""))
        }
        let broken = file(["one", "two"])
            .replacingOccurrences(of: "DTSTART:2026", with: "DTSTART:none")
        try await Self.withFile(broken) { file, _ in
            let outcome = try await Program.run(["ics", "check", file])
            #expect(outcome.status == 1)
            let lines = outcome.output.split(separator: "\n")
            #expect(lines.count == 2)
            #expect(lines.allSatisfy { $0.hasPrefix(file + ":") && $0.hasSuffix("dropped") })
        }
    }

    @Test("Converting a file to iCalendar leaves it unchanged")
    func convert() async throws {
        let text = event("one", title: "Füße 🦶", more: "X-ODD;A=\"b;c\":d\r\nRRULE:FREQ=WEEKLY")
        try await Self.withFile(text) { file, _ in
            let outcome = try await Program.run(["ics", "convert", file, "--to", "ics"])
            #expect(outcome.status == 0)
            #expect(outcome.output == text)
        }
    }

    @Test(
        "check-config names the setting that is wrong",
        arguments: [
            ([:], nil), (["MEANTIME_PORT": "0"], nil), (["MEANTIME_PORT": "65535"], nil),
            (["MEANTIME_PORT": "65536"], "MEANTIME_PORT"), (["MEANTIME_PORT": ""], "MEANTIME_PORT"),
            (["MEANTIME_LOG_LEVEL": "loud"], "MEANTIME_LOG_LEVEL"),
            (["MEANTIME_TRUST_PROXY": "true"], "MEANTIME_TRUST_PROXY"),
            (["MEANTIME_SOURCE_HOSTS": "nas.example:5232,127.0.0.1:80"], nil),
            (["MEANTIME_SOURCE_HOSTS": "nas.example"], "MEANTIME_SOURCE_HOSTS"),
            (["MEANTIME_ACCOUNT_STORAGE": "1M"], nil), (["MEANTIME_GROUP_STORAGE": "1000G"], nil),
            (["MEANTIME_ACCOUNT_STORAGE": "1023K"], "MEANTIME_ACCOUNT_STORAGE"),
            (["MEANTIME_GROUP_STORAGE": "1001G"], "MEANTIME_GROUP_STORAGE"),
            (["MEANTIME_GROUP_STORAGE": "much"], "MEANTIME_GROUP_STORAGE"),
            (["MEANTIME_ACCOUNT_EVENTS": "1"], nil),
            (["MEANTIME_ACCOUNT_EVENTS": "0"], "MEANTIME_ACCOUNT_EVENTS"),
            (["MEANTIME_GROUP_EVENTS": "1000000000"], nil),
            (["MEANTIME_GROUP_EVENTS": "1000000001"], "MEANTIME_GROUP_EVENTS"),
            (["MEANTIME_OWNED_GROUPS": "1"], nil),
            (["MEANTIME_OWNED_GROUPS": "0"], "MEANTIME_OWNED_GROUPS"),
            (["MEANTIME_WRITES_PER_MINUTE": "-1"], "MEANTIME_WRITES_PER_MINUTE"),
            (["MEANTIME_SECRET_KEY": "hush"], "MEANTIME_SECRET_KEY isn't"),
            (["MEANTIME_SECRET_KEY_FILE": ""], "MEANTIME_SECRET_KEY_FILE"),
            (["MEANTIME_SECRET_KEY_FILE": "/"], "/: other accounts"),
            (["MEANTIME_COLOUR": "red"], "MEANTIME_COLOUR"),
            (["MEANTIME_CONFIG": "nothing.conf"], "nothing.conf"),
        ] as [([String: String], String?)]
    )
    func checkConfig(environment: [String: String], complaint: String?) async throws {
        let outcome = try await Program.run(["check-config"], environment: environment)
        #expect(outcome.status == (complaint == nil ? 0 : 1))
        #expect(!outcome.errors.contains("hush"))
        if let complaint {
            #expect(outcome.errors.contains(complaint))
        } else {
            #expect(outcome.output.contains("MEANTIME_HOST=127.0.0.1\n"))
            for (name, value) in environment where name.contains("STORAGE") {
                #expect(outcome.output.contains("\(name)=\(value)\n"))
            }
        }
    }

    @Test("--version prints the version alone")
    func version() async throws {
        let outcome = try await Program.run(["--version"])
        #expect((outcome.status, outcome.output) == (0, Version.text + "\n"))
        // It's also the packages' version, so it must be valid for Debian.
        #expect(Version.text.wholeMatch(of: /\d+\.\d+\.\d+/) != nil)
    }

    @Test("A command says so if it can't read the settings that name the database")
    func unreadableSettings() async throws {
        let settings = ["MEANTIME_CONFIG": "/nowhere/meantime.conf"]
        let arguments = ["export", "--user", "anna@example.org"]
        let unread = try await Program.run(arguments, environment: settings)
        #expect(unread.status == 1)
        #expect(unread.errors.contains("/nowhere/meantime.conf: cannot be read"))
        let named = try await Program.run(
            arguments + ["--data", "/nowhere/store.sqlite"],
            environment: settings
        )
        #expect(!named.errors.contains("cannot be read"))
    }

    @Test(
        "A public HTTPS address without a trusted proxy gets a warning",
        arguments: [
            (["MEANTIME_PUBLIC_URL": "https://calendar.example.org"], true),
            (
                [
                    "MEANTIME_PUBLIC_URL": "https://calendar.example.org",
                    "MEANTIME_TRUST_PROXY": "no",
                ], true
            ),
            (
                [
                    "MEANTIME_PUBLIC_URL": "https://calendar.example.org",
                    "MEANTIME_TRUST_PROXY": "yes",
                ], false
            ),
            (["MEANTIME_PUBLIC_URL": "http://127.0.0.1:8080"], false), ([:], false),
        ] as [([String: String], Bool)]
    )
    func warnings(environment: [String: String], isWarned: Bool) async throws {
        let outcome = try await Program.run(["check-config"], environment: environment)
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("MEANTIME_TRUST_PROXY") == isWarned)
        #expect(outcome.errors.isEmpty == !isWarned)
    }

    @Test("The first start makes the key for secrets, and check-config says where it is")
    func secretKey() async throws {
        try await TestServer.withFolder { folder in
            let data = folder + "/store.sqlite"
            let environment = ["MEANTIME_DATA": data]
            let key = data + "-secret-key"
            let before = try await Program.run(["check-config"], environment: environment)
            #expect(before.output.contains("the key in \(key), which the first start makes\n"))
            #expect(!FileManager.default.fileExists(atPath: key))
            let server = try ServerProcess(data: data)
            #expect(try await server.stop(secondsMax: 5) == 0)
            let after = try await Program.run(["check-config"], environment: environment)
            #expect(after.output.contains("the key in \(key)\n"))
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: key)
            let open = try await Program.run(["check-config"], environment: environment)
            #expect(open.errors == "\(key): other accounts can open this file; use chmod 600\n")
            let refused = try await Program.run(["serve", "--data", data, "--port", "0"])
            #expect(refused.status == 1)
            #expect(refused.errors.contains(key))
        }
    }

    @Test("A key in the environment is used instead of a file, and never shown")
    func secretKeyInEnvironment() async throws {
        let text = String(repeating: "hush", count: 10) + "AAA="
        let both = ["MEANTIME_SECRET_KEY": text, "MEANTIME_SECRET_KEY_FILE": "keys"]
        let outcome = try await Program.run(["check-config"], environment: both)
        #expect(outcome.errors.contains("are both set"))
        let one = try await Program.run(
            ["check-config"],
            environment: ["MEANTIME_SECRET_KEY": text]
        )
        #expect(one.status == 0)
        #expect(one.output.contains("sealed by MEANTIME_SECRET_KEY\n"))
        #expect(!(one.output + outcome.errors).contains("hush"))
    }

    @Test("A server that can't start prints no setup code")
    func portTaken() async throws {
        try await TestServer.withFolder { folder in
            let server = try ServerProcess(data: folder + "/first.sqlite")
            let outcome = try await Program.run(
                ["serve", "--port", "\(server.port)", "--data", folder + "/second.sqlite"]
            )
            #expect(outcome.status != 0)
            #expect(!outcome.output.contains("Set-up code"))
            #expect(try await server.stop(secondsMax: 5) == 0)
        }
    }

    private static let acme = [
        "MEANTIME_PUBLIC_URL": "https://calendar.example.org",
        "MEANTIME_OIDC_ACME_ISSUER": "https://id.example.com",
        "MEANTIME_OIDC_ACME_CLIENT_ID": "meantime",
        "MEANTIME_OIDC_ACME_CLIENT_SECRET": "hush-hush",
    ]

    @Test(
        "Wrong settings of providers are named, and secrets never printed",
        arguments: [
            ([:], nil),
            (["MEANTIME_GOOGLE_CLIENT_ID": "x"], "MEANTIME_GOOGLE_CLIENT_SECRET is missing"),
            (["MEANTIME_GOOGLE_ISSUER": "x"], "there is no setting MEANTIME_GOOGLE_ISSUER"),
            (["MEANTIME_OIDC_ACME_ISSUER": "http://id.example.com"], "MEANTIME_OIDC_ACME_ISSUER"),
            (["MEANTIME_OIDC_ACME_ISSUER": "http://127.0.0.1:9000"], nil),
            (["MEANTIME_OIDC_ACME_CLIENT_ID": ""], "MEANTIME_OIDC_ACME_CLIENT_ID cannot be empty"),
            (["MEANTIME_OIDC_acme_NAME": "x"], "there is no setting MEANTIME_OIDC_acme_NAME"),
            (["MEANTIME_OIDC_OTHER_NAME": "x"], "MEANTIME_OIDC_OTHER_ISSUER is missing"),
            (
                ["MEANTIME_OIDC_ACME_CLIENT_SECRET_FILE": "/nothing"],
                "MEANTIME_OIDC_ACME_CLIENT_SECRET_FILE names a file that cannot be read"
            ),
            (["MEANTIME_PUBLIC_URL": "http://calendar.example.org"], "MEANTIME_PUBLIC_URL"),
            (["MEANTIME_PUBLIC_URL": "https://calendar.example.org/"], "MEANTIME_PUBLIC_URL"),
            (["MEANTIME_REGISTRATION": "yes"], "MEANTIME_REGISTRATION"),
            (["MEANTIME_REGISTRATION": "closed"], nil),
            // It's for `watch`.
            (["MEANTIME_PASSWORD": "x"], nil),
        ] as [([String: String], String?)]
    )
    func providers(changes: [String: String], complaint: String?) async throws {
        let environment = Self.acme.merging(changes) { $1 }
        let outcome = try await Program.run(["check-config"], environment: environment)
        #expect(outcome.status == (complaint == nil ? 0 : 1))
        #expect(!(outcome.output + outcome.errors).contains("hush-hush"))
        if let complaint {
            #expect(outcome.errors.contains(complaint))
        } else {
            #expect(outcome.output.contains("Sign-in by acme: "))
        }
    }

    @Test("Providers need a public address")
    func publicAddress() async throws {
        var environment = Self.acme
        environment["MEANTIME_PUBLIC_URL"] = nil
        let outcome = try await Program.run(["check-config"], environment: environment)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("MEANTIME_PUBLIC_URL is missing"))
    }

    @Test("Settings are read from a file, and the environment overrides them")
    func configFile() async throws {
        try await TestServer.withFolder { folder in
            let lines = "# A comment\n\nPORT=1234\nMEANTIME_HOST=::1\nDATA=a=b\n"
            try TestServer.write(["good.conf": lines, "bad.conf": "PORT\n"], below: folder)
            let good = try await Program.run(
                ["check-config"],
                environment: ["MEANTIME_CONFIG": folder + "/good.conf", "MEANTIME_PORT": "99"]
            )
            for line in ["MEANTIME_PORT=99", "MEANTIME_HOST=::1", "MEANTIME_DATA=a=b"] {
                #expect(good.output.contains(line + "\n"))
            }
            let bad = try await Program.run(
                ["check-config"],
                environment: ["MEANTIME_CONFIG": folder + "/bad.conf"]
            )
            #expect(bad.status == 1)
            #expect(bad.errors.contains("bad.conf:1: expected KEY=VALUE"))
        }
    }
}
