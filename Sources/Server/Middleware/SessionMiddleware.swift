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
            context.account = try await account(tokenHash: SessionCookie.hash(of: token))
        }
        return try await next(request, context)
    }

    private func account(tokenHash: String) async throws -> Account? {
        let now = backend.surroundings.nowSecond()
        let sessions = backend.store.sessions
        let found = try await sessions.use(tokenHash: tokenHash, nowSecond: now)
        guard let found else { return nil }
        if now - found.usedSecond >= Limits.useNoteSeconds {
            try await sessions.touch(tokenHash: tokenHash, nowSecond: now)
        }
        return found.account
    }
}
