import HTTPTypes
import Hummingbird
import NIOCore
import Observability
import ServerBase
import Store

/// Says whose a request and its answer are, and counts what arrives of the one, and what of the other waits until the
/// connection accepts it.
///
/// Runs within ``CompressionMiddleware``: what isn't compressed yet is the longer part.
package struct HeldMessagesMiddleware: RouterMiddleware {
    private let held: HeldMessages
    private let trustsProxy: Bool

    package init(_ held: HeldMessages, trustsProxy: Bool) {
        (self.held, self.trustsProxy) = (held, trustsProxy)
    }

    func handle(
        _ request: Request,
        context: AppContext,
        next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        let id = context.connection
        let address = context.clientAddress(of: request, trustsProxy: trustsProxy)
        let network = ClientNetwork(address).text
        let body = HeldBody(held: held, id: id, network: network)
        defer { held.requestEnded(on: id) }
        var response = try await HeldBody.$current.withValue(body) {
            try await next(request, context)
        }
        body.begin(of: context.scope.account)
        // What is shorter than a piece goes out together with the head.
        let count = response.body.contentLength
        guard count ?? .max > Limits.heldPieceBytes else { return response }
        let answer = response.body
        response.body = ResponseBody(contentLength: count) { writer in
            try await answer.write(HeldWriter(to: writer, held, id))
        }
        return response
    }
}

/// Counts the body of one request.
struct HeldBody: Sendable {
    /// Counts the body of the request that is being worked on; nil outside of one, or if nothing counts it.
    @TaskLocal static var current: HeldBody?

    let held: HeldMessages
    let id: ObjectIdentifier
    /// Where it comes from.
    let network: String

    /// Notes whose it is: an account's, or the network's if nobody has signed in.
    func begin(of account: AccountID?) {
        held.begin(id, of: account.map { .account($0) } ?? .network(network))
    }

    /// Counts bytes that have arrived, and that stay in memory until the request is worked on.
    func received(_ count: Int) { held.received(count, on: id) }
}

private struct HeldWriter: ResponseBodyWriter {
    private var writer: any ResponseBodyWriter
    private let held: HeldMessages
    private let id: ObjectIdentifier

    init(to writer: any ResponseBodyWriter, _ held: HeldMessages, _ id: ObjectIdentifier) {
        self.writer = writer
        self.held = held
        self.id = id
    }

    mutating func write(_ buffer: ByteBuffer) async throws {
        held.ready(buffer.readableBytes, on: id)
        defer { held.readyEnded(on: id) }
        try await writer.write(buffer)
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
        try await writer.finish(trailingHeaders)
    }
}
