import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOEmbedded
import Outgoing
import ServiceLifecycle
import Synchronization

/// Whether a test asks an application's router alone, or the whole server over a connection.
enum TestedPart: Sendable {
    case router
    case wholeServer
}

/// Asks an application, and collects what it answers.
struct TestClient: Sendable {
    /// Where the whole server listens; nil if only the router is tested.
    let port: Int?
    private let answer: @Sendable (HTTPRequest, ByteBuffer?) async throws -> TestResponse

    init(
        port: Int? = nil,
        answer: @escaping @Sendable (HTTPRequest, ByteBuffer?) async throws -> TestResponse
    ) {
        self.port = port
        self.answer = answer
    }

    /// Sends a request, and looks at the answer.
    @discardableResult
    func execute<Result>(
        uri: String,
        method: HTTPRequest.Method,
        headers: HTTPFields = [:],
        body: ByteBuffer? = nil,
        _ look: (TestResponse) async throws -> Result = { $0 }
    ) async throws -> Result {
        let head = HTTPRequest(
            method: method,
            scheme: "http",
            authority: "localhost",
            path: uri,
            headerFields: headers
        )
        return try await look(try await answer(head, body))
    }
}

/// An answer of a tested application.
struct TestResponse: Sendable {
    let status: HTTPResponse.Status
    let headers: HTTPFields
    let body: ByteBuffer
}

extension ApplicationProtocol {
    /// Runs a body with a client of this application, while its services run.
    func test<Value>(
        _ part: TestedPart,
        _ body: @Sendable (TestClient) async throws -> Value
    ) async throws -> Value {
        switch part {
        case .router: try await testRouter(body)
        case .wholeServer: try await testWholeServer(body)
        }
    }

    private func testRouter<Value>(
        _ body: @Sendable (TestClient) async throws -> Value
    ) async throws -> Value {
        let responder = try await responder
        let logger = logger
        let client = TestClient { head, octets in
            let context = Context(
                source: .init(channel: NIOAsyncTestingChannel(), logger: logger)
            )
            var head = head
            if let octets { head.headerFields[.contentLength] = String(octets.readableBytes) }
            let pieces = AsyncStream { continuation in
                var left = octets ?? ByteBuffer()
                while let piece = left.readSlice(length: min(32_768, left.readableBytes)),
                    piece.readableBytes > 0
                {
                    continuation.yield(piece)
                }
                continuation.finish()
            }
            let request = Request(head: head, body: RequestBody(asyncSequence: pieces))
            let response = try await responder.respond(to: request, context: context)
            let collected = CollectedAnswer()
            try await response.body.write(collected)
            return TestResponse(
                status: response.status,
                headers: response.headers,
                body: collected.octets
            )
        }
        for process in processesRunBeforeServerStart { try await process() }
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        return try await running(services + [StartSign(start: start)], logger) {
            for await _ in started {}
            return try await body(client)
        }
    }

    private func testWholeServer<Value>(
        _ body: @Sendable (TestClient) async throws -> Value
    ) async throws -> Value {
        let (ports, listens) = AsyncStream.makeStream(of: Int.self)
        let application = ListeningApplication(base: self, listens: listens)
        return try await running([application], logger) {
            var found: Int?
            for await port in ports { found = port }
            guard let port = found else { throw CancellationError() }
            return try await body(
                TestClient(port: port) { head, octets in
                    let address = "http://127.0.0.1:\(port)\(head.path ?? "/")"
                    var request = OutgoingRequest(address: address)
                    request.method = head.method.rawValue
                    request.headers = head.headerFields.map { ($0.name.rawName, $0.value) }
                    request.body = octets.map { Array($0.readableBytesView) }
                    request.timeout = .seconds(30)
                    request.bytesMax = 1 << 30
                    return TestResponse(try await WebFetcher.network.fetch(request))
                }
            )
        }
    }
}

extension TestResponse {
    /// A response that came over a connection.
    init(_ response: OutgoingResponse) {
        status = .init(code: response.status)
        var fields = HTTPFields()
        for (name, value) in response.headers {
            guard let name = HTTPField.Name(name) else { continue }
            fields.append(HTTPField(name: name, value: value))
        }
        headers = fields
        body = ByteBuffer(bytes: response.octets)
    }
}

/// Runs a body while services run, and stops them afterwards.
private func running<Value>(
    _ services: [any Service],
    _ logger: Logger,
    _ body: () async throws -> Value
) async throws -> Value {
    let group = ServiceGroup(configuration: .init(services: services, logger: logger))
    return try await withThrowingTaskGroup(of: Void.self) { tasks in
        tasks.addTask { try await group.run() }
        do {
            let value = try await body()
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
            return value
        } catch {
            await group.triggerGracefulShutdown()
            throw error
        }
    }
}

/// Tells that the services before it have been started.
private struct StartSign: Service {
    let start: AsyncStream<Void>.Continuation

    func run() async throws {
        start.finish()
        try? await gracefulShutdown()
    }
}

/// The body of an answer, collected.
private final class CollectedAnswer: ResponseBodyWriter, Sendable {
    private let collected = Mutex(ByteBuffer())

    var octets: ByteBuffer { collected.withLock { $0 } }

    func write(_ buffer: ByteBuffer) async throws {
        _ = collected.withLock { $0.writeImmutableBuffer(buffer) }
    }

    func finish(_ trailingHeaders: HTTPFields?) async throws {}
}

/// An application that listens on a free port of this machine, and tells which.
private struct ListeningApplication<Base: ApplicationProtocol>: ApplicationProtocol {
    let base: Base
    let listens: AsyncStream<Int>.Continuation

    var responder: Base.Responder { get async throws { try await base.responder } }
    var server: HTTPServerBuilder { base.server }
    var eventLoopGroup: any EventLoopGroup { base.eventLoopGroup }
    var configuration: ApplicationConfiguration {
        base.configuration.with(address: .hostname("127.0.0.1", port: 0))
    }
    var logger: Logger { base.logger }
    var services: [any Service] { base.services }
    var processesRunBeforeServerStart: [@Sendable () async throws -> Void] {
        base.processesRunBeforeServerStart
    }

    @Sendable func onServerRunning(_ channel: any Channel) async {
        await base.onServerRunning(channel)
        if let port = channel.localAddress?.port { listens.yield(port) }
        listens.finish()
    }
}
