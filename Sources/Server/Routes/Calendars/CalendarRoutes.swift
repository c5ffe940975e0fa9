import Hummingbird
import Requests
import ServerBase
import Store
import Writing

/// Lists, creates, changes and removes calendars.
struct CalendarRoutes {
    let backend: Backend

    func add(to api: RouterGroup<AppContext>) {
        api.post("calendars", use: create)
        api.patch("calendars/{calendar}", use: edit)
        api.delete("calendars/{calendar}", use: remove)
    }

    /// The list has its own function because app passwords may read it, but not change calendars.
    func addList(to api: RouterGroup<AppContext>) {
        api.get("calendars", use: list)
    }

    private struct CalendarForm: Decodable {
        let name: String?
        let color: String?
        let `default`: Bool?
    }

    @Sendable
    private func list(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requireAccount()
        let calendars = try await backend.store.calendars.all(seenBy: account.id)
        var object = JSONObject()
        object.add("calendars", calendars.map(\.json))
        return .json(object)
    }

    @Sendable
    private func create(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requireAccount()
        let form = try await request.form(CalendarForm.self)
        let new = try backend.clockAndRandom.newCalendar(
            name: form.name ?? "",
            color: form.color ?? "blue"
        )
        let calendar = try await backend.store.calendars.create(new, of: account.id)
        return .json(calendar.json, status: .created)
    }

    @Sendable
    private func edit(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requireAccount()
        let id = try context.requireCalendar()
        let form = try await request.form(CalendarForm.self)
        let edit = CalendarEdit(
            name: try form.name.map(CalendarFields.name),
            color: try form.color.map(CalendarFields.color),
            makesDefault: form.default ?? false
        )
        let calendar = try await backend.store.calendars.edit(id, of: account.id, edit)
        return .json(calendar.json)
    }

    @Sendable
    private func remove(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requireAccount()
        try await backend.writes.removeCalendar(
            try context.requireCalendar(),
            of: account.id,
            onlyEmpty: request.formParameters["only"] == "empty",
            through: context.way
        )
        return Response(status: .noContent)
    }
}
