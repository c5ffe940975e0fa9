import Synchronization
import TestPlaces
import Testing

@testable import Server
@testable import ServerBase
@testable import Store

/// Live streams of somebody's pages at two servers on one PostgreSQL database.
///
/// No stream is woken by the clock, as it usually is every twenty seconds.
@Suite("Two servers on one database", .enabled(if: PostgreSQLForTests.shared != nil))
struct TwoServersTests {
    /// A stream at a server.
    private struct OpenStream {
        let page = LivePage()
        private let ended: Ended
        private let run: Task<Void, any Error>

        /// Opens one, and waits until it has everything.
        init(at server: TestServer, of account: AccountID, as entry: RequestEntry) async throws {
            let stream = LiveStream(backend: server.backend, owner: account, entry: entry)
            let since = try await server.backend.store.changes.latest()
            let listener = try await stream.listen()
            let (page, ended) = (page, Ended())
            self.ended = ended
            run = Task {
                try await stream.run(listener, since: since, write: page.receive)
                ended.isReached.withLock { $0 = true }
            }
            try #require(try await page.waits { !$0.settings.isEmpty })
        }

        /// Waits until it ends by itself; false if it doesn't.
        func ends() async throws -> Bool {
            try await waited { ended.isReached.withLock { $0 } ? true : nil } ?? false
        }

        func close() { run.cancel() }
    }

    private final class Ended: Sendable {
        let isReached = Mutex(false)
    }

    /// Runs a body with somebody at one server, and with another server.
    private static func run(
        _ body: @escaping @Sendable (Visitor, _ other: TestServer) async throws -> Void
    ) async throws {
        let withoutClock: @Sendable (inout ServerSettings) -> Void = { $0.watchesPerPing = .max }
        try await TestServer.run(on: .shared, settings: withoutClock) { server, client in
            let visitor = try await server.visitor(client)
            try await server.withOtherServer { other, _ in try await body(visitor, other) }
        }
    }

    @Test("An event that is saved at one server reaches the pages at both")
    func event() async throws {
        try await Self.run { visitor, other in
            var streams: [OpenStream] = []
            for server in [visitor.server, other] {
                let account = visitor.account.id
                streams.append(try await OpenStream(at: server, of: account, as: visitor.entry))
            }
            #expect(try await visitor.create("lunch").status == .created)
            for stream in streams {
                #expect(try await stream.page.waits { $0.hrefs == ["lunch"] })
                stream.close()
            }
        }
    }

    @Test("Settings that are changed at one server reach a page at another by themselves")
    func settings() async throws {
        try await Self.run { visitor, other in
            let account = visitor.account.id
            let stream = try await OpenStream(at: other, of: account, as: visitor.entry)
            let put = try await visitor.request(
                .put,
                "/api/v1/settings",
                #"{"theme":"dark"}"#,
                headers: ["If-Match": "*"]
            )
            let etag = try #require(put.headers[.eTag])
            #expect(try await stream.page.waits { $0.settings == ["\"0\"", etag] })
            stream.close()
        }
    }

    /// How somebody's access is ended.
    enum Ending: CaseIterable {
        case session, otherSessions, signOut, newPassword, disabling, removal
    }

    @Test(
        "A session that is ended at one server ends its stream at another",
        arguments: Ending.allCases
    )
    func session(ending: Ending) async throws {
        try await Self.run { visitor, other in
            let hash = SessionCookie.hash(of: "elsewhere")
            let session = NewSession(
                tokenHash: hash,
                account: visitor.account.id,
                createdSecond: visitor.server.clock.nowSecond,
                expiresSecond: visitor.server.clock.nowSecond + 86_400
            )
            try await visitor.server.backend.store.sessions.create(session)
            let elsewhere = try await OpenStream(
                at: other,
                of: visitor.account.id,
                as: .session(tokenHash: hash)
            )
            try await end(ending, hash, by: visitor)
            #expect(try await elsewhere.ends())
        }
    }

    private func end(_ ending: Ending, _ hash: String, by visitor: Visitor) async throws {
        let backend = visitor.server.backend
        let sessions = "/api/v1/account/sessions"
        switch ending {
        case .session:
            let path = sessions + "/" + SessionRecord.id(ofTokenHash: hash)
            #expect(try await visitor.request(.delete, path).status == .noContent)
        case .otherSessions:
            #expect(try await visitor.request(.delete, sessions).status == .noContent)
        case .signOut:
            let cookie = SessionCookie.name + "=elsewhere"
            let answer = try await visitor.client.execute(
                uri: "/api/v1/session",
                method: .delete,
                headers: [.cookie: cookie]
            ) { $0 }
            #expect(answer.status == .noContent)
        case .newPassword:
            let form = #"{"password":"another horse","oldPassword":"\#(TestServer.password)"}"#
            #expect(try await visitor.request(.patch, "/api/v1/account", form).status == .ok)
        case .disabling: #expect(try await backend.accounts.disable(visitor.account.id))
        case .removal: try await backend.remove(visitor.account.id)
        }
    }

    @Test("An app password that is revoked at one server ends its stream at another")
    func appPassword() async throws {
        try await Self.run { visitor, other in
            let password = try await visitor.appPassword()
            let stream = try await OpenStream(
                at: other,
                of: visitor.account.id,
                as: .program(appPassword: password.id)
            )
            let path = "/api/v1/account/app-passwords/" + password.id
            #expect(try await visitor.request(.delete, path).status == .noContent)
            #expect(try await stream.ends())
        }
    }
}
