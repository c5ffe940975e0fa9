import Hummingbird
import Observability
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
        guard try await backend.store.accounts.isEmpty() else { throw StoreError.setupDone }
        let network = backend.clientNetwork(of: request, context: context)
        // There's no limit over all networks: nobody guesses a code with 50 random bits, and such a
        // limit would let strangers keep out the person who sets up the server.
        let keys: [ThrottleKey] = [.setup(network: network.text), .network(network.text)]
        let now = backend.clockAndRandom.nowSecond()
        let account = try await backend.throttle.attempt(keys, nowSecond: now) {
            guard backend.setupCode.matches(form.code) else {
                let details: KeyValuePairs = ["address": form.email, "reason": "set-up code"]
                backend.audit.note(.signInRefused, details)
                throw ServerError.wrongSetupCode
            }
            let person = try NewPerson(email: form.email, name: form.name, password: form.password)
            return try await backend.createAccount(for: person, isFirst: true)
        }
        return try await backend.signedIn(account, to: request, from: network, status: .created)
    }
}
