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

    package init(_ fetch: @escaping @Sendable (WebQuestion) async throws -> WebAnswer) {
        self.fetch = fetch
    }

    /// Over the network.
    package static let network = WebFetcher { question in
        var request = HTTPClientRequest(url: question.address)
        for (name, value) in question.headers { request.headers.add(name: name, value: value) }
        if let form = question.form {
            request.method = .POST
            request.headers.add(name: "Content-Type", value: "application/x-www-form-urlencoded")
            request.body = .bytes(ByteBuffer(string: form))
        }
        let response = try await client.execute(request, timeout: Limits.providerTimeout)
        let body = try await response.body.collect(upTo: Limits.providerBytesMax)
        return WebAnswer(status: Int(response.status.code), octets: Array(body.readableBytesView))
    }

    /// One for the life of the process, as its connections are.
    private static let client = HTTPClient(
        eventLoopGroupProvider: .shared(MultiThreadedEventLoopGroup.singleton),
        configuration: HTTPClient.Configuration(redirectConfiguration: .disallow)
    )
}
