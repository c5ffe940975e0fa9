import Foundation
import FoundationNetworking
import HTTPTypes
import NIOCore
import Testing

@testable import Accounts
@testable import Server
@testable import Store

@Suite("The server as a process", .serialized)
struct DurabilityTests {
    /// An account with a session, prepared before the server runs.
    private struct Writer: Sendable {
        let cookie: String
        let calendar: String

        func request(_ url: URL, method: String, body: String? = nil) -> URLRequest {
            var request = URLRequest(url: url)
            request.httpMethod = method
            request.httpShouldHandleCookies = false
            request.setValue(cookie, forHTTPHeaderField: "Cookie")
            request.httpBody = body.map { Data($0.utf8) }
            if method == "PUT" { request.setValue("*", forHTTPHeaderField: "If-None-Match") }
            return request
        }

        func eventPath(_ name: String) -> String {
            "/api/v1/calendars/\(calendar)/events/\(name)"
        }
    }

    /// The acknowledged writes, with their ETags; kills the server after so many.
    private actor Acknowledged {
        private(set) var etags: [String: String] = [:]
        private let killAfter: Int
        private let kill: @Sendable () -> Void

        init(killAfter: Int, kill: @escaping @Sendable () -> Void) {
            self.killAfter = killAfter
            self.kill = kill
        }

        func add(_ name: String, etag: String) {
            etags[name] = etag
            if etags.count == killAfter { kill() }
        }
    }

    private static func prepare(_ path: String) async throws -> Writer {
        let database = try SQLiteDatabase(path: path)
        let backend = try await Backend(
            database: .sqlite(database),
            settings: ServerSettings(),
            passwords: Passwords(cost: .init(rounds: 16, blockSize: 1, parallelism: 1))
        )
        let person = try NewPerson(email: "a@b", name: nil, password: TestServer.password)
        let account = try await backend.accounts.create(person, isFirst: true)
        let now = Int64(Date.now.timeIntervalSince1970)
        let session = NewSession(
            tokenHash: SessionCookie.hash(of: "token"),
            account: account.id,
            createdSecond: now,
            expiresSecond: now + 3600
        )
        try await backend.store.sessions.create(session)
        let calendars = try await backend.store.calendars.all(of: account.id)
        let calendar = try #require(calendars.first)
        try database.close()
        return Writer(cookie: SessionCookie.name + "=token", calendar: calendar.id.text)
    }

    private static func name(_ number: Int) -> String { "event-\(number)" }
    private static func text(_ number: Int) -> String {
        let note = "DESCRIPTION:" + String(repeating: "note ", count: 10)
        let folded = String(
            repeating: "\r\n " + String(repeating: "x", count: 60),
            count: number % 40
        )
        return event(name(number), title: "Number \(number)", more: note + folded)
    }

    /// Writes events one after another until all are written or one fails.
    private static func write(
        _ numbers: StrideTo<Int>,
        as writer: Writer,
        to url: @Sendable (String) throws -> URL,
        acknowledged: Acknowledged
    ) async {
        let session = URLSession(configuration: .ephemeral)
        for number in numbers {
            guard let url = try? url(writer.eventPath(name(number))),
                let answer = try? await session.data(
                    for: writer.request(url, method: "PUT", body: text(number))
                ),
                let response = answer.1 as? HTTPURLResponse, response.statusCode == 201,
                let etag = response.value(forHTTPHeaderField: "ETag")
            else { return }
            await acknowledged.add(name(number), etag: etag)
        }
    }

    private static let writesCount = 500
    private static let writersCount = 4

    @Test(
        "Acknowledged writes survive kill -9, and no event is half written",
        arguments: [1, 2, 3] as [UInt64]
    )
    func killed(seed: UInt64) async throws {
        try await TestServer.withFolder { folder in
            let path = folder + "/store.sqlite"
            let writer = try await Self.prepare(path)
            // The seed decides after how many writes, and how long into the next, the server dies.
            let killAfter = Int((seed &* 2_654_435_761) % 400) + 50
            let delayMicroseconds = UInt32((seed &* 40_503) % 4000)

            let server = try ServerProcess(data: path)
            let port = server.port
            let identifier = server.identifier
            let acknowledged = Acknowledged(killAfter: killAfter) {
                usleep(delayMicroseconds)
                Foundation.kill(identifier, SIGKILL)
            }
            await withTaskGroup(of: Void.self) { group in
                for first in 0..<Self.writersCount {
                    let numbers = stride(from: first, to: Self.writesCount, by: Self.writersCount)
                    group.addTask {
                        await Self.write(
                            numbers,
                            as: writer,
                            to: { try #require(URL(string: "http://127.0.0.1:\(port)\($0)")) },
                            acknowledged: acknowledged
                        )
                    }
                }
            }
            server.waitUntilExit()
            let etags = await acknowledged.etags
            #expect(etags.count >= killAfter && etags.count < Self.writesCount, "seed \(seed)")

            let kept = try await Self.events(of: writer, in: path)
            for (name, etag) in etags { #expect(kept[name]?.etag == etag, "seed \(seed)") }
            for (name, event) in kept {
                let number = try #require(name.split(separator: "-").last.flatMap { Int($0) })
                #expect(event.text == Self.text(number), "whole, seed \(seed)")
            }
        }
    }

    /// The events that the server has after a restart.
    private static func events(
        of writer: Writer,
        in path: String
    ) async throws -> [String: (etag: String?, text: String?)] {
        let server = try ServerProcess(data: path)
        let request = writer.request(try server.address("/api/v1/sync"), method: "GET")
        let (data, _) = try await URLSession(configuration: .ephemeral).data(for: request)
        var events: [String: (etag: String?, text: String?)] = [:]
        var isWhole = false
        for line in data.split(separator: UInt8(ascii: "\n")) {
            let record = try JSONDecoder().decode([String: JSONValue].self, from: Data(line))
            isWhole = isWhole || record["type"]?.text == "end"
            guard let href = record["href"]?.text else { continue }
            events[href] = (record["etag"]?.text, record["ical"]?.text)
        }
        #expect(isWhole)
        #expect(try await server.stop(secondsMax: 5) == 0)
        return events
    }

    @Test("SIGTERM stops the server while pages listen, and acknowledged writes stay")
    func terminated() async throws {
        try await TestServer.withFolder { folder in
            let path = folder + "/store.sqlite"
            let writer = try await Self.prepare(path)
            let server = try ServerProcess(data: path)
            let listen = "GET /api/v1/live?since=0 HTTP/1.1\r\nHost: a\r\n"
            let page = try await RawConnection.open(
                port: server.port,
                sending: listen + "Cookie: \(writer.cookie)\r\n\r\n"
            )
            #expect(try await page.waits(forAnswers: 1))
            let port = server.port
            let acknowledged = Acknowledged(killAfter: .max) {}
            let writing = Task {
                await Self.write(
                    stride(from: 0, to: Self.writesCount, by: 1),
                    as: writer,
                    to: { try #require(URL(string: "http://127.0.0.1:\(port)\($0)")) },
                    acknowledged: acknowledged
                )
            }
            while await acknowledged.etags.count < 20 {
                try await Task.sleep(for: .milliseconds(5))
            }
            #expect(try await server.stop(secondsMax: 10) == 0)
            await writing.value
            for end in ["-wal", "-shm"] {
                let isLeft = FileManager.default.fileExists(atPath: path + end)
                #expect(!isLeft, "the log is written back: \(end)")
            }
            let kept = try await Self.events(of: writer, in: path)
            for (name, etag) in await acknowledged.etags { #expect(kept[name]?.etag == etag) }
            page.close()
        }
    }
}
