import Hummingbird
import Store

/// Finds out who is signed in.
struct SessionMiddleware<Driver: Database>: RouterMiddleware {
    let backend: Backend<Driver>

    func handle(
        _ request: Request,
        context: AppContext,
        next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        if let token = request.cookies[SessionCookie.name]?.value {
            context.account = try await backend.store.sessions.account(
                tokenHash: SessionCookie.hash(of: token),
                nowSecond: backend.surroundings.nowSecond()
            )
        }
        return try await next(request, context)
    }
}
