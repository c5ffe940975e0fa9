import HTTPTypes
import Hummingbird
import NIOCore
import Store

/// Everything somebody sees, as one stream of records.
///
/// The token is taken before the records are read, page by page: what changes meanwhile comes
/// again over the live stream, and nobody's slow connection holds the database.
struct SyncRoute<Driver: Database> {
    let backend: Backend<Driver>

    func add(to api: RouterGroup<AppContext>) {
        api.get("sync", use: sync)
    }

    @Sendable
    private func sync(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requireAccount()
        let snapshot = try await backend.store.changes.snapshot(of: account.id)
        let objects = backend.store.objects
        let body = ResponseBody { writer in
            try await writer.write(Self.opening(account: account, snapshot: snapshot))
            for calendar in snapshot.calendars {
                try await objects.eachPage(of: calendar.id, owner: account.id) { page in
                    var buffer = ByteBuffer()
                    for object in page { buffer.write(line: object.json) }
                    try await writer.write(buffer)
                }
            }
            var end = ByteBuffer()
            end.write(line: JSONObject(type: "end"))
            try await writer.write(end)
            try await writer.finish(nil)
        }
        let headers: HTTPFields = [
            .contentType: "application/x-ndjson", .cacheControl: "no-store",
        ]
        return Response(status: .ok, headers: headers, body: body)
    }

    private static func opening(account: Account, snapshot: Snapshot) -> ByteBuffer {
        var header = JSONObject(type: "header")
        header.add("token", snapshot.token.text)
        header.add("total", Int(snapshot.objectCount))
        header.add("account", account.json)
        var buffer = ByteBuffer()
        buffer.write(line: header)
        for calendar in snapshot.calendars { buffer.write(line: calendar.json) }
        return buffer
    }
}

extension Objects {
    /// Hands every object of a calendar on, a page at a time.
    func eachPage(
        of calendar: CalendarID,
        owner: AccountID,
        _ body: ([ObjectRecord]) async throws -> Void
    ) async throws {
        var last: Href?
        while true {
            let page = try await page(
                of: calendar,
                owner: owner,
                after: last,
                countMax: Limits.syncPageCount
            )
            if !page.isEmpty { try await body(page) }
            guard page.count == Limits.syncPageCount else { return }
            last = page.last?.href
        }
    }
}
