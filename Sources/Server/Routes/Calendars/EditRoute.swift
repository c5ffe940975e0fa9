import Hummingbird
import Requests
import ServerBase
import Store
import Writing

/// Stores what somebody does in the page in one step: all of it or nothing, and once.
///
/// Each change counts as a write.
struct EditRoute {
    let backend: Backend

    func add(to api: RouterGroup<AppContext>) {
        api.post("edits", use: apply)
    }

    @Sendable
    private func apply(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requireAccount().id
        try request.requireJSON()
        let octets = try await request.octets(upTo: Limits.editBytesMax)
        let outcomes = try await backend.turns.events.run(of: account) {
            // Only in its turn: as values, an edit takes several times as much memory as its text.
            let form = try decodedForm(EditForm.self, from: octets)
            guard form.account == nil || form.account == account.text else {
                throw ServerError.notSignedIn
            }
            if case .program = context.entry, form.isForGood { throw ServerError.notForPrograms }
            await backend.writeAllowances.add(
                Int64(form.writeCount - 1),
                by: account,
                through: context.entry,
                nowSecond: backend.clockAndRandom.nowSecond()
            )
            return try await backend.writes.apply(form, by: account, through: context.way)
        }
        var object = JSONObject()
        object.add(
            "changes",
            outcomes.map { outcome in
                var change = JSONObject()
                change.add("etag", outcome.etag ?? "")
                change.add("token", outcome.token.text)
                return change
            }
        )
        return .json(object)
    }
}
