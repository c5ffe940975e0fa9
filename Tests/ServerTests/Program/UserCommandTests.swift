import Foundation
import TestPlaces
import Testing

@testable import Server
@testable import ServerBase
@testable import Store

@Suite("meantime user and meantime group")
struct UserCommandTests {
    /// Where the accounts of a test are.
    enum Place: CaseIterable {
        case file
        case postgreSQL

        /// All, if there is a PostgreSQL server for tests.
        static let available = Place.allCases.filter {
            $0 != .postgreSQL || PostgreSQLForTests.shared != nil
        }
    }

    /// Runs a body with a database that has the accounts of Anna and of Ben.
    private static func withAccounts(
        _ place: Place = .file,
        _ body: @escaping (_ data: String) async throws -> Void
    ) async throws {
        switch place {
        case .file:
            try await TestServer.withFolder { folder in
                try await fill(folder + "/store.sqlite")
                try await body(folder + "/store.sqlite")
            }
        case .postgreSQL:
            try await #require(PostgreSQLForTests.shared).withDatabase { address in
                try await fill(address)
                try await body(address)
            }
        }
    }

    private static func fill(_ data: String) async throws {
        for name in ["Ben", "Anna"] {
            let added = try await Program.run(
                [
                    "user", "add", "\(name.lowercased())@example.org", "--name", name, "--data",
                    data,
                ],
                input: "correct horse\n"
            )
            #expect(added.status == 0, "\(added.errors)")
        }
    }

    @Test(
        "Without a connection to PostgreSQL, a command says why, and not the password",
        arguments: [
            ["user", "list", "--data"], ["verify"], ["move", "--to", "new.sqlite", "--from"],
        ]
    )
    func noConnection(command: [String]) async throws {
        let address = "postgres://anna:secret@/calendars?host=/no/such/folder"
        let outcome = try await Program.run(command + [address])
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("/no/such/folder/.s.PGSQL"), "\(outcome.errors)")
        #expect(!outcome.errors.contains("secret"))
        #expect(outcome.errors.split(separator: "\n").count == 1)
    }

    @Test(
        "A password that isn't escaped in an address isn't shown, whatever it's taken for",
        arguments: [
            "postgres://anna:50%off@db.invalid/calendars",
            "postgres://anna:50@off@db.invalid/calendars",
            "postgres://anna:50/off@db.invalid/calendars",
        ]
    )
    func unescapedPassword(address: String) async throws {
        // The name isn't looked up, and nobody answers there.
        let silent = address + "?hostaddr=127.0.0.1&port=1"
        for command in [["user", "list", "--data"], ["verify"]] {
            let outcome = try await Program.run(command + [silent])
            #expect(outcome.status == 1)
            #expect(outcome.errors.contains("postgres://…: "), "\(outcome.errors)")
            #expect(outcome.errors.contains("The address can't be read."), "\(outcome.errors)")
            for part in ["50", "off"] { #expect(!outcome.errors.contains(part)) }
        }
    }

    private static func run(
        _ arguments: String...,
        data: String,
        input: String = "",
        environment: [String: String] = [:]
    ) async throws -> Program.Outcome {
        try await Program.run(
            arguments + ["--data", data],
            input: input,
            environment: environment
        )
    }

    private static func objects(_ outcome: Program.Outcome) throws -> [[String: JSONValue]] {
        #expect(outcome.status == 0, "\(outcome.errors)")
        return try JSONDecoder().decode(
            [[String: JSONValue]].self,
            from: Data(outcome.output.utf8)
        )
    }

    @Test("The commands in docs/operating.md work as they stand there, one after the other")
    func document() async throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../docs/operating.md")
        let text = try String(contentsOf: file, encoding: .utf8)
        let chapter = try #require(text.firstMatch(of: #/(?s)\n## Accounts\n(.*?)\n## /#)).1
        let commands = chapter.matches(of: #/(?s)```sh\n(.*?)```/#).flatMap {
            $0.1.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        }
        #expect(commands.count >= 9)
        try await TestServer.withFolder { folder in
            for command in commands {
                #expect(command.first == "meantime")
                let isAdded = command.contains("add")
                let outcome = try await Program.run(
                    Array(command.dropFirst()),
                    input: isAdded ? "correct horse\n" : "anna@example.org\n",
                    environment: ["MEANTIME_DATA": folder + "/store.sqlite"]
                )
                #expect(outcome.status == 0, "\(command): \(outcome.errors)")
            }
        }
    }

    // MARK: - Lists

    @Test("Accounts are listed in columns, and as JSON", arguments: Place.available)
    func list(place: Place) async throws {
        try await Self.withAccounts(place) { data in
            let listed = try await Self.run("user", "list", data: data)
            #expect(listed.status == 0, "\(listed.errors)")
            let lines = listed.output.split(separator: "\n").map(String.init)
            #expect(lines.count == 3)
            let today = try #require(lines[1].firstMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}/)).output
            #expect(
                lines == [
                    "ADDRESS           NAME  CREATED     LAST SEEN  STATE   GROUPS  EVENTS  SIZE",
                    "anna@example.org  Anna  \(today)  -          active       0       0   0 B",
                    "ben@example.org   Ben   \(today)  -          active       0       0   0 B",
                ]
            )
            let objects = try Self.objects(try await Self.run("user", "list", "--json", data: data))
            #expect(objects.map { $0["address"]?.text } == ["anna@example.org", "ben@example.org"])
            #expect(objects.first?["state"] == .string("active"))
            #expect(objects.first?["lastSeen"] == .null)
            #expect(objects.first?["events"] == .number(0))
        }
    }

    @Test("Names can't disturb the terminal, and wide ones stay in their column")
    func names() async throws {
        try await Self.withAccounts { data in
            let names = ["c": "Cleo\u{1B}[31m\u{202E}\u{9B}2J", "d": "山田太郎"]
            for (person, name) in names {
                let address = "\(person)@example.org"
                let added = try await Self.run(
                    "user",
                    "add",
                    address,
                    data: data,
                    input: "correct horse\n"
                )
                #expect(added.status == 0)
                // Nobody can choose such a name any more, but some may have one since before.
                try await Self.withStore(data) { store in
                    let account = try #require(try await store.accounts.account(email: address))
                    _ = try await store.accounts.edit(account.id, ProfileEdit(name: name))
                }
            }
            for arguments in [["list"], ["list", "--json"], ["show", "c@example.org"]] {
                let outcome = try await Program.run(["user"] + arguments + ["--data", data])
                #expect(outcome.output.contains(#"Cleo\u001b[31m\u202e\u009b2J"#))
                let isSafe = outcome.output.unicodeScalars.allSatisfy { scalar in
                    scalar == "\n"
                        || scalar.properties.generalCategory != .control
                            && scalar.properties.generalCategory != .format
                }
                #expect(isSafe)
            }
            let text = try await Self.run("user", "list", data: data).output
            let places = text.split(separator: "\n").dropFirst().map { line in
                line.range(of: "active").map { TextColumns.width(line[..<$0.lowerBound]) }
            }
            #expect(Set(places).count == 1)
            let decoded = try Self.objects(try await Self.run("user", "list", "--json", data: data))
            #expect(decoded.contains { $0["name"]?.text == names["c"] })
        }
    }

    @Test("Groups are listed, also while the server runs", arguments: Place.available)
    func groups(place: Place) async throws {
        try await Self.withAccounts(place) { data in
            let none = try await Self.run("group", "list", data: data)
            #expect(none.output == "NAME  ID  MEMBERS  CALENDARS  EVENTS  SIZE\n", "\(none.errors)")
            try await Self.withStore(data) { store in
                let anna = try #require(try await store.accounts.account(email: "anna@example.org"))
                let group = NewGroup(
                    id: GroupID(stored: String(repeating: "f", count: 32)),
                    name: "Family",
                    calendar: CalendarID(stored: String(repeating: "c", count: 32)),
                    ownersTimes: CalendarID(stored: String(repeating: "d", count: 32))
                )
                _ = try await store.groups.create(group, of: anna.id, nowSecond: 1)
                let objects = try Self.objects(
                    try await Self.run("group", "list", "--json", data: data)
                )
                #expect(objects.count == 1)
                #expect(objects.first?["name"] == .string("Family"))
                #expect(objects.first?["members"] == .number(1))
                #expect(objects.first?["calendars"] == .number(2))
            }
        }
    }

    private static func withStore(
        _ data: String,
        _ body: (CalendarStore) async throws -> Void
    ) async throws {
        let database: AnyDatabase =
            data.hasPrefix("postgres")
            ? .postgreSQL(PostgreSQLDatabase(address: data))
            : .sqlite(try SQLiteDatabase(path: data))
        try await body(try await CalendarStore(database: database, nowSecond: 1))
        try await database.close()
    }

    @Test("Everything about an account is shown", arguments: Place.available)
    func show(place: Place) async throws {
        try await Self.withAccounts(place) { data in
            let made = try await Self.run(
                "user",
                "app-password",
                "anna@example.org",
                "--name",
                "Phone",
                data: data
            )
            #expect(made.status == 0)
            let shown = try await Self.run("user", "show", "Anna@Example.org", data: data)
            #expect(shown.status == 0, "\(shown.errors)")
            for line in [
                "anna@example.org\n", "  Name:       Anna\n", "  Last seen:  -\n",
                "  State:      active\n", "  Sign-in:    no limit reached\n",
                "  Stored:     0 events, 0 B\n",
                "\nCalendars\n  NAME      EVENTS  SIZE\n  Personal       0   0 B\n",
                "\nApp passwords\n  NAME   CREATED               LAST USED\n  Phone  ",
            ] {
                #expect(shown.output.contains(line), "\(shown.output)")
            }
            #expect(!shown.output.contains("Sessions"))
            let json = try await Self.run("user", "show", "anna@example.org", "--json", data: data)
            let object = try JSONDecoder().decode(
                [String: JSONValue].self,
                from: Data(json.output.utf8)
            )
            #expect(object["address"]?.text == "anna@example.org")
            #expect(object["signInLimitedUntil"] == .null)
            let unknown = try await Self.run("user", "show", "nobody@example.org", data: data)
            #expect(unknown.status == 1 && unknown.output.isEmpty)
            #expect(unknown.errors.contains("nobody@example.org"))
        }
    }

    // MARK: - Changes

    @Test(
        "An account is disabled and enabled beside the running server",
        arguments: Place.available
    )
    func disable(place: Place) async throws {
        try await Self.withAccounts(place) { data in
            let secret = Data(repeating: 7, count: 32).base64EncodedString()
            let server = try ServerProcess(
                data: data,
                environment: ["MEANTIME_SECRET_KEY": secret]
            )
            let signedIn = try await Self.signIn(server)
            #expect(signedIn.status == 200)
            let page = try await RawConnection.open(
                port: server.port,
                sending:
                    "GET /api/v1/live HTTP/1.1\r\nHost: a\r\nCookie: \(signedIn.cookie)\r\n\r\n"
            )
            #expect(try await page.waits { $0.contains("event: settings") })
            let disabled = try await Self.run("user", "disable", "anna@example.org", data: data)
            #expect(disabled.output == "anna@example.org is disabled.\n", "\(disabled.errors)")
            #expect(try await page.waits { $0.hasSuffix("\r\n0\r\n\r\n") }, "the stream ends")
            page.close()
            #expect(try await Self.signIn(server).status == 403)
            let again = try await Self.run("user", "disable", "anna@example.org", data: data)
            #expect(again.output == "anna@example.org is disabled already.\n")
            let listed = try await Self.run("user", "list", data: data).output
            #expect(listed.contains("disabled"))
            let enabled = try await Self.run("user", "enable", "anna@example.org", data: data)
            #expect(enabled.output == "anna@example.org is enabled.\n")
            #expect(try await Self.signIn(server).status == 200)
            #expect(try await server.stop(secondsMax: 40) == 0)
        }
    }

    @Test("Failed attempts are forgotten beside the running server", arguments: Place.available)
    func unlock(place: Place) async throws {
        try await Self.withAccounts(place) { data in
            let secret = Data(repeating: 7, count: 32).base64EncodedString()
            let server = try ServerProcess(
                data: data,
                environment: ["MEANTIME_SECRET_KEY": secret]
            )
            let nothing = try await Self.run("user", "unlock", "anna@example.org", data: data)
            let none = "There were no failed attempts to sign in to anna@example.org.\n"
            #expect(nothing.output == none)
            for _ in 0..<Limits.attemptsPerAccountMax {
                #expect(try await Self.signIn(server, "wrong horse").status == 401)
            }
            #expect(try await Self.signIn(server).status == 429)
            let shown = try await Self.run("user", "show", "anna@example.org", data: data).output
            #expect(shown.contains("some people have to wait until 20"))
            let unlocked = try await Self.run("user", "unlock", "anna@example.org", data: data)
            #expect(unlocked.output.contains("are forgotten"))
            #expect(try await Self.signIn(server).status == 200)
            #expect(try await server.stop(secondsMax: 40) == 0)
        }
    }

    /// Signs Anna in, and returns the status and the session's cookie.
    ///
    /// Not by `URLSession`, which on Linux never returns from some answers of 401.
    private static func signIn(
        _ server: ServerProcess,
        _ password: String = "correct horse"
    ) async throws -> (status: Int, cookie: String) {
        let form = #"{"email":"anna@example.org","password":"\#(password)"}"#
        let connection = try await RawConnection.open(
            port: server.port,
            sending:
                "POST /api/v1/session HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
                + "Content-Length: \(form.utf8.count)\r\n\r\n\(form)"
        )
        #expect(try await connection.waits(forAnswers: 1))
        connection.close()
        let cookie = connection.text.firstMatch(of: /[Ss]et-[Cc]ookie: ([^;\r]*)/)?.1
        return (try #require(connection.statuses.first), String(cookie ?? ""))
    }

    @Test("The link for a password is printed alone on the last line")
    func password() async throws {
        try await Self.withAccounts { data in
            let made = try await Self.run(
                "user",
                "password",
                "anna@example.org",
                data: data,
                environment: ["MEANTIME_PUBLIC_URL": "https://calendar.example.org"]
            )
            #expect(made.status == 0, "\(made.errors)")
            let last = try #require(made.output.split(separator: "\n").last)
            let link = /https:\/\/calendar\.example\.org\/password#[A-Za-z0-9_-]{27}/
            #expect(last.wholeMatch(of: link) != nil)
            let path = try await Self.run("user", "password", "anna@example.org", data: data)
            #expect(path.output.split(separator: "\n").last?.hasPrefix("/password#") == true)
            #expect(path.errors.contains("MEANTIME_PUBLIC_URL isn't set"))
            _ = try await Self.run("user", "disable", "anna@example.org", data: data)
            let refused = try await Self.run("user", "password", "anna@example.org", data: data)
            #expect(refused.status == 1 && refused.errors.contains("The account is disabled."))
        }
    }

    @Test("App passwords are revoked with the link, if that's asked for")
    func revoking() async throws {
        try await Self.withAccounts { data in
            _ = try await Self.run(
                "user",
                "app-password",
                "anna@example.org",
                "--name",
                "Phone",
                data: data
            )
            func shown() async throws -> Bool {
                try await Self.run("user", "show", "anna@example.org", data: data).output
                    .contains("Phone")
            }
            _ = try await Self.run("user", "password", "anna@example.org", data: data)
            #expect(try await shown())
            let made = try await Self.run(
                "user",
                "password",
                "anna@example.org",
                "--revoke-app-passwords",
                data: data
            )
            #expect(made.output.contains("Revoked 1 app passwords of anna@example.org."))
            #expect(try await !shown())
        }
    }

    @Test("An account is removed after its address was typed again", arguments: Place.available)
    func remove(place: Place) async throws {
        try await Self.withAccounts(place) { data in
            let wrong = try await Self.run(
                "user",
                "remove",
                "anna@example.org",
                data: data,
                input: "ben@example.org\n"
            )
            #expect(wrong.status == 1)
            #expect(wrong.errors.contains("Nothing was removed."))
            let right = try await Self.run(
                "user",
                "remove",
                "anna@example.org",
                data: data,
                input: "Anna@example.org\n"
            )
            #expect(right.status == 0, "\(right.errors)")
            #expect(
                right.output
                    == "anna@example.org has 1 calendars with 0 events.\nRemoved anna@example.org.\n"
            )
            let yes = try await Self.run("user", "remove", "ben@example.org", "--yes", data: data)
            #expect(yes.status == 0)
            #expect(
                try Self.objects(try await Self.run("user", "list", "--json", data: data)).isEmpty
            )
        }
    }

    @Test("A removed owner's group goes to another member, which is told before")
    func removedOwner() async throws {
        try await Self.withAccounts { data in
            try await Self.withStore(data) { store in
                let anna = try #require(try await store.accounts.account(email: "anna@example.org"))
                let ben = try #require(try await store.accounts.account(email: "ben@example.org"))
                let group = GroupID(stored: String(repeating: "f", count: 32))
                _ = try await store.groups.create(
                    NewGroup(
                        id: group,
                        name: "Family",
                        calendar: CalendarID(stored: String(repeating: "c", count: 32)),
                        ownersTimes: CalendarID(stored: String(repeating: "d", count: 32))
                    ),
                    of: anna.id,
                    nowSecond: 1
                )
                let hash = String(repeating: "a", count: 64)
                let link = NewJoinLink(
                    id: String(repeating: "e", count: 32),
                    tokenHash: hash,
                    usesMax: 1,
                    createdSecond: 1,
                    expiresSecond: 9
                )
                _ = try await store.groups.addJoinLink(to: group, by: anna.id, link)
                _ = try await store.groups.join(
                    tokenHash: hash,
                    as: ben.id,
                    times: CalendarID(stored: String(repeating: "b", count: 32)),
                    showing: ShareEdit(),
                    nowSecond: 2
                ) { _ in throw StoreError.notFound }
            }
            let removed = try await Self.run(
                "user",
                "remove",
                "anna@example.org",
                "--yes",
                data: data
            )
            #expect(removed.output.contains("Ben becomes the owner of the group Family."))
            let shown = try await Self.run("user", "show", "ben@example.org", data: data).output
            #expect(shown.contains("Family  owner"))
        }
    }

    @Test("What an administrator does is in the file of the audit log")
    func audited() async throws {
        try await Self.withAccounts { data in
            let log = data + "-audit"
            for command in ["unlock", "disable", "enable", "password", "remove"] {
                let more = command == "remove" ? ["--yes"] : []
                let done = try await Program.run(
                    ["user", command, "anna@example.org", "--data", data] + more,
                    environment: ["MEANTIME_AUDIT_LOG": log]
                )
                #expect(done.status == 0, "\(done.errors)")
            }
            let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
            let records = try lines.map {
                try JSONDecoder().decode([String: JSONValue].self, from: Data($0.utf8))
            }
            #expect(
                records.map { $0["message"]?.text } == [
                    "account-disabled", "account-enabled", "password-link-made", "account-removed",
                ]
            )
            #expect(records.allSatisfy { $0["metadata"]?["route"]?.text == "command line" })
        }
    }
}

/// How many columns of a terminal a text takes, if only the wide characters of this test are in it.
private enum TextColumns {
    static func width(_ text: Substring) -> Int {
        text.unicodeScalars.reduce(0) { $0 + ((0x4E00...0x9FFF).contains($1.value) ? 2 : 1) }
    }
}
