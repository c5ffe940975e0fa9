import Accounts
import HTTPTypes
import Hummingbird
import Requests
import ServerBase
import Store

/// Authenticates requests: pages by cookie, programs by app password.
struct SessionMiddleware: RouterMiddleware {
    let backend: Backend

    func handle(
        _ request: Request,
        context: AppContext,
        next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        if let typed = BasicCredentials(request.headers[.authorization]) {
            let network = backend.clientNetwork(of: request, context: context)
            let found = try await backend.accounts.program(typed, from: network)
            context.account = found.account
            context.entry = .program(appPassword: found.appPassword)
        } else if let token = SessionCookie.token(in: request) {
            let hash = SessionCookie.hash(of: token)
            context.account = try await account(tokenHash: hash)
            if context.account != nil { context.entry = .session(tokenHash: hash) }
        }
        return try await next(request, context)
    }

    private func account(tokenHash: String) async throws -> Account? {
        let now = backend.clockAndRandom.nowSecond()
        let sessions = backend.store.sessions
        let found = try await sessions.use(tokenHash: tokenHash, nowSecond: now)
        guard let found else { return nil }
        if now - found.usedSecond >= Limits.lastUseUpdateSeconds {
            try await backend.accounts.noteUse {
                try await sessions.touch(tokenHash: tokenHash, nowSecond: now)
            }
        }
        return found.account
    }
}
