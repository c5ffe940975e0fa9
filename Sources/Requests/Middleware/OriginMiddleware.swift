import HTTPTypes
import Hummingbird
import ServerBase

/// Accepts changes only from the page itself, even if another site makes the browser send cookies.
///
/// Browsers state a request's source in `Sec-Fetch-Site`, older ones in `Origin`. Programs send
/// neither, but have no cookies that another site could misuse.
package struct OriginMiddleware: RouterMiddleware {
    package init() {}

    private static let fetchSite = HTTPField.Name("Sec-Fetch-Site")

    func handle(
        _ request: Request,
        context: AppContext,
        next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        guard request.method == .get || request.method == .head || isOurs(request) else {
            throw ServerError.wrongOrigin
        }
        return try await next(request, context)
    }

    private func isOurs(_ request: Request) -> Bool {
        if let name = Self.fetchSite, let site = request.headers[name] {
            return site == "same-origin" || site == "none"
        }
        guard let origin = request.headers[.origin] else { return true }
        guard let host = request.head.authority else { return false }
        return origin == "http://" + host || origin == "https://" + host
    }
}
