import HTTPTypes
import Hummingbird
import ServerBase

/// Refuses malformed HTTP/1.1 requests (RFC 9112) before anything reads their body.
///
/// With an unknown transfer coding nobody can tell where the request ends. A request with no host,
/// or two, may be meant for another server.
package struct RequestSyntaxMiddleware: RouterMiddleware {
    package init() {}

    func handle(
        _ request: Request,
        context: AppContext,
        next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        let host = request.head.authority ?? ""
        let codings = request.headers[values: .transferEncoding]
        guard !host.isEmpty, HTTPField.Name("Host").map({ request.headers[$0] == nil }) ?? true,
            codings.isEmpty || codings.map({ $0.lowercased() }) == ["chunked"]
        else {
            var response = ProblemDetails(ServerError.notReadable).response
            response.headers[.connection] = "close"
            return response
        }
        return try await next(request, context)
    }
}
