import CivilTime
import Hummingbird
import Observability
import Requests
import ServerBase
import Store

/// Links to join a group: creating, listing and revoking them, and joining a group with one.
struct JoinLinkRoutes {
    let backend: Backend

    func add(to api: RouterGroup<AppContext>) {
        api.get("groups/{group}/invitations", use: list)
        api.post("groups/{group}/invitations", use: create)
        api.delete("groups/{group}/invitations/{id}", use: revoke)
        api.get("invitations/{token}", use: show)
        api.post("invitations/{token}", use: join)
    }

    private struct JoinLinkForm: Decodable {
        let uses: Int?
        let days: Int?
    }

    @Sendable
    private func list(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requireAccount()
        let links = try await backend.store.groups.joinLinks(
            to: try context.requireGroup(),
            by: account.id,
            nowSecond: backend.clockAndRandom.nowSecond()
        )
        var object = JSONObject()
        object.add("invitations", links.map(\.json))
        return .json(object)
    }

    @Sendable
    private func create(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requireAccount()
        let group = try context.requireGroup()
        let form = try await request.form(JoinLinkForm.self)
        let days = form.days ?? 7
        guard Limits.joinLinkDays.contains(days) else {
            let bounds = Limits.joinLinkDays
            throw ServerError.notValidField(
                name: "days",
                reason: "An invitation lasts \(bounds.lowerBound) to \(bounds.upperBound) days."
            )
        }
        if let uses = form.uses, !Limits.joinLinkUses.contains(uses) {
            let bounds = Limits.joinLinkUses
            throw ServerError.notValidField(
                name: "uses",
                reason: "An invitation is for \(bounds.lowerBound) to \(bounds.upperBound) people."
            )
        }
        let token = hexText(backend.clockAndRandom.randomOctets(32))
        let now = backend.clockAndRandom.nowSecond()
        let new = NewJoinLink(
            id: backend.clockAndRandom.identifier(),
            tokenHash: sha256Text(Array(token.utf8)),
            usesMax: form.uses,
            createdSecond: now,
            expiresSecond: now + Int64(days) * 86_400
        )
        var object = try await backend.store.groups.addJoinLink(to: group, by: account.id, new).json
        backend.audit.note(.joinLinkMade, of: group.text, ["invitation": new.id])
        object.add("token", token)
        return .json(object, status: .created)
    }

    @Sendable
    private func revoke(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requireAccount()
        let (id, group) = (context.parameters.get("id") ?? "", try context.requireGroup())
        try await backend.store.groups.revokeJoinLink(id, to: group, by: account.id)
        backend.audit.note(.joinLinkRevoked, of: group.text, ["invitation": id])
        return Response(status: .noContent)
    }

    /// Shows the group, its members and who made the link.
    ///
    /// The link is enough: this doesn't require signing in.
    @Sendable
    private func show(_ request: Request, context: AppContext) async throws -> Response {
        let preview = try await backend.store.groups.joinLinkPreview(
            tokenHash: Self.hash(in: context),
            nowSecond: backend.clockAndRandom.nowSecond()
        )
        var group = JSONObject()
        group.add("name", preview.groupName)
        group.add("members", preview.memberNames)
        var object = JSONObject()
        object.add("group", group)
        object.add("invitedBy", preview.invitedBy)
        return .json(object)
    }

    @Sendable
    private func join(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requireAccount()
        let edit = try await request.form(ShareForm.self).edit
        let group = try await backend.store.groups.join(
            tokenHash: Self.hash(in: context),
            as: account.id,
            times: backend.clockAndRandom.newCalendarID(),
            showing: edit,
            nowSecond: backend.clockAndRandom.nowSecond(),
            CandidateEdits.adding(account)
        )
        backend.audit.note(.memberJoined, of: group.id.text, ["shown": edit.auditText])
        return .json(group.json)
    }

    private static func hash(in context: AppContext) -> String {
        sha256Text(Array((context.parameters.get("token") ?? "").utf8))
    }
}

extension JoinLink {
    /// The JSON for members who may invite.
    fileprivate var json: JSONObject {
        var object = JSONObject()
        object.add("id", id)
        object.add("expires", Instant(secondsSinceEpoch: expiresSecond).text)
        object.add("created", Instant(secondsSinceEpoch: createdSecond).text)
        object.add("createdBy", createdBy.text)
        object.add("uses", orNull: usesLeft)
        return object
    }
}
