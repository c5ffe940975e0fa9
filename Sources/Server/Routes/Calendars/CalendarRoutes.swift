import Hummingbird
package import ServerBase
package import Store

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
        let new = try backend.newCalendar(name: form.name ?? "", color: form.color ?? "blue")
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
        try await backend.removeCalendar(
            try context.requireCalendar(),
            of: account.id,
            onlyEmpty: request.formParameters["only"] == "empty",
            through: context.way
        )
        return Response(status: .noContent)
    }
}

extension Backend {
    /// A new calendar with a new ID, for the store to create.
    ///
    /// Throws ``ServerError/notValidField(name:reason:)`` for an invalid name or colour.
    package func newCalendar(name: String, color: String) throws(ServerError) -> NewCalendar {
        NewCalendar(
            id: newCalendarID(),
            name: try CalendarFields.name(name),
            color: try CalendarFields.color(color)
        )
    }

    /// A new calendar's ID.
    package func newCalendarID() -> CalendarID {
        guard let id = CalendarID(clockAndRandom.identifier()) else {
            preconditionFailure("an identity is made of 32 hexadecimal digits")
        }
        return id
    }
}

/// Checks the fields of a calendar; groups have the same colours.
enum CalendarFields {
    static let colors: Set<String> = [
        "red", "orange", "yellow", "green", "teal", "blue", "purple", "pink", "mint", "indigo",
        "brown", "grey",
    ]

    static func name(_ typed: String) throws(ServerError) -> String {
        try DisplayName.checked(typed, as: "A calendar's name")
    }

    static func color(_ typed: String) throws(ServerError) -> String {
        guard colors.contains(typed) else {
            throw .notValidField(name: "color", reason: "There is no such colour.")
        }
        return typed
    }
}
