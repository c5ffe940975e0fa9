import HTTPTypes
import Testing

@testable import Accounts
@testable import CalDAVServer
@testable import Server
@testable import ServerBase
@testable import Store

/// The machine's clock is set by people and by programs, forwards and back.
@Suite("A clock that jumps by an hour")
struct ClockJumpTests {
    @Test(
        "Sessions go on, and events are saved, read and followed",
        arguments: [3600, -3600] as [Int64]
    )
    func signedIn(seconds: Int64) async throws {
        try await TestServer.runSignedIn { visitor in
            let before = try await visitor.server.backend.store.changes.latest()
            #expect(try await visitor.create("before").status == .created)
            visitor.server.clock.advance(seconds: seconds)
            #expect(try await visitor.create("after").status == .created)
            #expect(try await visitor.request(.get, "/readyz").status == .ok)
            let changes = try await visitor.server.backend.store.changes.page(
                of: visitor.account.id,
                after: before,
                countMax: 9
            )
            #expect(changes?.changes.count == 2)
            let tag = try await visitor.request(.get, visitor.events + "before").headers[.eTag]
            let removed = try await visitor.request(
                .delete,
                visitor.events + "before",
                headers: ["If-Match": try #require(tag)]
            )
            #expect(removed.status == .noContent)
            let bin = try await visitor.request(.get, "/api/v1/bin/events").json
            #expect(bin["events"]?.objects.count == 1, "still there to be brought back")
            let fresh = try await SignInTests.signIn(visitor.client)
            #expect(fresh.status == .ok)
        }
    }

    @Test("Whoever is locked out waits no longer than without the jump back")
    func throttle() async throws {
        try await TestServer.run { server, _ in
            let key = ThrottleKey.pair(account: "anna", network: "net")
            let throttle = server.backend.accounts.throttle
            let now = server.clock.nowSecond
            for _ in 0..<Limits.attemptsPerAccountMax {
                try await throttle.count([key], nowSecond: now)
            }
            let back = now - 3600
            let wait = ServerError.tooManyAttempts(
                retryAfterSeconds: Limits.attemptWindowSeconds
            )
            await #expect(throws: wait) { try await throttle.count([key], nowSecond: back) }
            let end = back + Limits.attemptWindowSeconds
            await #expect(throws: ServerError.tooManyAttempts(retryAfterSeconds: 1)) {
                try await throttle.count([key], nowSecond: end - 1)
            }
            try await throttle.count([key], nowSecond: end)
        }
    }

    @Test("A push message isn't held back for an hour by a jump back")
    func push() async throws {
        let queue = PushQueue()
        let update = PushUpdate(
            registration: "a",
            account: AccountID(stored: String(repeating: "a", count: 32)),
            triggers: .content
        )
        await queue.add([update], nowSecond: 10_000)
        let first = try #require(await queue.takeDue(nowSecond: 10_000).first)
        _ = await queue.finish(first, .sent, nowSecond: 10_000)
        await queue.add([update], nowSecond: 10_001)
        #expect(await queue.takeDue(nowSecond: 10_001).isEmpty, "so soon after the last one")
        #expect(await queue.takeDue(nowSecond: 10_001 - 3600).count == 1)
    }

    @Test("Whoever has made all their writes waits no longer after a jump back")
    func writes() async throws {
        let allowances = WriteAllowances(perMinute: 60)
        let anna = AccountID(stored: String(repeating: "a", count: 32))
        func write(_ second: Int64) async throws {
            try await allowances.take(by: anna, through: nil, nowSecond: second)
        }
        for _ in 0..<(60 * Limits.writeBurstMinutes) { try await write(10_000) }
        await #expect(throws: ServerError.tooManyWrites(retryAfterSeconds: 1)) {
            try await write(10_000 - 3600)
        }
        try await write(10_001 - 3600)
    }
}
