import Hummingbird
package import Store

/// Gives every request one time budget for waiting on the database, however often it writes.
package struct WaitAllowanceMiddleware: RouterMiddleware {
    private let makeAllowance: @Sendable () -> WaitAllowance

    package init(makeAllowance: @escaping @Sendable () -> WaitAllowance) {
        self.makeAllowance = makeAllowance
    }

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
