import Hummingbird
import Requests
import ServerBase
import Store

/// Shows how much the calendars of an account or of a group hold, and how much they may.
struct StorageRoutes {
    let backend: Backend

    func add(to api: RouterGroup<AppContext>) {
        api.get("account/storage", use: ofAccount)
        api.get("groups/{group}/storage", use: ofGroup)
    }

    @Sendable
    private func ofAccount(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requireAccount()
        let usage = try await backend.store.storage.usage(of: account.id)
        return .json(Self.json(usage, backend.store.storage.quotas.account))
    }

    /// For its members.
    @Sendable
    private func ofGroup(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requireAccount()
        let group = try context.requireGroup()
        let usage = try await backend.store.storage.usage(of: group, by: account.id)
        return .json(Self.json(usage, backend.store.storage.quotas.group))
    }

    private static func json(_ usage: StorageUsage, _ quota: Quota) -> JSONObject {
        var object = JSONObject()
        object.add("events", Int(usage.events))
        object.add("eventsMax", Int(quota.events))
        object.add("bytes", Int(usage.bytes))
        object.add("bytesMax", Int(quota.bytes))
        object.add("historyBytes", Int(usage.historyBytes))
        return object
    }
}
