import Hummingbird
import ServerBase

/// Keeps app passwords from everything but events.
package struct PeopleOnlyMiddleware: RouterMiddleware {
    package init() {}

    func handle(
        _ request: Request,
        context: AppContext,
        next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        if case .program = context.entry { throw ServerError.notForPrograms }
        return try await next(request, context)
    }
}
