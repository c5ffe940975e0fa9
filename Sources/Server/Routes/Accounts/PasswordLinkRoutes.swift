import Accounts
import HTTPTypes
import Hummingbird
import Requests
import ServerBase
import Store

/// Choosing a new password, for somebody who has a link that the administrator made.
///
/// The token is in the body of a request and never in an address, where proxies would log it.
struct PasswordLinkRoutes {
    let backend: Backend

    func add(to api: RouterGroup<AppContext>) {
        api.post("password-link", use: show)
        api.put("password-link", use: use)
    }

    private struct TokenForm: Decodable {
        let token: String
    }

    private struct PasswordForm: Decodable {
        let token: String
        let password: String
    }

    /// Shows whose password it is.
    @Sendable
    private func show(_ request: Request, context: AppContext) async throws -> Response {
        let form = try await request.form(TokenForm.self)
        let account = try await account(of: form.token)
        var object = JSONObject()
        object.add("email", account.email)
        object.add("name", account.name)
        return .json(object)
    }

    /// Sets the password, and signs in with it.
    @Sendable
    private func use(_ request: Request, context: AppContext) async throws -> Response {
        let form = try await request.form(PasswordForm.self)
        // Before the slow hashing, which strangers could otherwise have done for nothing.
        _ = try await account(of: form.token)
        let password = try NewPerson.checkedPassword(form.password)
        let account = try await backend.accounts.usePasswordLink(form.token, password: password)
        let network = backend.clientNetwork(of: request, context: context)
        return try await backend.signedIn(account, to: request, from: network, status: .ok)
    }

    private func account(of token: String) async throws -> Account {
        do {
            return try await backend.store.passwordLinks.account(
                tokenHash: PasswordLink.hash(of: token),
                nowSecond: backend.clockAndRandom.nowSecond()
            )
        } catch StoreError.notFound {
            await backend.accounts.noteRefusal(["reason": "password link"])
            throw ServerError.passwordLinkOver
        }
    }
}
