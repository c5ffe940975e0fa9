import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

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
        // The pin counts only for this spelling of the host.
        guard URL(string: request.address)?.host() == pinned.host else {
            throw OutgoingError.notPinned
        }
        var configuration = Self.configuration
        configuration.dnsOverride = [pinned.host: pinned.address]
        // Otherwise an address that refuses connections is tried until the time is up.
        configuration.connectionPool.retryConnectionEstablishment = false
        return try await HTTPClient.withHTTPClient(
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton,
            configuration: configuration
        ) { try await send(request, by: $0) }
    }

    private static func send(
        _ request: OutgoingRequest,
        by client: HTTPClient
    ) async throws -> OutgoingResponse {
        let sent = prepared(request)
        // The client's own timeout doesn't cover the response body.
        return try await withTimeLimit(request.timeout) {
            let response: HTTPClientResponse
            do {
                response = try await client.execute(sent, timeout: request.timeout)
            } catch let error as HTTPClientError where error == .deadlineExceeded {
                throw OutgoingError.tooSlow
            }
            return OutgoingResponse(
                status: Int(response.status.code),
                headers: response.headers.map { (name: $0.name, value: $0.value) },
                octets: try await octets(of: response, for: request)
            )
        }
    }

    private static func prepared(_ request: OutgoingRequest) -> HTTPClientRequest {
        var outgoing = HTTPClientRequest(url: request.address)
        for (name, value) in request.headers { outgoing.headers.add(name: name, value: value) }
        if request.acceptsGzip { outgoing.headers.add(name: "Accept-Encoding", value: "gzip") }
        if let form = request.form {
            outgoing.method = .POST
            outgoing.headers.add(name: "Content-Type", value: "application/x-www-form-urlencoded")
            outgoing.body = .bytes(ByteBuffer(string: form))
        }
        if let body = request.body {
            outgoing.method = .POST
            outgoing.body = .bytes(ByteBuffer(bytes: body))
        }
        if let method = request.method { outgoing.method = HTTPMethod(rawValue: method) }
        return outgoing
    }

    /// Collects the body, and stops as soon as it's too large, whatever its headers said.
    private static func octets(
        of response: HTTPClientResponse,
        for request: OutgoingRequest
    ) async throws -> [UInt8] {
        guard (200..<300).contains(response.status.code) else {
            return try await beginning(of: response, bytesMax: request.bytesMax)
        }
        let length = response.headers.first(name: "Content-Length").flatMap { Int($0) } ?? 0
        guard length <= request.bytesMax else {
            throw OutgoingError.tooLarge(bytesMax: request.bytesMax)
        }
        var collected = CollectedBody(
            coding: request.acceptsGzip ? response.headers.first(name: "Content-Encoding") : nil,
            bytesMax: request.bytesMax
        )
        for try await piece in response.body { try collected.add(Array(piece.readableBytesView)) }
        return try collected.whole()
    }

    /// The beginning of an error's body.
    private static func beginning(
        of response: HTTPClientResponse,
        bytesMax: Int
    ) async throws -> [UInt8] {
        let bytesMax = min(bytesMax, Limits.errorBytesMax)
        var octets: [UInt8] = []
        for try await piece in response.body {
            octets += piece.readableBytesView.prefix(bytesMax - octets.count)
            guard octets.count < bytesMax else { break }
        }
        return octets
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

    /// Resolves on threads of its own, so that slow lookups hold up nothing else, and several, so
    /// that they hold up few others.
    private static let names: NIOThreadPool = {
        let pool = NIOThreadPool(numberOfThreads: Limits.lookupsAtOnceMax)
        pool.start()
        return pool
    }()
}
