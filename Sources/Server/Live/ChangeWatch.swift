import Hummingbird
import Logging
import ServiceLifecycle
import Store

/// Wakes streams for changes that another process committed, and regularly for a sign of life.
///
/// Also discards shared items that nobody fetched.
struct ChangeWatch<Driver: Database>: Service {
    let backend: Backend<Driver>
    let logger: Logger

    func run() async throws {
        var known = try await backend.store.changes.latest()
        let ticks = AsyncStream<Void> {
            try? await Task.sleep(for: .seconds(Limits.watchSeconds))
            return Task.isCancelled ? nil : ()
        }
        var count = 0
        for await _ in ticks.cancelOnGracefulShutdown() {
            count += 1
            await backend.shares.sweep(nowSecond: backend.clockAndRandom.nowSecond())
            let latest = await latest() ?? known
            if latest != known || count.isMultiple(of: Limits.watchesPerPing) {
                await backend.changeNotifier.ringAll()
            }
            known = latest
        }
    }

    /// A database that is busy now is checked again next time.
    private func latest() async -> ChangeToken? {
        do {
            let latest = try await backend.store.changes.latest()
            backend.observation.metrics?.countJob("change-look", "done")
            return latest
        } catch {
            backend.observation.metrics?.countJob("change-look", "failed")
            logger.warning("The change log can not be read", metadata: ["error": "\(error)"])
            return nil
        }
    }
}
