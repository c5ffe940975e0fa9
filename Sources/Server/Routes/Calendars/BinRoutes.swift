import HTTPTypes
import Hummingbird
import Observability
import Requests
import ServerBase
import Store
import Writing

/// Lists what was deleted, brings it back, or deletes it for good.
struct BinRoutes {
    let backend: Backend

    /// Deleted events have their own function because app passwords may list and restore them.
    func addEvents(to api: RouterGroup<AppContext>) {
        api.get("bin/events", use: listEvents)
        api.post("bin/events/{id}", use: restoreEvent)
    }

    func add(to api: RouterGroup<AppContext>) {
        api.delete("bin/events/{id}", use: discardEvent)
        api.get("bin/calendars", use: listCalendars)
        api.post("bin/calendars/{calendar}", use: restoreCalendar)
        api.delete("bin/calendars/{calendar}", use: discardCalendar)
        api.delete("bin", use: empty)
    }

    @Sendable
    private func listEvents(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requireAccount()
        let before = request.formParameters["before"].flatMap { ChangeToken($0) }
        return try await backend.turns.programs.run(of: account.id) {
            let page = try await backend.store.bin.objects(
                of: account.id,
                before: before,
                countMax: Limits.binPageCount
            )
            var object = JSONObject()
            object.add("events", page.objects.map(\.json))
            if let last = page.last { object.add("next", last.text) }
            return .json(object)
        }
    }

    @Sendable
    private func restoreEvent(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requireAccount()
        guard let spare = Href(backend.clockAndRandom.identifier()) else {
            preconditionFailure("an identity is made of 32 hexadecimal digits")
        }
        let (place, outcome) = try await backend.store.bin.restore(
            try Self.object(in: context),
            for: account.id,
            spare: spare,
            through: context.way,
            scheduling: backend.writes.planner
        ) { text in
            try ObjectReader.draft(of: Array(text.utf8))
        }
        var object = JSONObject()
        object.add("calendar", place.calendar.text)
        object.add("href", place.href.text)
        object.add("etag", outcome.etag)
        object.add("token", outcome.token.text)
        return .json(object, status: .created, headers: [.eTag: outcome.etag])
    }

    @Sendable
    private func discardEvent(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requireAccount()
        let id = try Self.object(in: context)
        try await backend.store.bin.discard(id, for: account.id)
        backend.audit.note(.eventDiscarded, of: id)
        return Response(status: .noContent)
    }

    @Sendable
    private func listCalendars(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requireAccount()
        let calendars = try await backend.store.bin.calendars(of: account.id)
        var object = JSONObject()
        object.add("calendars", calendars.map(\.json))
        return .json(object)
    }

    @Sendable
    private func restoreCalendar(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requireAccount()
        let id = try context.requireCalendar()
        return .json(try await backend.writes.restoreCalendar(id, of: account.id).json)
    }

    @Sendable
    private func discardCalendar(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requireAccount()
        let id = try context.requireCalendar()
        try await backend.store.bin.discard(id, of: account.id)
        backend.audit.note(.calendarDiscarded, of: id.text)
        return Response(status: .noContent)
    }

    @Sendable
    private func empty(_ request: Request, context: AppContext) async throws -> Response {
        try await backend.store.bin.empty(of: try context.requireAccount().id)
        backend.audit.note(.binEmptied)
        return Response(status: .noContent)
    }

    private static func object(in context: AppContext) throws(ServerError) -> String {
        guard let id = context.parameters.get("id") else { throw .notFound }
        return id
    }
}

extension DeletedObject {
    fileprivate var json: JSONObject {
        var object = JSONObject()
        object.add("id", id)
        object.add("calendar", calendar.text)
        EventSummary(of: ical).write(to: &object)
        object.add(write: write)
        object.add("discardable", isDiscardable)
        return object
    }
}

extension DeletedCalendar {
    fileprivate var json: JSONObject {
        var object = JSONObject()
        object.add("id", id.text)
        object.add("name", name)
        object.add("color", color)
        object.add("events", Int(objectCount))
        object.add(write: write)
        return object
    }
}
