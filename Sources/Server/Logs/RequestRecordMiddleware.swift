import HTTPTypes
import Hummingbird
import NIOCore
import Observability
import Requests
import Store
import Synchronization

/// Gives every request an ID, which its answer and its records in the log carry, and notes how it ended.
struct RequestRecordMiddleware: RouterMiddleware {
    let backend: Backend

    private static var headerName: HTTPField.Name? { HTTPField.Name(RequestIdentifier.name) }

    func handle(
        _ request: Request,
        context: AppContext,
        next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        let scope = context.scope
        let method = RequestEnd.label(of: request.method)
        scope.begin(
            id: id(of: request),
            address: backend.clientAddress(of: request, context),
            method: method,
            endpoint: context.coreContext.endpointPath
        )
        var response = try await RequestScope.$current.withValue(scope) {
            try await next(request, context)
        }
        if let name = Self.headerName { response.headers[name] = scope.id }
        let head = RequestEnd(
            method: method,
            route: RequestEnd.template(context.endpointPath),
            status: response.status.code,
            isStream: response.headers[.contentType] == "text/event-stream"
        )
        let observation = backend.observation
        guard let bytes = response.body.contentLength else {
            response.body = Self.following(response.body, scope) { bytes, isWhole in
                let duration = ContinuousClock.now - start
                observation.note(head.with(bytes, duration, isWhole: isWhole), of: scope)
            }
            return response
        }
        // A body that is there already goes out together with the head, so it isn't followed.
        observation.note(head.with(bytes, ContinuousClock.now - start), of: scope)
        return response
    }

    private func id(of request: Request) -> String {
        if backend.settings.trustsProxy,
            let sent = RequestIdentifier.checked(Self.headerName.flatMap { request.headers[$0] })
        {
            return sent
        }
        var generator = SystemRandomNumberGenerator()
        return RequestIdentifier.made(by: &generator)
    }

    /// A body that is written within the request's scope, and tells how much of it was.
    private static func following(
        _ body: ResponseBody,
        _ scope: RequestScope,
        _ ended: @escaping @Sendable (_ bytes: Int, _ isWhole: Bool) -> Void
    ) -> ResponseBody {
        ResponseBody { writer in
            let count = ByteCount()
            let counting = CountingWriter(to: writer, count)
            do {
                try await RequestScope.$current.withValue(scope) { try await body.write(counting) }
                ended(count.bytes, true)
            } catch {
                ended(count.bytes, false)
                throw error
            }
        }
    }
}

/// The bytes of a body that were written.
private final class ByteCount: Sendable {
    private let sum = Atomic(0)

    var bytes: Int { sum.load(ordering: .relaxed) }

    func add(_ bytes: Int) { sum.wrappingAdd(bytes, ordering: .relaxed) }
}

private struct CountingWriter: ResponseBodyWriter {
    private var writer: any ResponseBodyWriter
    private let count: ByteCount

    init(to writer: any ResponseBodyWriter, _ count: ByteCount) {
        self.writer = writer
        self.count = count
    }

    mutating func write(_ buffer: ByteBuffer) async throws {
        try await writer.write(buffer)
        count.add(buffer.readableBytes)
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
        try await writer.finish(trailingHeaders)
    }
}
