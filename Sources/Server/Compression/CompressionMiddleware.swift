import HTTPTypes
import Hummingbird
import NIOCore

/// Sends text compressed to those who take it.
///
/// The live stream is left alone: its records are short and each goes at once. So are the page's
/// files, which are compressed once and better when they are built.
struct CompressionMiddleware: RouterMiddleware {
    private static let types: Set<String> = [
        "application/json", "application/problem+json", "application/x-ndjson", "text/calendar",
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
        response.headers[.vary] = "Accept-Encoding"
        let accepted = AcceptedCodings(request.headers[.acceptEncoding] ?? "")
        guard accepted.contains("gzip"), request.method != .head else { return response }
        // How long a stream gets is not known.
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

/// Compresses what is written to it; what was written is then on its way, and is not kept for more.
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
