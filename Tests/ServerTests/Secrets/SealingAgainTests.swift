import Testing

@testable import ExternalCalendars
@testable import Secrets
@testable import Server
@testable import Store

@Suite("Sealing with another key")
struct SealingAgainTests {
    private static func backend(
        of server: TestServer,
        _ keys: UInt8...
    ) async throws -> Backend {
        let secrets = SecretKeys(
            try keys.map { try #require(SecretKey([UInt8](repeating: $0, count: 32))) }
        )
        return try await Backend(
            database: server.database,
            settings: ServerSettings(port: 0, webRoot: nil),
            clockAndRandom: server.clock.clockAndRandom,
            secrets: secrets
        )
    }

    /// Subscribes somebody to a number of calendars, and returns the last one.
    private static func subscribe(
        _ anna: Visitor,
        to count: Int,
        by backend: Backend
    ) async throws -> CalendarID {
        var last: CalendarID?
        for number in 1...count {
            let new = try backend.clockAndRandom.newCalendar(name: "\(number)", color: "blue")
            let address = try backend.externalCalendars.fetcher.address(
                typed: "https://a.example/\(number)"
            )
            _ = try await backend.store.externalCalendars.create(
                new,
                from: .feed,
                at: backend.externalCalendars.sealed(address, for: new.id),
                keepsReminders: false,
                of: anna.account.id,
                nowSecond: 0
            )
            last = new.id
        }
        return try #require(last)
    }

    @Test("What an old key sealed is sealed by the first, and opens without the old one")
    func another() async throws {
        try await TestServer.runSignedIn { anna in
            let old = try await Self.backend(of: anna.server, 1)
            let calendar = try await Self.subscribe(anna, to: 3, by: old)
            let both = try await Self.backend(of: anna.server, 2, 1)
            #expect(
                try await both.externalCalendars.sealSecretsAgain() == SealingOutcome(againCount: 3)
            )
            #expect(try await both.externalCalendars.sealSecretsAgain() == SealingOutcome())
            let new = try await Self.backend(of: anna.server, 2)
            let source = try await new.store.externalCalendars.calendar(
                of: calendar,
                by: anna.account.id
            )
            #expect(try new.externalCalendars.address(of: source).text == "https://a.example/3")
        }
    }

    @Test("What no key opens is counted, and left as it is")
    func lost() async throws {
        try await TestServer.runSignedIn { anna in
            let old = try await Self.backend(of: anna.server, 1)
            let calendar = try await Self.subscribe(anna, to: 2, by: old)
            let other = try await Self.backend(of: anna.server, 2)
            #expect(
                try await other.externalCalendars.sealSecretsAgain() == SealingOutcome(lostCount: 2)
            )
            let source = try await old.store.externalCalendars.calendar(
                of: calendar,
                by: anna.account.id
            )
            #expect(try old.externalCalendars.address(of: source).text == "https://a.example/2")
        }
    }
}
