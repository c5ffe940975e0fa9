import HTTPTypes
import Hummingbird
import ServerBase
import Store

/// Counts the writes of whoever is signed in, and refuses too many with 429.
///
/// A request is one write, however many events a file has that it imports.
struct WriteAllowanceMiddleware: RouterMiddleware {
    let backend: Backend
    /// Whether these routes secure an account, so that their writes are counted apart.
    var isForSecurity = false

    func handle(
        _ request: Request,
        context: AppContext,
        next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        if let account = context.account, !Self.reading.contains(request.method.rawValue) {
            try await backend.writeAllowances.take(
                by: account.id,
                through: context.entry,
                isForSecurity: isForSecurity,
                nowSecond: backend.clockAndRandom.nowSecond()
            )
        }
        return try await next(request, context)
    }

    /// The methods that change nothing.
    private static var reading: Set<String> { ["GET", "HEAD", "OPTIONS", "PROPFIND", "REPORT"] }
}
