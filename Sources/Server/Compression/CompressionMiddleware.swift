import HTTPTypes
import Hummingbird
import NIOCore
import Requests
import ServerBase

/// Compresses text for clients that accept it.
///
/// Skips the live stream, whose records are short and must go out at once, and the page's files,
/// which the build has already compressed better.
struct CompressionMiddleware: RouterMiddleware {
    private static let types: Set<String> = [
        "application/json", "application/problem+json", "application/x-ndjson", "text/calendar",
        "application/jscalendar+json",
    ]

    func handle(
        _ request: Request,
        context: AppContext,
        next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        guard Self.isText(response), response.headers[.contentEncoding] == nil else {
            return response
        }
        if response.headers[.vary] == nil { response.headers[.vary] = "Accept-Encoding" }
        let accepted = AcceptedCodings(request.headers[.acceptEncoding] ?? "")
        guard accepted.contains("gzip"), request.method != .head else { return response }
        // A stream's length isn't known in advance.
        let count = response.body.contentLength ?? .max
        guard count > Limits.plainAnswerBytesMax else { return response }
        let plain = response.body
        response.headers[.contentEncoding] = "gzip"
        response.headers[.contentLength] = nil
        response.body = ResponseBody { writer in
            try await plain.write(GzipWriter(to: writer))
        }
        return response
    }

    private static func isText(_ response: Response) -> Bool {
        let type = response.headers[.contentType]?.prefix { $0 != ";" }
        return type.map { types.contains(String($0)) } ?? false
    }
}

/// Compresses what is written to it, and flushes each write so that nothing is held back.
private struct GzipWriter: ResponseBodyWriter {
    private var writer: any ResponseBodyWriter
    private let stream = GzipStream()

    init(to writer: any ResponseBodyWriter) { self.writer = writer }

    mutating func write(_ buffer: ByteBuffer) async throws {
        guard buffer.readableBytes > 0 else { return }
        let octets = stream.compress(Array(buffer.readableBytesView), .soFar)
        try await writer.write(ByteBuffer(bytes: octets))
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
        try await writer.write(ByteBuffer(bytes: stream.compress([], .end)))
        try await writer.finish(trailingHeaders)
    }
}
