import HTTPTypes
import Hummingbird
import NIOCore
import Store

/// Says whose an answer is, and counts what of it waits until the connection accepts it.
///
/// Runs within ``CompressionMiddleware``: what isn't compressed yet is the longer part.
struct HeldAnswersMiddleware<Driver: Database>: RouterMiddleware {
    let backend: Backend<Driver>

    func handle(
        _ request: Request,
        context: AppContext,
        next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        let (held, id) = (backend.heldAnswers, context.connection)
        let network = backend.clientNetwork(of: request, context: context).text
        held.begin(id, of: context.scope.account.map { .account($0) } ?? .network(network))
        // What is shorter than a piece goes out together with the head.
        let count = response.body.contentLength
        guard count ?? .max > Limits.heldPieceBytes else { return response }
        let body = response.body
        response.body = ResponseBody(contentLength: count) { writer in
            try await body.write(HeldWriter(to: writer, held, id))
        }
        return response
    }
}

private struct HeldWriter: ResponseBodyWriter {
    private var writer: any ResponseBodyWriter
    private let held: HeldAnswers
    private let id: ObjectIdentifier

    init(to writer: any ResponseBodyWriter, _ held: HeldAnswers, _ id: ObjectIdentifier) {
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
