import Hummingbird
import Store

/// Health check: succeeds if the server can read from its database.
struct HealthRoute<Driver: Database> {
    let backend: Backend<Driver>

    func add(to router: Router<AppContext>) {
        router.get("health", use: health)
    }

    @Sendable
    private func health(_ request: Request, context: AppContext) async throws -> Response {
        _ = try await backend.store.changes.latest()
        var object = JSONObject()
        object.add("status", "ok")
        return .json(object)
    }
}
