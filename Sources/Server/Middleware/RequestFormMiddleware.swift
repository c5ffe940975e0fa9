import HTTPTypes
import Hummingbird

/// Refuses what is no proper request of HTTP/1.1 (RFC 9112), before anybody reads of it.
///
/// Of a transfer coding that is not known nobody can tell where the request ends; who leaves out the
/// host, or names two of them, may mean another server.
struct RequestFormMiddleware: RouterMiddleware {
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
