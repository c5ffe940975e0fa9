import Accounts
import HTTPTypes
import Hummingbird
import Observability
import Requests
import ServerBase
import Store

/// Signs calendar programs in, by the credentials that they send with every request.
///
/// The cookie of a page isn't looked at, so another site can't make a browser write.
struct ProgramMiddleware: RouterMiddleware {
    let server: ProgramServer

    func handle(
        _ request: Request,
        context: AppContext,
        next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        // Programs ask what a server can do before they have a password.
        guard request.method != .options else { return try await next(request, context) }
        try requireProtection(of: request, context: context)
        guard let typed = BasicCredentials(request.headers[.authorization]) else {
            throw ServerError.programPasswordNeeded
        }
        let address = context.clientAddress(of: request, trustsProxy: server.settings.trustsProxy)
        let found = try await server.accounts.calendarProgram(typed, from: ClientNetwork(address))
        var context = context
        context.account = found.account
        context.entry = .program(appPassword: found.appPassword)
        return try await next(request, context)
    }

    /// Refuses a password that came unprotected over a network.
    ///
    /// A proxy that the settings trust is on a protected network, and so is one on this machine, but either may say
    /// that its client came without.
    private func requireProtection(
        of request: Request,
        context: AppContext
    ) throws(ServerError) {
        guard server.settings.trustsProxy || context.isFromThisMachine,
            !request.wasForwardedWithoutHTTPS
        else { throw .httpsNeeded }
    }
}
