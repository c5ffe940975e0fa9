import Agenda
import HTTPTypes
import Hummingbird
import NIOCore
import Requests
import ServerBase
import Store

/// Exports one calendar, several, all of them, or a single event as one iCalendar file.
struct ExportRoute {
    let backend: Backend

    func add(to api: RouterGroup<AppContext>) {
        api.get("export", use: exportSome)
        api.get("calendars/{calendar}/export", use: exportOne)
        api.get("calendars/{calendar}/events/{href}/export", use: exportEvent)
    }

    @Sendable
    private func exportOne(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requireAccount()
        let id = try context.requireCalendar()
        let calendar = try await backend.store.calendars.calendar(
            id,
            seenBy: account.id,
            for: .exportEvents
        )
        return stream([calendar], name: calendar.name, of: account)
    }

    /// Exports the calendars in the query, each once; if it has none, all but those that are read from
    /// elsewhere, where they can be had again.
    @Sendable
    private func exportSome(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requireAccount()
        let all = try await backend.store.calendars.all(seenBy: account.id)
            .filter(\.isExportable)
        let wanted = Set(request.formParameters.getAll("calendar").map { String($0) })
        guard wanted.isSubset(of: all.map(\.id.text)) else { throw ServerError.notFound }
        let calendars = all.filter {
            wanted.isEmpty ? !$0.relation.level.isFromElsewhere : wanted.contains($0.id.text)
        }
        let only = calendars.count == 1 ? calendars.first?.name : nil
        let name = request.formParameters["name"].map { String($0) }
        let checked = try name.map(CalendarFields.name) ?? only ?? "Meantime"
        return stream(calendars, name: checked, of: account)
    }

    @Sendable
    private func exportEvent(_ request: Request, context: AppContext) async throws -> Response {
        let place = try context.requirePlace()
        let object = try await backend.store.objects.object(at: place, for: .exportEvents)
        let octets = Exporter(backend: backend, owner: place.account).file(of: object)
        return answer(name: nil, ResponseBody(byteBuffer: ByteBuffer(bytes: octets)))
    }

    private func stream(
        _ calendars: [CalendarRecord],
        name: String,
        of account: Account
    ) -> Response {
        let exporter = Exporter(backend: backend, owner: account.id)
        let turns = backend.turns.syncs
        let body = ResponseBody { writer in
            try await turns.run(of: account.id) {
                try await exporter.write(calendars, name: name) {
                    try await writer.write(ByteBuffer(bytes: $0))
                }
            }
            try await writer.finish(nil)
        }
        return answer(name: name, body)
    }

    // A nil name leaves the file's name to the link, which knows the event's title.
    private func answer(name: String?, _ body: ResponseBody) -> Response {
        let file = name.map { "; filename=\"\(fileName($0))\"" } ?? ""
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/calendar; charset=utf-8",
                .contentDisposition: "attachment\(file)",
                .cacheControl: "no-store",
            ],
            body: body
        )
    }
}
