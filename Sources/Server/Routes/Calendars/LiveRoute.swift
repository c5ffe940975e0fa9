import HTTPTypes
import Hummingbird
import NIOCore
import Store

/// What changes from now on, as server-sent events.
struct LiveRoute<Driver: Database> {
    let backend: Backend<Driver>

    func add(to api: RouterGroup<AppContext>) {
        api.get("live", use: live)
    }

    @Sendable
    private func live(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requireAccount()
        let stream = LiveStream(backend: backend, owner: account.id, entry: context.entry)
        let since = try await startingPoint(of: request)
        let listener = try await stream.listen()
        let body = ResponseBody { writer in
            try await stream.run(listener, since: since) { try await writer.write($0) }
            try await writer.finish(nil)
        }
        var headers: HTTPFields = [
            .contentType: "text/event-stream", .cacheControl: "no-store",
        ]
        // Proxies that gather an answer before they pass it on would hold the events back.
        if let name = HTTPField.Name("X-Accel-Buffering") { headers[name] = "no" }
        return Response(status: .ok, headers: headers, body: body)
    }

    /// Where the page stopped reading; a browser that connects again knows better than the address.
    private func startingPoint(of request: Request) async throws -> ChangeToken {
        let lastID = HTTPField.Name("Last-Event-ID").flatMap { request.headers[$0] }
        let text = lastID ?? request.uri.queryParameters["since"].map(String.init)
        guard let text else { return try await backend.store.changes.latest() }
        // A token that is none is as unknown as one that is too old: both are answered by a reset.
        return ChangeToken(text) ?? ChangeToken(-1)
    }
}
