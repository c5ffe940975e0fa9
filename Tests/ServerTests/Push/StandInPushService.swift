import Foundation
import HTTPTypes
import Hummingbird
import Logging
import Outgoing
import Synchronization
import Testing

@testable import Server
@testable import ServerBase

/// A push service on this machine, which the server under test finds as `push.example.net`.
final class StandInPushService: Sendable {
    struct Post: Sendable {
        let path: String
        let headers: HTTPFields
        let octets: [UInt8]

        func header(_ name: String) -> String? { HTTPField.Name(name).flatMap { headers[$0] } }
    }

    static let origin = "https://push.example.net"

    private let posts = Mutex([Post]())
    private let pinned = Mutex([String]())
    private let status = Mutex(HTTPResponse.Status.created)
    private let resolved = Mutex("93.184.216.34")

    /// What came in at a path, in order.
    func posts(at path: String) -> [Post] { posts.withLock { $0.filter { $0.path == path } } }

    /// The addresses that connections were made to.
    var connections: [String] { pinned.withLock { $0 } }

    /// Answers with another status from now on.
    func answer(_ other: HTTPResponse.Status) { status.withLock { $0 = other } }

    /// What the service's name leads to from now on.
    func resolve(to address: String) { resolved.withLock { $0 = address } }

    /// Waits until there are as many posts at a path.
    ///
    /// With a clock, the pauses between messages pass meanwhile, whenever they begin.
    func waits(
        for count: Int,
        at path: String,
        advancing clock: TestClock? = nil
    ) async throws -> [Post] {
        try await eventually {
            clock?.advance(seconds: Limits.pushRetrySeconds)
            return self.posts(at: path).count >= count
        }
        return posts(at: path)
    }

    /// Runs a body with a server that reaches the service, and looks for changes all the time.
    static func run(
        settings change: @escaping @Sendable (inout ServerSettings) -> Void = { _ in },
        _ body:
            @escaping @Sendable (StandInPushService, TestServer, TestClient)
            async throws -> Void
    ) async throws {
        let service = StandInPushService()
        try await service.application.test(.wholeServer) { listening in
            let port = try #require(listening.port)
            try await TestServer.run(
                settings: { settings in
                    settings.pushInterval = .milliseconds(20)
                    change(&settings)
                },
                fetcher: { _ in service.fetcher(port: port) }
            ) { server, client in try await body(service, server, client) }
        }
    }

    private var application: some ApplicationProtocol {
        let router = Router()
        router.post("**") { request, _ in
            let octets = try await request.body.collect(upTo: 10_000)
            let post = Post(
                path: request.uri.path,
                headers: request.headers,
                octets: Array(octets.readableBytesView)
            )
            self.posts.withLock { $0.append(post) }
            return Response(status: self.status.withLock { $0 })
        }
        var logger = Logger(label: "push")
        logger.logLevel = .critical
        return Application(
            router: router,
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            logger: logger
        )
    }

    /// Sends over the real client, but to this machine.
    private func fetcher(port: Int) -> WebFetcher {
        WebFetcher(
            resolve: { _, _ in self.resolved.withLock { $0 } },
            { request in
                #expect(request.pinned?.host == "push.example.net")
                self.pinned.withLock { $0.append(request.pinned?.address ?? "") }
                var local = OutgoingRequest(
                    address: request.address.replacing(
                        Self.origin,
                        with: "http://127.0.0.1:\(port)"
                    ),
                    headers: request.headers
                )
                local.body = request.body
                return try await WebFetcher.network.fetch(local)
            }
        )
    }
}

/// Waits until something holds, for half a minute at least before it gives up.
func eventually(
    _ condition: () async throws -> Bool,
    sourceLocation: SourceLocation = #_sourceLocation
) async throws {
    for _ in 0..<1500 {
        if try await condition() { return }
        try await Task.sleep(for: .milliseconds(20))
    }
    Issue.record("it didn't come to that", sourceLocation: sourceLocation)
}
