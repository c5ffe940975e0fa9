import Accounts
import Hummingbird
import Observability
import Requests
import ServerBase
import Store

/// Creates the first account, for somebody who has the code from the server's console.
struct SetupRoute {
    let backend: Backend

    func add(to api: RouterGroup<AppContext>) {
        api.post("setup", use: setUp)
    }

    private struct SetupForm: Decodable {
        let code: String
        let email: String
        let name: String?
        let password: String
    }

    @Sendable
    private func setUp(_ request: Request, context: AppContext) async throws -> Response {
        let form = try await request.form(SetupForm.self)
        let network = backend.clientNetwork(of: request, context: context)
        let account = try await backend.accounts.setUp(
            try NewPerson(email: form.email, name: form.name, password: form.password),
            code: form.code,
            email: form.email,
            from: network
        )
        return try await backend.signedIn(account, to: request, from: network, status: .created)
    }
}
