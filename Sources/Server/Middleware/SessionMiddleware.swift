import HTTPTypes
import Hummingbird
import Store

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Authenticates requests: pages by cookie, programs by app password.
struct SessionMiddleware<Driver: Database>: RouterMiddleware {
    let backend: Backend<Driver>

    func handle(
        _ request: Request,
        context: AppContext,
        next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        if let typed = BasicCredentials(request.headers[.authorization]) {
            let network = backend.clientNetwork(of: request, context: context)
            let found = try await program(typed, from: network)
            context.account = found.account
            context.entry = .program(appPassword: found.id)
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
            try await noteUse { try await sessions.touch(tokenHash: tokenHash, nowSecond: now) }
        }
        return found.account
    }

    /// Notes when a session or app password was last used.
    ///
    /// If that fails, the request goes on.
    private func noteUse(_ touch: () async throws -> Void) async throws {
        do {
            try await touch()
        } catch StoreError.full, StoreError.busy {
            return
        }
    }

    /// Counts failures separately from people's, so that a forgotten program doesn't lock anybody
    /// out.
    ///
    /// Counting per network is enough: nobody guesses 140 random bits.
    private func program(
        _ typed: BasicCredentials,
        from network: ClientNetwork
    ) async throws -> (account: Account, id: String) {
        let now = backend.clockAndRandom.nowSecond()
        let keys: [SignInThrottle.Key] = [
            .pair(account: "program " + typed.email, network: network.text),
            .network("program " + network.text),
        ]
        try await backend.throttle.check(keys, nowSecond: now)
        let passwords = backend.store.appPasswords
        let found = try await passwords.use(
            email: typed.email,
            hash: AppPasswordText.hash(of: typed.password)
        )
        guard let found else {
            try await backend.throttle.admit(keys, nowSecond: now)
            throw ServerError.wrongAppPassword
        }
        if now - (found.usedSecond ?? 0) >= Limits.lastUseUpdateSeconds {
            try await noteUse { try await passwords.touch(found.id, nowSecond: now) }
        }
        return (found.account, found.id)
    }
}

/// A program's credentials (RFC 7617).
struct BasicCredentials: Hashable {
    let email: String
    let password: String

    /// Nil when there are none, or for a scheme we don't support.
    init?(_ header: String?) {
        guard let header, header.utf8.count <= Limits.addressBytesMax,
            header.lowercased().hasPrefix("basic "),
            let data = Data(
                base64Encoded: String(header.dropFirst("basic ".count)).trimmingSpaces()
            ),
            let text = String(validating: data, as: UTF8.self),
            let colon = text.firstIndex(of: ":")
        else { return nil }
        email = EmailAddress(String(text[..<colon]))?.text ?? ""
        password = String(text[text.index(after: colon)...])
    }
}
