import HTTPTypes
import Hummingbird
import Requests
import ServerBase
import ServiceLifecycle
import Store

/// Tells whoever watches the server whether it's alive, and whether it can do its work.
struct HealthRoutes {
    let backend: Backend

    func add(to router: Router<AppContext>) {
        router.get("health", use: health)
        router.get("healthz", use: liveness)
        router.get("readyz", use: readiness)
    }

    /// Succeeds if the server can read from its database.
    @Sendable
    private func health(_ request: Request, context: AppContext) async throws -> Response {
        _ = try await backend.store.changes.latest()
        return Self.answer("ok")
    }

    /// Succeeds as long as the process answers; touches nothing.
    @Sendable
    private func liveness(_ request: Request, context: AppContext) -> Response {
        Self.answer("alive")
    }

    /// Succeeds if the database takes writes, and the server isn't about to stop.
    ///
    /// A refusal isn't thrown: the log would have an error for each request of a stranger.
    @Sendable
    private func readiness(_ request: Request, context: AppContext) async -> Response {
        guard !Task.isShuttingDownGracefully else { return ProblemDetails.stopping.response }
        do {
            try await backend.proveWriting(context.logger)
        } catch {
            return Self.problem(of: error).response
        }
        guard !Task.isShuttingDownGracefully else { return ProblemDetails.stopping.response }
        return Self.answer("ready")
    }

    /// Why the server isn't ready, whose status is 503 for every reason.
    static func problem(of error: any Error) -> ProblemDetails {
        switch error {
        case StoreError.busy: ProblemDetails(error)
        case StoreError.full: ProblemDetails.noRoom
        default: ProblemDetails.notWritable
        }
    }

    private static func answer(_ status: String) -> Response {
        var object = JSONObject()
        object.add("status", status)
        return .json(object)
    }
}
