import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix

/// A request from this server to another one.
package struct OutgoingRequest: Sendable {
    package let address: String
    package var headers: [(name: String, value: String)] = []
    /// A form to POST; nil for a GET, unless there is a ``body``.
    package var form: String?
    /// Other octets to POST, of the type that the headers say.
    package var body: [UInt8]?
    /// How long the response may take.
    var timeout = Limits.providerTimeout
    /// Maximum size of the response, in bytes.
    var bytesMax = Limits.providerBytesMax
    /// The IP address to connect to, if the host was already resolved.
    var pinned: (host: String, address: String)?
}

/// Another server's response.
package struct OutgoingResponse: Sendable {
    package let status: Int
    package let octets: [UInt8]

    package init(status: Int, octets: [UInt8]) {
        self.status = status
        self.octets = octets
    }
}

/// Fetches from other servers, with timeouts and without following redirects.
package struct WebFetcher: Sendable {
    package let fetch: @Sendable (OutgoingRequest) async throws -> OutgoingResponse
    /// Resolves a host name.
    package let resolve: @Sendable (_ host: String, _ port: Int) async throws -> String

    package init(
        resolve: @escaping @Sendable (_ host: String, _ port: Int) async throws -> String = {
            host,
            port in try await resolved(host, port: port)
        },
        _ fetch: @escaping @Sendable (OutgoingRequest) async throws -> OutgoingResponse
    ) {
        self.resolve = resolve
        self.fetch = fetch
    }

    /// Fetches over the network.
    package static let network = WebFetcher { request in
        guard let pinned = request.pinned else { return try await send(request, by: client) }
        var configuration = Self.configuration
        configuration.dnsOverride = [pinned.host: pinned.address]
        return try await HTTPClient.withHTTPClient(
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton,
            configuration: configuration
        ) { try await send(request, by: $0) }
    }

    private static func send(
        _ request: OutgoingRequest,
        by client: HTTPClient
    ) async throws -> OutgoingResponse {
        var outgoing = HTTPClientRequest(url: request.address)
        for (name, value) in request.headers { outgoing.headers.add(name: name, value: value) }
        if let form = request.form {
            outgoing.method = .POST
            outgoing.headers.add(name: "Content-Type", value: "application/x-www-form-urlencoded")
            outgoing.body = .bytes(ByteBuffer(string: form))
        }
        if let body = request.body {
            outgoing.method = .POST
            outgoing.body = .bytes(ByteBuffer(bytes: body))
        }
        let sent = outgoing
        return try await withThrowingTaskGroup(of: OutgoingResponse.self) { group in
            // The client's own timeout doesn't cover the response body.
            group.addTask {
                try await Task.sleep(nanoseconds: UInt64(request.timeout.nanoseconds))
                throw HTTPClientError.deadlineExceeded
            }
            group.addTask {
                let response = try await client.execute(sent, timeout: request.timeout)
                let body = try await response.body.collect(upTo: request.bytesMax)
                let status = Int(response.status.code)
                return OutgoingResponse(status: status, octets: Array(body.readableBytesView))
            }
            defer { group.cancelAll() }
            guard let response = try await group.next() else { throw CancellationError() }
            return response
        }
    }

    /// One for the whole process, because it pools connections.
    private static let client = HTTPClient(
        eventLoopGroupProvider: .shared(MultiThreadedEventLoopGroup.singleton),
        configuration: configuration
    )

    private static let configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)

    private static func resolved(_ host: String, port: Int) async throws -> String {
        let found = try await names.runIfActive {
            try SocketAddress.makeAddressResolvingHost(host, port: port)
        }
        return found.ipAddress ?? ""
    }

    /// Resolves on its own thread, so that a slow lookup holds up nothing else.
    private static let names: NIOThreadPool = {
        let pool = NIOThreadPool(numberOfThreads: 1)
        pool.start()
        return pool
    }()
}
