import Foundation
import HTTPTypes
import Logging
import Testing

@testable import Observability
@testable import Server
@testable import ServerBase
@testable import Store

@Suite("The audit log")
struct AuditTests {
    /// Methods that never change anything.
    private static let reading: Set<String> = ["GET", "HEAD", "OPTIONS", "PROPFIND", "REPORT"]

    @Test("Every route that changes something is noted, or excepted with a reason")
    func everyRoute() async throws {
        try await TestServer.run { server, _ in
            let routes = buildRouter(backend: server.backend, web: nil).routes
            let names = Set(routes.map { "\($0.method) \($0.path)" })
            let changing = routes.filter { !Self.reading.contains($0.method.rawValue) }
            let missing = changing.map { "\($0.method) \($0.path)" }
                .filter { AuditRow.all[$0] == nil }
            #expect(missing.isEmpty, "decide what the audit log has of them")
            #expect(changing.count > 60)
            #expect(Set(AuditRow.all.keys).subtracting(names).isEmpty, "there are no such routes")
        }
    }

    @Test("Everything is noted where the table says so, and no secret is")
    func walk() async throws {
        try await AuditWalk.run { walk in
            try await walk.signingIn()
            let anna = try await walk.server.visitor(walk.client)
            try await walk.signingInElsewhere(anna)
            try await walk.passwords(anna)
            try await walk.administration()
            try await walk.groups(anna)
            try await walk.calendars(anna)
            try await walk.externalCalendars(anna)
            try await walk.leaving()

            var noted: [String: Set<AuditAction>] = [:]
            for record in try walk.lines.records {
                #expect(record["logger"]?.text == "audit")
                #expect(record["level"]?.text == "notice")
                let action = try #require(record["message"]?.text.flatMap(AuditAction.init))
                let metadata = try #require(record["metadata"])
                let route = try #require(metadata["route"]?.text)
                noted[route, default: []].insert(action)
                guard route != "command line" else { continue }
                #expect(record["request"]?.text?.count == 32)
                #expect(metadata["network"]?.text?.isEmpty == false)
                let isKnown = metadata["account"] != nil || metadata["subject"] != nil
                #expect(isKnown || [.signInRefused, .attemptsLimited].contains(action), "\(route)")
            }
            var expected: [String: Set<AuditAction>] = [:]
            for (route, row) in AuditRow.all {
                if case .noted(let actions) = row { expected[route] = actions }
            }
            let byCommands = noted.removeValue(forKey: "command line") ?? []
            for route in Set(noted.keys).union(expected.keys).sorted() {
                #expect(noted[route] == expected[route], "\(route)")
            }
            #expect(noted.values.reduce(byCommands) { $0.union($1) } == Set(AuditAction.allCases))
            let text = try walk.lines.text
            for secret in walk.secrets.all { #expect(!text.contains(secret), "\(secret)") }
        }
    }

    @Test(
        "Refused sign-ins are noted as often as they are tried, and then once that there are too many"
    )
    func bounded() async throws {
        try await AuditWalk.run { walk in
            try await walk.signingIn()
            func count(_ action: AuditAction, _ network: String) throws -> Int {
                try walk.lines.records.count { record in
                    record["message"]?.text == action.rawValue
                        && record["metadata"]?["network"]?.text == network
                }
            }
            #expect(try count(.signInRefused, "192.0.2.1") == Limits.attemptsPerAccountMax)
            #expect(try count(.attemptsLimited, "192.0.2.1") == 1)
            #expect(try count(.signInRefused, "192.0.2.2") == Limits.attemptsPerNetworkMax)
            let limited = try walk.lines.records.first {
                $0["message"]?.text == AuditAction.attemptsLimited.rawValue
            }
            #expect(limited?["metadata"]?["limit"]?.text == "account-and-network")
            #expect(limited?["metadata"]?["address"]?.text == "first@b.org")
            walk.server.clock.advance(seconds: Limits.attemptWindowSeconds)
            for _ in 0...Limits.attemptsPerAccountMax {
                _ = try await SignInTests.signIn(
                    walk.client,
                    email: "first@b.org",
                    password: "wrong horse",
                    from: "192.0.2.1"
                )
            }
            #expect(try count(.attemptsLimited, "192.0.2.1") == 2, "once for each window")
        }
    }

    @Test("Whatever is given as an address stays one value in one line")
    func forged() async throws {
        try await AuditWalk.run { walk in
            let address = #"a\n{\"message\":\"signed-in\"}\u0000\u202e"#
            _ = try await SignInTests.signIn(
                walk.client,
                email: address + String(repeating: "x", count: 5_000),
                password: "wrong horse",
                from: "192.0.2.9"
            )
            let records = try walk.lines.records
            #expect(records.map { $0["message"]?.text } == ["sign-in-refused"])
            let noted = try #require(records.first?["metadata"]?["address"]?.text)
            #expect(noted.hasPrefix("a\n{\"message\":\"signed-in\"}\0\u{202E}xxx"))
            #expect(noted.utf8.count <= Limits.logValueBytesMax + 3)
            #expect(try walk.lines.text.unicodeScalars.count { $0 == "\n" } == 1)
        }
    }

    @Test("A program that sends the account's own password is noted once for each network")
    func programs() async throws {
        try await AuditWalk.run { walk in
            let anna = try await walk.server.visitor(walk.client)
            let program = try await anna.program(TestServer.password)
            let propfind = try #require(HTTPRequest.Method("PROPFIND"))
            let header = try #require(HTTPField.Name("X-Forwarded-For"))
            for network in ["192.0.2.1", "192.0.2.1", "192.0.2.2"] {
                // By then it isn't remembered any more that the password was right.
                walk.server.clock.advance(seconds: Limits.checkedPasswordSeconds + 1)
                _ = try await program.request(
                    propfind,
                    absolute: "/dav/calendars/",
                    more: [header: network]
                )
            }
            let noted = try walk.lines.records.filter {
                $0["message"]?.text == AuditAction.programSignedIn.rawValue
            }
            #expect(
                noted.map { $0["metadata"]?["network"]?.text } == ["192.0.2.1", "192.0.2.2"]
            )
        }
    }

    @Test("Networks are remembered up to the limit, and all forgotten past it")
    func seenNetworks() async throws {
        let seen = SeenNetworks()
        let account = AccountID(stored: String(repeating: "1", count: 32))
        for number in 0..<Limits.seenNetworksMax {
            #expect(await seen.isFirst(account, from: ClientNetwork("network \(number)")))
        }
        #expect(await !seen.isFirst(account, from: ClientNetwork("network 0")), "at the limit")
        #expect(await seen.isFirst(account, from: ClientNetwork("one more")))
        #expect(await !seen.isFirst(account, from: ClientNetwork("one more")))
        #expect(await seen.isFirst(account, from: ClientNetwork("network 0")))
    }

    @Test("A role and what is shown are in the record")
    func details() async throws {
        try await AuditWalk.run { walk in
            let anna = try await walk.server.visitor(walk.client)
            try await walk.groups(anna)
            func metadata(_ action: AuditAction) throws -> JSONValue? {
                try walk.lines.records.first { $0["message"]?.text == action.rawValue }?["metadata"]
            }
            let role = try metadata(.roleChanged)
            #expect(role?["role"]?.text == "admin")
            #expect(role?["account"]?.text == anna.account.id.text)
            #expect(role?["subject"]?.text != anna.account.id.text)
            #expect(role?["group"]?.text == (try metadata(.groupMade))?["subject"]?.text)
            let shown = try #require(try metadata(.shareChanged)?["shown"]?.text)
            #expect(shown.wholeMatch(of: /default:busy,[0-9a-f]{32}:full/) != nil)
        }
    }

    @Test("The file is for its owner alone, is appended to, and is opened again")
    func file() async throws {
        try await LogLines.run { lines in
            func mode(_ path: String) throws -> Int? {
                try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            }
            let log = AuditLog(to: [lines.logger("audit")])
            log.note(.signedOut)
            #expect(try mode(lines.path) == 0o600)
            try FileManager.default.moveItem(atPath: lines.path, toPath: lines.path + ".1")
            log.note(.signedOut)
            try lines.output.reopen()
            log.note(.binEmptied)
            #expect(try lines.records.map { $0["message"]?.text } == ["bin-emptied"])
            #expect(try mode(lines.path) == 0o600)
            let old = try String(contentsOfFile: lines.path + ".1", encoding: .utf8)
            #expect(old.split(separator: "\n").count == 2)
            let again = try LogOutput(path: lines.path)
            again.write(line: "{}")
            #expect(try lines.records.count == 2)
        }
    }

    #if os(Linux)
    @Test("A file that can't be written is told of in the log, once until it can be again")
    func full() async throws {
        try await LogLines.run { lines in
            let full = try LogOutput(path: "/dev/full")
            let logger = Logger(label: "audit") { label in
                LineLogHandler(label: label, format: .json, to: full, level: .notice)
            }
            let log = AuditLog(to: [lines.logger("audit"), logger], file: full)
            log.note(.signedOut)
            log.note(.binEmptied)
            let records = try lines.records
            #expect(records.map { $0["level"]?.text } == ["notice", "error", "notice"])
            #expect(records[1]["metadata"]?["error"]?.text == "No space left on device")
        }
    }
    #endif

    @Test("A file that can't be opened is named with the reason, and the old one stays in use")
    func notOpened() async throws {
        #expect(throws: LogOutput.Failure(description: "No such file or directory")) {
            try LogOutput(path: "/nowhere/audit")
        }
        try await LogLines.run { lines in
            try FileManager.default.moveItem(atPath: lines.path, toPath: lines.path + ".1")
            try FileManager.default.createDirectory(
                atPath: lines.path,
                withIntermediateDirectories: false
            )
            #expect(throws: LogOutput.Failure(description: "Is a directory")) {
                try lines.output.reopen()
            }
            #expect(lines.output.write(line: "{}"))
            let old = try String(contentsOfFile: lines.path + ".1", encoding: .utf8)
            #expect(old == "{}\n")
        }
    }
}
