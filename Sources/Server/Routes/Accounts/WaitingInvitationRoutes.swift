import HTTPTypes
import Hummingbird
import Requests
import ServerBase
import Store
import Writing

/// Strangers' invitations that wait for an answer outside of calendars.
struct WaitingInvitationRoutes {
    let backend: Backend

    func add(to api: RouterGroup<AppContext>) {
        api.get("account/invitations", use: list)
        api.put("account/invitations/{id}/answer", use: answer)
    }

    @Sendable
    private func list(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requirePerson()
        let all = try await backend.store.waitingInvitations.all(of: account.id)
        var object = JSONObject()
        let zones = ZoneDescriptions(zones: backend.zones, now: backend.writes.planner.now)
        object.add(
            "invitations",
            all.map { waiting in
                // With its zones, because the page has only those of its own events.
                WaitingInvitation(
                    id: waiting.id,
                    inviter: waiting.inviter,
                    ical: zones.completing(waiting.ical)
                ).json
            }
        )
        return .json(object)
    }

    /// With no, nothing gets into the calendar.
    @Sendable
    private func answer(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requirePerson()
        let id = context.parameters.get("id") ?? ""
        let form = try await request.form(AnswerForm.self)
        guard form.answer != "none", form.occurrence == nil else {
            let reason = "Answer yes, maybe or no, to all dates."
            throw ServerError.notValidField(name: "answer", reason: reason)
        }
        let planner = backend.writes.planner
        let edit = try form.edit(of: account, by: planner)
        let answered = try await backend.store.waitingInvitations.answer(
            id,
            of: account.id,
            object: backend.clockAndRandom.identifier(),
            isKept: form.answer != "no",
            scheduling: planner,
            edit
        )
        guard let answered else { return Response(status: .noContent) }
        var object = JSONObject()
        object.add("calendar", answered.place.calendar.text)
        object.add("href", answered.place.href.text)
        object.add("etag", answered.outcome.etag)
        object.add("token", answered.outcome.token.text)
        return .json(object)
    }
}

extension WaitingInvitation {
    var json: JSONObject {
        var object = JSONObject()
        object.add("id", id)
        object.add("name", inviter.name)
        object.add("email", inviter.email)
        object.add("ical", ical)
        return object
    }
}
