import Accounts
import ExternalCalendars
import HTTPTypes
import Hummingbird
import Logging
import OpenIDConnect
import Requests
import ServerBase
import Store

/// Signs in with another service: redirects to it, and handles its callback.
struct OpenIDRoutes {
    let backend: Backend

    func add(to router: Router<AppContext>) {
        let group = router.group("sign-in").add(middleware: SessionMiddleware(backend: backend))
            .add(middleware: PeopleOnlyMiddleware())
        group.get("{provider}", use: begin)
        group.get("{provider}/callback", use: finish)
    }

    @Sendable
    private func begin(_ request: Request, context: AppContext) async throws -> Response {
        let client = try client(for: context)
        let query = request.formParameters
        let attempt = OpenIDAttempt(
            at: client.provider,
            returnPath: ownPath(query["return"].map { String($0) }),
            joins: query["join"] == "account" ? context.account?.id : nil,
            consent: try await consent(asked: request, client.provider, context),
            backend.clockAndRandom
        )
        do {
            let address = try await client.authorizationAddress(
                for: attempt,
                redirect: callbackURL(of: client.provider)
            )
            var response = Self.redirect(to: address)
            response.setCookie(
                Self.attemptCookie(
                    try attempt.sealed(by: backend.secrets),
                    isSecure: backend.isSecure(request)
                )
            )
            return response
        } catch let error as OpenIDError {
            return await refuse(error, context: context)
        }
    }

    /// Handles the browser's return from the provider.
    ///
    /// The session cookie is `SameSite=Strict`, so the browser doesn't send it with a redirect that
    /// started at the provider. That's fine: the page loads without it, and its own requests send it.
    @Sendable
    private func finish(_ request: Request, context: AppContext) async throws -> Response {
        let client = try client(for: context)
        var response: Response
        // Anybody's link leads here, and must not end what is under way.
        var isUnderWay = false
        do {
            let attempt = try attempt(request, provider: client.provider)
            isUnderWay = true
            let code = try code(in: request, provider: client.provider)
            let (person, tokens) = try await client.person(
                code: code,
                attempt: attempt,
                redirect: callbackURL(of: client.provider)
            )
            if let consent = attempt.consent {
                guard consent.isComplete(tokens) else {
                    try await revoke(tokens, of: person, client)
                    throw OpenIDError.consentIncomplete
                }
                let answer = try GoogleAnswer(tokens, of: person, to: consent)
                let id = try await backend.externalCalendars.leave(answer, for: consent.account)
                response = Self.redirect(to: attempt.returnPath.adding("google", id))
            } else {
                response = try await signedIn(person, client.provider, attempt, request, context)
            }
        } catch StoreError.disabled {
            // It's noted where sessions are made.
            response = Self.redirect(to: "/?problem=" + OpenIDError.accountDisabled.code)
        } catch let error as OpenIDError {
            response = await refuse(error, context: context)
        }
        if isUnderWay {
            response.setCookie(Self.attemptCookie("", isSecure: backend.isSecure(request)))
        }
        return response
    }

    /// Withdraws what nothing will come of, unless something lives on an earlier consent: Google withdraws
    /// both.
    private func revoke(
        _ tokens: OpenIDClient.Tokens,
        of person: OpenIDPerson,
        _ client: OpenIDClient
    ) async throws {
        guard let token = tokens.refreshToken ?? tokens.accessToken,
            try await !backend.store.googleAccounts.isKnown(subject: person.subject)
        else { return }
        try? await client.revoke(token)
    }

    private func signedIn(
        _ person: OpenIDPerson,
        _ provider: OpenIDProvider,
        _ attempt: OpenIDAttempt,
        _ request: Request,
        _ context: AppContext
    ) async throws -> Response {
        var response = Self.redirect(to: attempt.returnPath)
        let arrival = try await backend.accounts.account(
            of: person,
            provider: provider,
            attempt: attempt
        )
        if attempt.joins == nil {
            response.setCookie(
                try await backend.newSession(
                    of: arrival.account,
                    to: request,
                    from: backend.clientNetwork(of: request, context: context)
                )
            )
        }
        if arrival.isFirst {
            await backend.accounts.fetchPicture(
                of: person,
                provider: provider,
                for: arrival.account,
                logger: context.logger
            )
        }
        return response
    }

    /// What somebody signed in shall allow; nil for a sign-in.
    private func consent(
        asked request: Request,
        _ provider: OpenIDProvider,
        _ context: AppContext
    ) async throws -> GoogleConsent? {
        let query = request.formParameters
        guard let wanted = query["calendars"] else { return nil }
        guard provider.isGoogle, ["read", "write"].contains(wanted) else {
            throw ServerError.notFound
        }
        let account = try context.requirePerson()
        var email: String?
        if let id = query["account"].flatMap({ GoogleAccountID(String($0)) }) {
            email = try await backend.store.googleAccounts.account(id, of: account.id).email
        }
        return GoogleConsent(account: account.id, canWrite: wanted == "write", email: email)
    }

    private func client(for context: AppContext) throws(ServerError) -> OpenIDClient {
        guard let client = backend.accounts.openID.clients[context.parameters.get("provider") ?? ""]
        else {
            throw .notFound
        }
        return client
    }

    private func attempt(
        _ request: Request,
        provider: OpenIDProvider
    ) throws(OpenIDError) -> OpenIDAttempt {
        let query = request.formParameters
        guard let state = query["state"],
            let sealed = request.cookies[
                Self.cookieName(isSecure: backend.isSecure(request))
            ]?.value
        else {
            // Some providers leave out the state when the person declines.
            throw query["error"] == "access_denied" ? .cancelled : .expired
        }
        return try OpenIDAttempt(
            sealed: sealed,
            by: backend.secrets,
            state: String(state),
            provider: provider.id,
            nowSecond: backend.clockAndRandom.nowSecond()
        )
    }

    private func code(
        in request: Request,
        provider: OpenIDProvider
    ) throws(OpenIDError) -> String {
        let query = request.formParameters
        // RFC 9207: check the issuer, so that one provider can't pass for another.
        if let issuer = query["iss"], issuer != provider.issuer {
            throw .providerFailed("the answer is of \(issuer)")
        }
        if query["error"] == "access_denied" { throw .cancelled }
        if let error = query["error"] { throw .providerFailed("it says \(error)") }
        guard let code = query["code"], code.utf8.count <= Limits.addressBytesMax else {
            throw .providerFailed("it gave no code")
        }
        return String(code)
    }

    private func callbackURL(of provider: OpenIDProvider) -> String {
        (backend.settings.publicURL ?? "") + "/sign-in/\(provider.id)/callback"
    }

    /// Redirects to the page, which shows the problem.
    private func refuse(_ error: OpenIDError, context: AppContext) async -> Response {
        await backend.accounts.noteRefusal([
            "reason": error.code, "with": context.parameters.get("provider") ?? "",
        ])
        if case .providerFailed(let reason) = error {
            context.logger.warning("A sign-in failed", metadata: ["reason": "\(reason)"])
        }
        return Self.redirect(to: "/?problem=" + error.code)
    }

    private static func redirect(to address: String) -> Response {
        Response(status: .seeOther, headers: [.location: address, .cacheControl: "no-store"])
    }

    /// The cookie with a sealed sign-in, for the browser that began it; an empty value removes it.
    ///
    /// It is `SameSite=Lax`, because the browser must send it when the provider redirects back here.
    private static func attemptCookie(_ value: String, isSecure: Bool) -> Cookie {
        Cookie(
            name: cookieName(isSecure: isSecure),
            value: value,
            maxAge: value.isEmpty ? 0 : Int(Limits.signInSeconds),
            path: isSecure ? "/" : "/sign-in",
            secure: isSecure,
            httpOnly: true,
            sameSite: .lax
        )
    }

    /// Over HTTPS no other host can set a cookie of this name (`__Host-`, RFC 6265bis, 4.1.3.2).
    private static func cookieName(isSecure: Bool) -> String {
        (isSecure ? "__Host-" : "") + "meantime_sign_in"
    }
}
