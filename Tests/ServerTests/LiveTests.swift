import Foundation
import HTTPTypes
import NIOCore
import Synchronization
import Testing

@testable import Server
@testable import ServerBase
@testable import Store

@Suite("Live changes")
struct LiveTests {
    private static func follow(_ visitor: Visitor, since: Int64, page: LivePage) -> Task<
        Void, any Error
    > {
        let stream = LiveStream(
            backend: visitor.server.backend,
            owner: visitor.account.id,
            entry: visitor.entry
        )
        return Task {
            let listener = try await stream.listen()
            try await stream.run(listener, since: ChangeToken(since)) { page.receive($0) }
        }
    }

    @Test("A page gets what it missed, then what is new, each once and in order")
    func resume() async throws {
        try await TestServer.runSignedIn { visitor in
            func tokens() async throws -> [Int64] {
                let tokens = try await visitor.server.database.read(as: .server(.changeLog)) {
                    try $0.rows(
                        "SELECT token FROM changes WHERE href IS NOT NULL ORDER BY token",
                        []
                    )
                    .map { try $0.integer(0) }
                }
                // On PostgreSQL, an earlier transaction that is still running can hide these changes from readers.
                _ = try await waited {
                    try await visitor.server.backend.store.changes.latest().number >= tokens.last
                        ?? 0
                        ? true : nil
                }
                return tokens
            }
            for number in 0..<3 { try await visitor.create("old-\(number)") }
            let page = LivePage()
            let task = Self.follow(visitor, since: try await tokens()[0], page: page)
            #expect(try await page.waits { $0.hrefs == ["old-1", "old-2"] })
            for number in 0..<3 { try await visitor.create("new-\(number)") }
            #expect(try await page.waits { $0.hrefs.count == 5 })
            #expect(page.hrefs == ["old-1", "old-2", "new-0", "new-1", "new-2"])
            let last = try await tokens()[1...].map(String.init)
            // A token may also stand alone, for a stretch of the log that had nothing for this page.
            #expect(page.ids.filter(last.contains) == last)
            #expect(page.ids.compactMap(Int64.init) == page.ids.compactMap(Int64.init).sorted())
            task.cancel()
            _ = await task.result

            let later = LivePage()
            let next = Self.follow(visitor, since: try await tokens()[3], page: later)
            #expect(try await later.waits { $0.hrefs == ["new-1", "new-2"] })
            next.cancel()
        }
    }

    @Test("A change reaches every page of the account and no other account's")
    func listeners() async throws {
        try await TestServer.run { server, client in
            let anna = try await server.visitor(client)
            let ben = try await server.visitor(client, email: "ben@example.org")
            let pages = [LivePage(), LivePage(), LivePage()]
            let tasks = zip([anna, anna, ben], pages).map {
                Self.follow($0, since: 2, page: $1)
            }
            try await anna.create("one")
            for page in pages.prefix(2) { #expect(try await page.waits { $0.hrefs == ["one"] }) }
            try await ben.create("two")
            #expect(try await pages[2].waits { $0.hrefs == ["two"] })
            for page in pages.prefix(2) { #expect(page.hrefs == ["one"]) }
            for task in tasks { task.cancel() }
        }
    }

    @Test("Each change arrives exactly once while many write")
    func manyWriters() async throws {
        try await TestServer.runSignedIn { visitor in
            let page = LivePage()
            let task = Self.follow(visitor, since: 1, page: page)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for writer in 0..<6 {
                    group.addTask {
                        for number in 0..<40 { try await visitor.create("w\(writer)-\(number)") }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await page.waits { $0.hrefs.count >= 240 })
            #expect(page.hrefs.count == 240)
            #expect(Set(page.hrefs).count == 240)
            let ids = page.ids.compactMap(Int.init)
            #expect(ids == ids.sorted())
            task.cancel()
        }
    }

    @Test(
        "An unknown or invalid token resets the page",
        arguments: ["since=\(TestServer.tokenOfNoLog)", "since=-5", "since=x", "since="]
    )
    func reset(query: String) async throws {
        try await TestServer.runSignedIn { visitor in
            let response = try await visitor.request(.get, "/api/v1/live?" + query)
            #expect(response.headers[.contentType] == "text/event-stream")
            #expect(response.text.hasSuffix("event: reset\ndata: {}\n\n"))
        }
    }

    @Test("Nobody gets the changes of somebody else who has signed in since")
    func otherAccount() async throws {
        try await TestServer.runSignedIn { visitor in
            let path = "/api/v1/live?since=0&account=somebody-else"
            let response = try await visitor.request(.get, path)
            #expect(response.status == .forbidden)
        }
    }

    @Test("The Last-Event-ID header overrides the address")
    func lastEventID() async throws {
        try await TestServer.runSignedIn { visitor in
            let response = try await visitor.request(
                .get,
                "/api/v1/live?since=0",
                headers: ["Last-Event-ID": TestServer.tokenOfNoLog]
            )
            #expect(response.text.contains("event: reset"))
        }
    }

    @Test("A stream sends the version of the settings at its start and after each change")
    func settings() async throws {
        try await TestServer.run { server, client in
            let anna = try await server.visitor(client)
            let ben = try await server.visitor(client, email: "ben@example.org")
            let pages = [LivePage(), LivePage()]
            let tasks = zip([anna, ben], pages).map { Self.follow($0, since: 2, page: $1) }
            for page in pages { #expect(try await page.waits { $0.settings == ["\"0\""] }) }
            let put = try await anna.request(
                .put,
                "/api/v1/settings",
                #"{"theme":"dark"}"#,
                headers: ["If-Match": "*"]
            )
            let etag = try #require(put.headers[.eTag])
            #expect(try await pages[0].waits { $0.settings == ["\"0\"", etag] })
            try await ben.create("one")
            #expect(try await pages[1].waits { $0.hrefs == ["one"] })
            #expect(pages[1].settings == ["\"0\""])
            for task in tasks { task.cancel() }
        }
    }

    @Test("An account can have only so many listeners")
    func listenerLimit() async throws {
        let changeNotifier = ChangeNotifier()
        let anna = try #require(AccountID(String(repeating: "a", count: 32)))
        let ben = try #require(AccountID(String(repeating: "b", count: 32)))
        // One that nobody holds would give its place back.
        var listeners: [ChangeNotifier.Listener] = []
        for _ in 0..<Limits.listenersPerAccountMax {
            listeners.append(try await changeNotifier.listen(for: anna))
        }
        await #expect(throws: ServerError.tooManyStreams) {
            try await changeNotifier.listen(for: anna)
        }
        _ = try await changeNotifier.listen(for: ben)
        await changeNotifier.stopListening(listeners[0])
        _ = try await changeNotifier.listen(for: anna)
    }

    @Test("One stream too many is refused, with a time to retry")
    func tooMany() async throws {
        try await TestServer.runSignedIn { visitor in
            let changeNotifier = visitor.server.backend.changeNotifier
            var listeners: [ChangeNotifier.Listener] = []
            for _ in 0..<Limits.listenersPerAccountMax {
                listeners.append(try await changeNotifier.listen(for: visitor.account.id))
            }
            let path = "/api/v1/live?since=\(TestServer.tokenOfNoLog)"
            let refused = try await visitor.request(.get, path)
            #expect(refused.status == .serviceUnavailable)
            #expect(refused.problem == "/problems/too-many-streams")
            #expect(refused.headers[.retryAfter] == "\(Limits.listenAgainSeconds)")
            await changeNotifier.stopListening(listeners[0])
            #expect(try await visitor.request(.get, path).status == .ok)
        }
    }

    @Test("A listener that is dropped gives its place back")
    func dropped() async throws {
        let changeNotifier = ChangeNotifier()
        let anna = try #require(AccountID(String(repeating: "a", count: 32)))
        for _ in 0..<3 * Limits.listenersPerAccountMax {
            var count = 0
            // A task of its own gives the place back, so wait for it.
            while await changeNotifier.listenerCount >= Limits.listenersPerAccountMax,
                count < 10_000
            {
                await Task.yield()
                count += 1
            }
            _ = try await changeNotifier.listen(for: anna)
        }
    }

    @Test("Changes by another process arrive")
    func otherProcess() async throws {
        try await TestServer.runSignedIn { visitor in
            let page = LivePage()
            let task = Self.follow(visitor, since: 1, page: page)
            #expect(try await page.waits { $0.text.contains(": live") })
            // Like another process, this store can't notify the server's streams.
            let other = try await visitor.server.otherStore()
            let calendar = NewCalendar(
                id: try #require(CalendarID(String(repeating: "d", count: 32))),
                name: "From outside",
                color: "red"
            )
            _ = try await other.calendars.create(calendar, of: visitor.account.id)
            #expect(try await page.waits { $0.text.contains("From outside") })
            task.cancel()
        }
    }
}

@Suite("Live changes and the session")
struct LiveSessionTests {
    @Test(
        "A stream ends when its account is removed, here or by another process",
        arguments: [true, false]
    )
    func removed(isHere: Bool) async throws {
        try await TestServer.runSignedIn { visitor in
            let backend = visitor.server.backend
            let account = visitor.account.id
            let stream = LiveStream(backend: backend, owner: account, entry: visitor.entry)
            let listener = try await stream.listen()
            let since = try await backend.store.changes.latest()
            let page = LivePage()
            let (ends, end) = AsyncStream.makeStream(of: Void.self)
            let run = Task {
                try await stream.run(listener, since: since, write: page.receive)
                end.finish()
            }
            #expect(try await page.waits { $0.text.contains("event: settings") })
            if isHere {
                try await backend.remove(account)
            } else {
                let other = try await visitor.server.otherStore()
                try await other.accounts.remove(account, CandidateEdits.removing(account))
            }
            // Less than the sign of life takes, with which every stream looks at its sign-in.
            let isInTime = try await withThrowingTaskGroup(of: Bool.self) { group in
                group.addTask {
                    for await _ in ends {}
                    return true
                }
                group.addTask {
                    try await Task.sleep(for: .seconds(Limits.watchesPerPing - 5))
                    return false
                }
                defer { group.cancelAll() }
                return try await group.next() ?? false
            }
            #expect(isInTime)
            run.cancel()
        }
    }

    @Test("A stream that is still catching up ends with its app password, after the page it has")
    func revokedWhileCatchingUp() async throws {
        try await TestServer.runSignedIn { visitor in
            let backend = visitor.server.backend
            for number in 0...Limits.livePageCount { try await visitor.create("e\(number)") }
            let password = try await visitor.appPassword()
            let stream = LiveStream(
                backend: backend,
                owner: visitor.account.id,
                entry: .program(appPassword: password.id)
            )
            let listener = try await stream.listen()
            let page = LivePage()
            try await stream.run(listener, since: ChangeToken(1)) { bytes in
                page.receive(bytes)
                guard !page.hrefs.isEmpty else { return }
                let path = "/api/v1/account/app-passwords/" + password.id
                _ = try await visitor.request(.delete, path)
            }
            #expect(!page.hrefs.isEmpty)
            #expect(page.hrefs.count < Limits.livePageCount + 1)
        }
    }

    @Test("A stream ends with its session and sends nothing more")
    func revoked() async throws {
        try await TestServer.runSignedIn { visitor in
            let token = String(visitor.cookie.dropFirst(SessionCookie.name.count + 1))
            let hash = SessionCookie.hash(of: token)
            let backend = visitor.server.backend
            let stream = LiveStream(
                backend: backend,
                owner: visitor.account.id,
                entry: .session(tokenHash: hash)
            )
            let (starts, continuation) = AsyncStream.makeStream(of: String.self)
            let since = try await backend.store.changes.latest()
            let run = Task {
                let listener = try await stream.listen()
                try await stream.run(listener, since: since) {
                    continuation.yield(String(buffer: $0))
                }
                continuation.finish()
            }
            var told = ""
            for await text in starts {
                told += text
                guard told.contains("event: settings") else { continue }
                try await backend.store.sessions.remove(tokenHash: hash)
                _ = try await backend.store.settings.put(
                    #"{"a":1}"#,
                    of: visitor.account.id,
                    expecting: .anything
                )
                break
            }
            try await run.value
            for await text in starts { told += text }
            #expect(told.components(separatedBy: "event: settings").count == 2)
        }
    }
}
