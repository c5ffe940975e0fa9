import Accounts
import HTTPTypes
import Hummingbird
import Observability
import Requests
import ServerBase
import Store

/// Signs in and out, and shows who is signed in.
struct SessionRoutes {
    let backend: Backend

    func add(to api: RouterGroup<AppContext>) {
        api.get("session", use: show)
        api.post("session", use: signIn)
        api.delete("session", use: signOut)
    }

    private struct SignInForm: Decodable {
        let email: String
        let password: String
    }

    @Sendable
    private func show(_ request: Request, context: AppContext) async throws -> Response {
        var object = JSONObject()
        if let account = context.account {
            object.add("account", try await backend.json(ofSignedIn: account))
        }
        let isEmpty = context.account == nil ? try await backend.store.accounts.isEmpty() : false
        object.add("setup", isEmpty)
        object.add("providers", backend.settings.providers.map(\.json))
        object.add("registration", backend.settings.registration.rawValue)
        return .json(object)
    }

    @Sendable
    private func signIn(_ request: Request, context: AppContext) async throws -> Response {
        let form = try await request.form(SignInForm.self)
        let network = backend.clientNetwork(of: request, context: context)
        let account = try await backend.accounts.signIn(
            email: form.email,
            password: form.password,
            from: network
        )
        return try await backend.signedIn(account, to: request, from: network, status: .ok)
    }

    @Sendable
    private func signOut(_ request: Request, context: AppContext) async throws -> Response {
        if let token = SessionCookie.token(in: request) {
            try await backend.store.sessions.remove(tokenHash: SessionCookie.hash(of: token))
            if let account = context.account {
                backend.audit.note(.signedOut)
                // The browser may have more pages open.
                await backend.changeNotifier.ring(for: account.id)
            }
        }
        var response = Response(status: .noContent)
        response.setCookie(SessionCookie.cleared(in: request))
        return response
    }
}

extension Backend {
    /// Starts a session and returns the response with its cookie.
    func signedIn(
        _ account: Account,
        to request: Request,
        from network: ClientNetwork,
        status: HTTPResponse.Status
    ) async throws -> Response {
        var object = JSONObject()
        object.add("account", try await json(ofSignedIn: account))
        object.add("setup", false)
        var response = Response.json(object, status: status)
        response.setCookie(try await newSession(of: account, to: request, from: network))
        return response
    }

    /// Who is signed in, for the page.
    fileprivate func json(ofSignedIn account: Account) async throws -> JSONObject {
        let profile = try await store.accounts.profile(of: account.id)
        var object = profile.account.json
        object.add("picture", profile.pictureAddress)
        return object
    }

    /// Starts a session with a new token, and ends the browser's old session.
    ///
    /// Throws ``StoreError/disabled`` if nobody can sign in to the account, however it was that somebody
    /// showed that it's theirs.
    func newSession(
        of account: Account,
        to request: Request,
        from network: ClientNetwork
    ) async throws -> Cookie {
        if let old = SessionCookie.token(in: request) {
            try await store.sessions.remove(tokenHash: SessionCookie.hash(of: old))
        }
        let isSecure = isSecure(request)
        let token = SessionCookie.token(of: clockAndRandom.randomOctets(32), isSecure: isSecure)
        let now = clockAndRandom.nowSecond()
        let browser = request.headers[.userAgent] ?? ""
        let session = NewSession(
            tokenHash: SessionCookie.hash(of: token),
            account: account.id,
            createdSecond: now,
            expiresSecond: now + Int64(SessionCookie.lifetimeSeconds),
            browser: browser.prefix(utf8Max: Limits.browserBytesMax),
            networkHash: network.hash(for: account.email)
        )
        do {
            try await store.sessions.create(session)
        } catch StoreError.disabled {
            audit.note(.signInRefused, of: account.id.text, ["reason": "disabled"])
            throw StoreError.disabled
        }
        RequestScope.current?.note(account.id)
        audit.note(.signedIn, by: account.id)
        return SessionCookie.cookie(token: token, isSecure: isSecure)
    }

    /// Whether cookies should be marked `Secure`: if the settings require it, or a proxy that they trust
    /// reports HTTPS.
    func isSecure(_ request: Request) -> Bool {
        settings.requiresSecureCookies
            || settings.trustsProxy && request.forwardedScheme == "https"
    }
}
