import NIOCore
import NIOPosix

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
    package static let network = WebFetcher { try await transfers.response(to: $0) }

    /// One for the whole process, because it keeps connections open for the next request.
    private static let transfers = Transfers()

    private static func resolved(_ host: String, port: Int) async throws -> String {
        let found = try await names.runIfActive {
            try SocketAddress.makeAddressResolvingHost(host, port: port)
        }
        return found.ipAddress ?? ""
    }

    /// Resolves on threads of its own, so that slow lookups hold up nothing else, and several, so
    /// that they hold up few others.
    private static let names: NIOThreadPool = {
        let pool = NIOThreadPool(numberOfThreads: Limits.lookupsAtOnceMax)
        pool.start()
        return pool
    }()
}
