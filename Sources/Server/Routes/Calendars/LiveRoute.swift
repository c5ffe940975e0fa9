import HTTPTypes
import Hummingbird
import NIOCore
import Requests
import ServerBase
import Store

/// Streams changes as server-sent events.
struct LiveRoute {
    let backend: Backend

    func add(to api: RouterGroup<AppContext>) {
        api.get("live", use: live)
    }

    @Sendable
    private func live(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requireAccount()
        // A page that stayed open must not get what somebody sees who has signed in since.
        if let expected = request.formParameters["account"], expected != account.id.text {
            throw StoreError.notAllowed
        }
        let stream = LiveStream(backend: backend, owner: account.id, entry: context.entry)
        let since = try await startingPoint(of: request)
        // Whoever opens the page wants to see what others wrote elsewhere.
        try await backend.store.externalCalendars.freshen(
            of: account.id,
            nowSecond: backend.clockAndRandom.nowSecond(),
            ageSeconds: Limits.foreignFreshSeconds
        )
        let listener = try await stream.listen()
        let body = ResponseBody { writer in
            try await stream.run(listener, since: since) { try await writer.write($0) }
            try await writer.finish(nil)
        }
        var headers: HTTPFields = [
            .contentType: "text/event-stream", .cacheControl: "no-store",
        ]
        // A proxy that buffers the response would hold the events back.
        if let name = HTTPField.Name("X-Accel-Buffering") { headers[name] = "no" }
        return Response(status: .ok, headers: headers, body: body)
    }

    /// The token after which to start.
    ///
    /// On a reconnect the browser sends `Last-Event-ID`, which is newer than the `since` in the URL.
    /// Without either, the stream starts at the latest change.
    private func startingPoint(of request: Request) async throws -> ChangeToken {
        let lastID = HTTPField.Name("Last-Event-ID").flatMap { request.headers[$0] }
        let text = lastID ?? request.formParameters["since"].map(String.init)
        guard let text else { return try await backend.store.changes.latest() }
        // An unreadable token gets a reset, just like one that is too old.
        return ChangeToken(text) ?? ChangeToken(-1)
    }
}
