import Agenda
import HTTPTypes
import Hummingbird
import NIOCore
import Requests
import ServerBase
import Store
import Writing

/// Reads, writes, answers and removes single calendar objects.
struct EventRoutes {
    let backend: Backend

    func add(to api: RouterGroup<AppContext>) {
        let path: RouterPath = "calendars/{calendar}/events/{href}"
        api.get(path, use: show)
        api.put(path, use: put)
        api.delete(path, use: remove)
        api.put("calendars/{calendar}/events/{href}/answer", use: answer)
    }

    @Sendable
    private func show(_ request: Request, context: AppContext) async throws -> Response {
        let place = try context.requirePlace()
        return try await backend.turns.events.run(of: place.account) {
            let object = try await backend.store.objects.object(at: place)
            return Response.text(of: object).unlessKnown(to: request)
        }
    }

    @Sendable
    private func put(_ request: Request, context: AppContext) async throws -> Response {
        let place = try context.requirePlace()
        let expectation = try request.expectation()
        let octets = try await request.octets(upTo: Limits.objectBytesMax)
        let outcome = try await backend.turns.events.run(of: place.account) {
            try await backend.writes.put(
                octets,
                at: place,
                expecting: expectation,
                through: context.way
            )
        }
        var object = JSONObject()
        object.add("etag", outcome.etag)
        object.add("token", outcome.token.text)
        return .json(
            object,
            status: outcome.created ? .created : .ok,
            headers: [.eTag: outcome.etag]
        )
    }

    @Sendable
    private func answer(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requireAccount()
        let place = try context.requirePlace()
        let planner = backend.writes.planner
        let form = try await request.form(AnswerForm.self)
        let own = try form.edit(of: account, by: planner)
        let shared = try form.edit(of: account, zones: planner.zones, now: planner.now)
        let outcome = try await backend.turns.events.run(of: place.account) {
            try await backend.store.objects.answer(
                at: place,
                through: context.way,
                scheduling: planner
            ) { text, level in
                level >= .own ? try own(text) : try shared(Array(text.utf8))
            }
        }
        return .written(outcome, at: place.href)
    }

    @Sendable
    private func remove(_ request: Request, context: AppContext) async throws -> Response {
        let place = try context.requirePlace()
        let expectation = try request.expectation()
        try await backend.turns.events.run(of: place.account) {
            try await backend.writes.remove(
                at: place,
                expecting: expectation,
                through: context.way
            )
        }
        return Response(status: .noContent)
    }
}

extension Request {
    /// The condition in `If-None-Match: *` or `If-Match`.
    ///
    /// Throws when there is neither: an unconditional write could overwrite somebody else's change.
    func expectation() throws(ServerError) -> WriteCondition {
        if headers[.ifNoneMatch] == "*" { return .nothing }
        guard let match = headers[.ifMatch] else { throw .preconditionRequired }
        return match == "*" ? .anything : .etag(match)
    }
}
