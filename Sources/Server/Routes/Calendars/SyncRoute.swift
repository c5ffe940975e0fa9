import CivilTime
import HTTPTypes
import Hummingbird
import NIOCore
import Requests
import ServerBase
import Store

/// Streams every calendar, group and object that an account can see, as lines of JSON.
///
/// Objects are read page by page, so that a slow connection doesn't hold a database transaction. The
/// token is taken before that: changes made meanwhile arrive again over the live stream. With the
/// query `near=DATE`, objects around that date come first. Of others' objects it sends what a page has room for,
/// see ``EventRecords``. A few of an account's answers are sent at once, and more wait for them.
struct SyncRoute {
    let backend: Backend

    func add(to api: RouterGroup<AppContext>) {
        api.get("sync", use: sync)
    }

    @Sendable
    private func sync(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requireAccount()
        let parts = try Self.parts(near: request.formParameters["near"].map(String.init))
        let snapshot = try await backend.store.changes.snapshot(of: account.id)
        let body = ResponseBody { [backend] writer in
            try await writer.write(Self.opening(account: account, snapshot: snapshot))
            try await backend.turns.syncs.run(of: account.id) {
                var events = EventRecords(of: backend, seenBy: account.id, in: snapshot)
                for part in parts {
                    for calendar in snapshot.calendars where calendar.holdsEvents {
                        try await events.eachPage(of: calendar, part: part) { page in
                            var buffer = ByteBuffer()
                            for record in page { buffer.write(line: record) }
                            try await writer.write(buffer)
                        }
                    }
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

    /// The parts to send, in order: around the date first, or everything at once without one.
    private static func parts(near text: String?) throws -> [ObjectPart] {
        guard let text else { return [.all] }
        guard let date = CivilDate(text) else {
            throw ServerError.notValidField(name: "near", reason: "A date is like 2026-11-21.")
        }
        let second = CivilDateTime(date: date, time: .midnight).secondsSinceEpoch
        let span = second - Limits.nearSeconds..<second + Limits.nearSeconds
        return [.touching(span), .apart(span)]
    }

    private static func opening(account: Account, snapshot: Snapshot) -> ByteBuffer {
        var header = JSONObject(type: "header")
        header.add("token", snapshot.token.text)
        header.add("total", Int(snapshot.objectCount))
        header.add("account", account.json)
        var buffer = ByteBuffer()
        buffer.write(line: header)
        for calendar in snapshot.calendars where calendar.holdsEvents {
            buffer.write(line: calendar.json)
        }
        for group in snapshot.groups { buffer.write(line: group.json) }
        return buffer
    }
}
