import Hummingbird
import Store

/// Gives every request one time budget for waiting on the database, however often it writes.
struct WaitAllowanceMiddleware: RouterMiddleware {
    let makeAllowance: @Sendable () -> WaitAllowance

    func handle(
        _ request: Request,
        context: AppContext,
        next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        try await WaitAllowance.$ofRequest.withValue(makeAllowance()) {
            try await next(request, context)
        }
    }
}
