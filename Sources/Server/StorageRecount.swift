import Logging
import Observability
import ServerBase
import ServiceLifecycle
import Store

/// Counts again, every hour and for some calendars at a time, what they hold.
///
/// See ``Store/Storage/recount(after:countMax:)`` for why that may be wrong.
struct StorageRecount: Service {
    let backend: Backend
    let logger: Logger

    func run() async throws {
        // Anywhere: otherwise servers that are often started anew would all count the same ones.
        var last: CalendarID? = backend.clockAndRandom.newCalendarID()
        for await _ in ticks(every: backend.settings.recountInterval) {
            last = await look(from: last)
        }
    }

    /// Looks at the next calendars, and returns the last of them; nil to begin anew.
    private func look(from last: CalendarID?) async -> CalendarID? {
        do {
            let (wrongCount, failedCount, next) = try await backend.store.storage.recount(
                after: last
            )
            let outcome = failedCount == 0 ? "done" : "failed"
            backend.observation.metrics?.countJob("storage-recount", outcome)
            if wrongCount > 0 {
                logger.notice(
                    "The size of some calendars was counted again",
                    metadata: ["count": "\(wrongCount)"]
                )
            }
            if failedCount > 0 {
                logger.warning(
                    "Some calendars can't be counted",
                    metadata: ["count": "\(failedCount)"]
                )
            }
            return next
        } catch {
            backend.observation.metrics?.countJob("storage-recount", "failed")
            backend.troubles.note(error, in: "Calendars can't be counted", logger)
            return last
        }
    }
}
