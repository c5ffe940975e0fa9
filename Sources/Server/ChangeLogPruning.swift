import Logging
import Observability
import ServerBase
import ServiceLifecycle
import Store

/// Deletes, every hour, what is too old for the log of changes.
struct ChangeLogPruning: Service {
    let backend: Backend
    let logger: Logger

    func run() async throws {
        for await _ in ticks(every: backend.settings.pruningInterval) {
            do {
                try await backend.store.changes.prune()
                backend.observation.metrics?.countJob("log-pruning", "done")
            } catch {
                backend.observation.metrics?.countJob("log-pruning", "failed")
                backend.troubles.note(error, in: "The log of changes can't be shortened", logger)
            }
        }
    }
}
