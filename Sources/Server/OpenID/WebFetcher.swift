import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix

/// A request of the server to another server.
package struct WebQuestion: Sendable {
    package let address: String
    package var headers: [(name: String, value: String)] = []
    /// A form to post; nil to read.
    package var form: String?
    /// How long the answer may take.
    var timeout = Limits.providerTimeout
    /// Octets of the answer.
    var bytesMax = Limits.providerBytesMax
    /// What the host's name stands for, where it was looked at before: the connection goes there.
    var pinned: (host: String, address: String)?
}

/// What another server answered.
package struct WebAnswer: Sendable {
    package let status: Int
    package let octets: [UInt8]

    package init(status: Int, octets: [UInt8]) {
        self.status = status
        self.octets = octets
    }
}

/// How the server asks other servers; redirections are not followed, and nothing is waited for long.
package struct WebFetcher: Sendable {
    package let fetch: @Sendable (WebQuestion) async throws -> WebAnswer
    /// The address that the name of a host stands for.
    package let resolve: @Sendable (_ host: String, _ port: Int) async throws -> String

    package init(
        resolve: @escaping @Sendable (_ host: String, _ port: Int) async throws -> String = {
            host,
            port in try await resolved(host, port: port)
        },
        _ fetch: @escaping @Sendable (WebQuestion) async throws -> WebAnswer
    ) {
        self.resolve = resolve
        self.fetch = fetch
    }

    /// Over the network.
    package static let network = WebFetcher { question in
        guard let pinned = question.pinned else { return try await ask(question, by: client) }
        var configuration = Self.configuration
        configuration.dnsOverride = [pinned.host: pinned.address]
        return try await HTTPClient.withHTTPClient(
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton,
            configuration: configuration
        ) { try await ask(question, by: $0) }
    }

    private static func ask(
        _ question: WebQuestion,
        by client: HTTPClient
    ) async throws -> WebAnswer {
        var request = HTTPClientRequest(url: question.address)
        for (name, value) in question.headers { request.headers.add(name: name, value: value) }
        if let form = question.form {
            request.method = .POST
            request.headers.add(name: "Content-Type", value: "application/x-www-form-urlencoded")
            request.body = .bytes(ByteBuffer(string: form))
        }
        let asked = request
        return try await withThrowingTaskGroup(of: WebAnswer.self) { group in
            // The client's own limit ends with the head of the answer.
            group.addTask {
                try await Task.sleep(nanoseconds: UInt64(question.timeout.nanoseconds))
                throw HTTPClientError.deadlineExceeded
            }
            group.addTask {
                let response = try await client.execute(asked, timeout: question.timeout)
                let body = try await response.body.collect(upTo: question.bytesMax)
                let status = Int(response.status.code)
                return WebAnswer(status: status, octets: Array(body.readableBytesView))
            }
            defer { group.cancelAll() }
            guard let answer = try await group.next() else { throw CancellationError() }
            return answer
        }
    }

    /// One for the life of the process, as its connections are.
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

    /// A thread of its own, so that a name that is long in coming holds up nothing else.
    private static let names: NIOThreadPool = {
        let pool = NIOThreadPool(numberOfThreads: 1)
        pool.start()
        return pool
    }()
}
