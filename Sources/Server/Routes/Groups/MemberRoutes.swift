import Agenda
import Hummingbird
import Observability
import Requests
import ServerBase
import Store

/// Changes the roles of a group's members, and removes members.
struct MemberRoutes {
    let backend: Backend

    func add(to api: RouterGroup<AppContext>) {
        api.patch("groups/{group}/members/{account}", use: edit)
        api.delete("groups/{group}/members/{account}", use: remove)
    }

    private struct MemberForm: Decodable {
        let role: String
    }

    @Sendable
    private func edit(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requireAccount()
        let group = try context.requireGroup()
        let member = try context.requireMember()
        guard let role = GroupRole(try await request.form(MemberForm.self).role) else {
            let reason = "A member is an owner, an admin or a member."
            throw ServerError.notValidField(name: "role", reason: reason)
        }
        let changed = try await backend.store.groups.setRole(
            role,
            of: member,
            in: group,
            by: account.id
        )
        backend.audit.note(
            .roleChanged,
            of: member.text,
            ["group": group.text, "role": role.word]
        )
        return .json(changed.json)
    }

    @Sendable
    private func remove(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requireAccount()
        let member = try context.requireMember()
        let group = try context.requireGroup()
        try await backend.store.groups.removeMember(
            member,
            from: group,
            by: account.id,
            CandidateEdits.removing(member)
        )
        backend.audit.note(
            member == account.id ? .memberLeft : .memberRemoved,
            of: member.text,
            ["group": group.text]
        )
        return Response(status: .noContent)
    }
}
