import Agenda
import Hummingbird
import Observability
import Requests
package import ServerBase
package import Store

/// Creates, changes and removes groups, and sets what a member shares with a group.
struct GroupRoutes {
    let backend: Backend

    func add(to api: RouterGroup<AppContext>) {
        api.get("groups", use: list)
        api.post("groups", use: create)
        api.patch("groups/{group}", use: edit)
        api.delete("groups/{group}", use: remove)
        api.put("groups/{group}/shares", use: share)
    }

    private struct GroupForm: Decodable {
        let name: String?
        let color: String?
    }

    @Sendable
    private func list(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requireAccount()
        let groups = try await backend.store.groups.all(of: account.id)
        var object = JSONObject()
        object.add("groups", groups.map(\.json))
        return .json(object)
    }

    @Sendable
    private func create(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requireAccount()
        let form = try await request.form(GroupForm.self)
        let group = try await backend.store.groups.create(
            try backend.newGroup(name: form.name ?? ""),
            of: account.id,
            nowSecond: backend.clockAndRandom.nowSecond()
        )
        backend.audit.note(.groupMade, of: group.id.text)
        return .json(group.json, status: .created)
    }

    @Sendable
    private func edit(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requireAccount()
        let id = try context.requireGroup()
        let form = try await request.form(GroupForm.self)
        let edit = GroupEdit(
            name: try form.name.map(GroupFields.name),
            color: try form.color.map(CalendarFields.color)
        )
        let group = try await backend.store.groups.edit(id, by: account.id, edit)
        return .json(group.json)
    }

    @Sendable
    private func remove(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requireAccount()
        let id = try context.requireGroup()
        try await backend.store.groups.remove(id, by: account.id)
        backend.audit.note(.groupRemoved, of: id.text)
        return Response(status: .noContent)
    }

    @Sendable
    private func share(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requireAccount()
        let id = try context.requireGroup()
        let edit = try await request.form(ShareForm.self).edit
        let group = try await backend.store.groups.share(id, by: account.id, edit)
        backend.audit.note(.shareChanged, of: id.text, ["shown": edit.auditText])
        return .json(group.json)
    }
}

/// The JSON of what a member shares with a group: a default level and a level for each calendar.
struct ShareForm: Decodable {
    let `default`: String?
    let calendars: [String: String]?

    var edit: ShareEdit {
        get throws {
            ShareEdit(
                defaultLevel: try `default`.map { try level($0, field: "default") },
                shares: try (calendars ?? [:]).sorted { $0.key < $1.key }.map { id, word in
                    guard let calendar = Store.CalendarID(id) else { throw ServerError.notFound }
                    let level = try level(word, field: "calendars")
                    return CalendarShare(calendar: calendar, level: level)
                }
            )
        }
    }

    private func level(_ word: String, field: String) throws(ServerError) -> AccessLevel {
        guard let level = AccessLevel(shown: word) else {
            throw .notValidField(name: field, reason: "A calendar is shown full, busy or hidden.")
        }
        return level
    }
}

extension ShareEdit {
    /// The levels for the audit log: that of all calendars, and those of single ones by their IDs.
    var auditText: String {
        let all = defaultLevel.map { ["default:\($0)"] } ?? []
        return (all + shares.map { "\($0.calendar.text):\($0.level)" }).joined(separator: ",")
    }
}

/// Checks the fields of a group.
enum GroupFields {
    static func name(_ typed: String) throws(ServerError) -> String {
        try DisplayName.checked(typed, as: "A group's name")
    }
}

extension Backend {
    /// A new group with new IDs, for the store to create.
    ///
    /// Throws ``ServerError/notValidField(name:reason:)`` for a name that is empty or too long.
    package func newGroup(name: String) throws(ServerError) -> NewGroup {
        guard let id = GroupID(clockAndRandom.identifier()) else {
            preconditionFailure("an identity is made of 32 hexadecimal digits")
        }
        return NewGroup(
            id: id,
            name: try GroupFields.name(name),
            calendar: clockAndRandom.newCalendarID(),
            ownersTimes: clockAndRandom.newCalendarID()
        )
    }
}
