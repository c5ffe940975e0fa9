import Accounts
import HTTPTypes
import Hummingbird
import Observability
import Requests
import ServerBase
import Store

/// Lists and revokes sessions and app passwords.
struct SignInListRoutes {
    let backend: Backend

    func add(to api: RouterGroup<AppContext>) {
        api.get("account/sessions", use: sessions)
        api.delete("account/sessions", use: removeOtherSessions)
        api.delete("account/sessions/{id}", use: removeSession)
        api.get("account/app-passwords", use: appPasswords)
        api.post("account/app-passwords", use: createAppPassword)
        api.delete("account/app-passwords/{id}", use: removeAppPassword)
    }

    @Sendable
    private func sessions(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requirePerson()
        let current = context.tokenHash.map(SessionRecord.id(ofTokenHash:))
        let all = try await backend.store.sessions.all(
            of: account.id,
            nowSecond: backend.clockAndRandom.nowSecond()
        )
        var object = JSONObject()
        object.add(
            "sessions",
            all.map { session in
                var entry = JSONObject()
                entry.add("id", session.id)
                entry.add("browser", session.browser)
                entry.add("created", Int(session.createdSecond))
                entry.add("used", Int(session.usedSecond))
                entry.add("current", session.id == current)
                return entry
            }
        )
        return .json(object)
    }

    @Sendable
    private func removeSession(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requirePerson()
        let id = context.parameters.get("id") ?? ""
        try await backend.store.sessions.remove(id: id, of: account.id)
        backend.audit.note(.sessionEnded, of: id)
        await backend.changeNotifier.ring(for: account.id)
        return Response(status: .noContent)
    }

    @Sendable
    private func removeOtherSessions(
        _ request: Request,
        context: AppContext
    ) async throws -> Response {
        let account = try context.requirePerson()
        try await backend.store.sessions.removeAll(
            of: account.id,
            exceptTokenHash: context.tokenHash
        )
        backend.audit.note(.sessionEnded, ["which": "all others"])
        await backend.changeNotifier.ring(for: account.id)
        return Response(status: .noContent)
    }

    // MARK: - App passwords

    private struct NameForm: Decodable {
        let name: String
    }

    @Sendable
    private func appPasswords(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requirePerson()
        let all = try await backend.store.appPasswords.all(of: account.id)
        var object = JSONObject()
        object.add("appPasswords", all.map(\.json))
        return .json(object)
    }

    @Sendable
    private func createAppPassword(
        _ request: Request,
        context: AppContext
    ) async throws -> Response {
        let account = try context.requirePerson()
        let form = try await request.form(NameForm.self)
        let made = try await backend.accounts.makeAppPassword(named: form.name, of: account.id)
        var object = made.record.json
        object.add("password", made.text)
        return .json(object, status: .created)
    }

    @Sendable
    private func removeAppPassword(
        _ request: Request,
        context: AppContext
    ) async throws -> Response {
        let account = try context.requirePerson()
        let id = context.parameters.get("id") ?? ""
        try await backend.store.appPasswords.remove(id, of: account.id)
        backend.audit.note(.appPasswordRemoved, of: id)
        await backend.changeNotifier.ring(for: account.id)
        return Response(status: .noContent)
    }
}

extension AppPassword {
    fileprivate var json: JSONObject {
        var object = JSONObject()
        object.add("id", id)
        object.add("name", name)
        object.add("created", Int(createdSecond))
        if let usedSecond { object.add("used", Int(usedSecond)) }
        return object
    }
}
