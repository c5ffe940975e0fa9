import HTTPTypes
import Hummingbird
import Requests
import ServerBase
import Store

/// Which calendars of groups and fellow members an account leaves out of its calendar programs.
struct ProgramCalendarsRoute {
    let backend: Backend

    func add(to api: RouterGroup<AppContext>) {
        api.get("account/program-calendars", use: show)
        api.put("account/program-calendars", use: put)
    }

    private struct HiddenForm: Decodable {
        let hidden: [String]
    }

    @Sendable
    private func show(_ request: Request, context: AppContext) async throws -> Response {
        try await answer(to: try context.requirePerson())
    }

    /// Passes over what isn't somebody else's calendar that the account sees, so that nobody can find
    /// out whether a calendar exists.
    @Sendable
    private func put(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requirePerson()
        let hidden = try await request.form(HiddenForm.self).hidden
        try await backend.store.hiddenCalendars.set(
            Set(hidden.compactMap { CalendarID($0) }),
            of: account.id
        )
        return try await answer(to: account)
    }

    private func answer(to account: Account) async throws -> Response {
        let hidden = try await backend.store.hiddenCalendars.all(of: account.id)
        var object = JSONObject()
        object.add("hidden", hidden.map(\.text).sorted())
        return .json(object)
    }
}
