import Testing

@testable import ExternalCalendars
@testable import Secrets
@testable import Server
@testable import ServerBase
@testable import Store

@Suite("What somebody has allowed at Google, until their page fetches it")
struct GoogleAnswerTests {
    @Test("It's taken once, by the account that asked, at any server, and is sealed meanwhile")
    func twoServers() async throws {
        try await TestServer.run { server, client in
            let anna = try await server.visitor(client).account.id
            let ben = try await server.visitor(client, email: "ben@example.org").account.id
            let answer = GoogleAnswer(
                subject: "1",
                email: "anna@google.example",
                refreshToken: "l4sting-token",
                canWrite: true
            )
            let id = try await server.backend.externalCalendars.leave(answer, for: anna)
            let content = try await server.database.read(as: .server(.handovers)) {
                try $0.row("SELECT content FROM handovers")?.text(0)
            }
            let sealed = try #require(content)
            #expect(!sealed.contains("l4sting-token"))
            #expect(throws: SecretError.notOpened) {
                try server.backend.secrets.open(sealed, for: "google answer of another")
            }
            try await server.withOtherServer { other, _ in
                await #expect(throws: StoreError.notFound) {
                    try await other.backend.externalCalendars.takeAnswer(id, for: ben)
                }
                let taken = try await other.backend.externalCalendars.takeAnswer(id, for: anna)
                #expect(taken.refreshToken == "l4sting-token")
                #expect(taken.subject == "1")
                #expect(taken.canWrite)
            }
            await #expect(throws: StoreError.notFound) {
                try await server.backend.externalCalendars.takeAnswer(id, for: anna)
            }
        }
    }

    @Test("It waits as long as a sign-in may take, and no longer", arguments: [0, 1])
    func late(more: Int64) async throws {
        try await TestServer.runSignedIn { visitor in
            let backend = visitor.server.backend
            let answer = GoogleAnswer(
                subject: "1",
                email: "",
                refreshToken: "token",
                canWrite: false
            )
            let id = try await backend.externalCalendars.leave(answer, for: visitor.account.id)
            visitor.server.clock.advance(seconds: Limits.signInSeconds - 1 + more)
            let taken = try? await backend.externalCalendars.takeAnswer(id, for: visitor.account.id)
            #expect((taken == nil) == (more == 1))
        }
    }
}
