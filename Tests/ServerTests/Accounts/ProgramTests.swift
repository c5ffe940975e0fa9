import HTTPTypes
import Testing

@testable import Server

@Suite("Routes for app passwords")
struct ProgramTests {
    /// The routes that take an app password.
    private static let open: Set<String> = [
        "GET /api/v1/sync", "GET /api/v1/live", "GET /api/v1/zones", "GET /api/v1/calendars",
        "GET /api/v1/export", "GET /api/v1/calendars/{calendar}/export",
        "POST /api/v1/calendars/{calendar}/import",
        "GET /api/v1/calendars/{calendar}/events/{href}",
        "PUT /api/v1/calendars/{calendar}/events/{href}",
        "DELETE /api/v1/calendars/{calendar}/events/{href}",
        "PUT /api/v1/calendars/{calendar}/events/{href}/answer", "POST /api/v1/edits",
        "GET /api/v1/calendars/{calendar}/events/{href}/export",
        "GET /api/v1/calendars/{calendar}/events/{href}/history",
        "GET /api/v1/calendars/{calendar}/events/{href}/history/{version}",
        "GET /api/v1/bin/events", "POST /api/v1/bin/events/{id}",
        "GET /health", "GET /healthz", "GET /readyz", "GET /secret/{name}",
    ]

    @Test("An app password can only read and write events")
    func everyRoute() async throws {
        try await TestServer.runSignedIn { visitor in
            let program = try await visitor.program(try await visitor.appPassword().password)
            let router = buildRouter(backend: visitor.server.backend, web: nil)
            let routes = router.routes.filter { !DAVTests.covers($0) }
            #expect(routes.count >= 60)
            #expect(Self.open.isSubset(of: routes.map { "\($0.method) \($0.path)" }))
            for route in routes {
                let name = "\(route.method) \(route.path)"
                let path = route.path.description
                    .replacing("{calendar}", with: visitor.calendar)
                    .replacing("{account}", with: visitor.account.id.text)
                    .replacing("{group}", with: visitor.calendar)
                    .replacing(/\{[a-z]+\}/, with: "one")
                let query = path.hasSuffix("/live") ? "?since=\(TestServer.tokenOfNoLog)" : ""
                let response = try await program.request(
                    route.method,
                    absolute: path + query,
                    "{}"
                )
                if Self.open.contains(name) {
                    #expect(response.problem != "/problems/not-for-programs", "\(name)")
                } else {
                    #expect(response.problem == "/problems/not-for-programs", "\(name)")
                    #expect(response.status == .forbidden, "\(name)")
                }
            }
        }
    }

    @Test("An app password can't link an identity")
    func joining() async throws {
        try await OpenIDBrowser.run { browser in
            let visitor = try await browser.server.visitor(browser.client)
            let program = try await visitor.program(try await visitor.appPassword().password)
            let response = try await program.request(.get, absolute: "/sign-in/acme?join=account")
            #expect(response.problem == "/problems/not-for-programs")
        }
    }

    @Test("What a program removes can be brought back")
    func forGood() async throws {
        try await TestServer.runSignedIn { visitor in
            let program = try await visitor.program(try await visitor.appPassword().password)
            let path = "calendars/\(visitor.calendar)/events/one"
            _ = try await program.request(.put, path, event("one"), more: [.ifNoneMatch: "*"])
            func removal(_ more: String) -> String {
                """
                {"client":"\(String(repeating: "a", count: 32))","number":1,"changes":\
                [{"calendar":"\(visitor.calendar)","href":"one","ifMatch":"*"\(more)}]}
                """
            }
            let refused = try await program.request(.post, "edits", removal(#","forGood":true"#))
            #expect(refused.problem == "/problems/not-for-programs")
            #expect(try await program.request(.post, "edits", removal("")).status == .ok)
            let bin = try await visitor.request(.get, "/api/v1/bin/events").text
            #expect(bin.contains(visitor.calendar), "\(bin)")
        }
    }

    @Test("A program creates, reads and deletes an event")
    func events() async throws {
        try await TestServer.runSignedIn { visitor in
            let program = try await visitor.program(try await visitor.appPassword().password)
            let path = "calendars/\(visitor.calendar)/events/one"
            let made = try await program.request(
                .put,
                path,
                event("one"),
                more: [.ifNoneMatch: "*"]
            )
            #expect(made.status == .created)
            #expect(try await program.request(.get, path).text == event("one"))
            let gone = try await program.request(.delete, path, more: [.ifMatch: "*"])
            #expect(gone.status == .noContent)
        }
    }
}
