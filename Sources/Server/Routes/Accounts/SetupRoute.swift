import Hummingbird
import Store

/// Creates the first account, for somebody who has the code from the server's console.
struct SetupRoute<Driver: Database> {
    let backend: Backend<Driver>

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
        let keys: [SignInThrottle.Key] = [
            .pair(account: "set-up", network: network.text), .network(network.text),
        ]
        try await backend.throttle.admit(keys, nowSecond: backend.clockAndRandom.nowSecond())
        guard backend.setupCode.matches(form.code) else {
            backend.audit.note(.signInRefused, ["address": form.email, "reason": "set-up code"])
            throw ServerError.wrongSetupCode
        }
        let person = try NewPerson(email: form.email, name: form.name, password: form.password)
        let account = try await backend.createAccount(for: person, isFirst: true)
        await backend.throttle.forgive(keys)
        return try await backend.signedIn(account, to: request, from: network, status: .created)
    }
}
