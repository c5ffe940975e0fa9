import Logging
import Observability
import ServerBase
import ServiceLifecycle
import Store

/// Reads the sources that are due.
///
/// When each is due stands in the database, so that nothing is forgotten by a restart, and several
/// servers share the work.
struct SourceWatch: Service {
    let backend: Backend
    let logger: Logger

    func run() async throws {
        await withDiscardingTaskGroup { group in
            for await _ in ticks(every: backend.settings.sourceInterval) {
                for source in await due() { group.addTask { await read(source) } }
            }
            group.cancelAll()
        }
    }

    /// The sources that can be read now; each has its place in the queue.
    private func due() async -> [SourceRecord] {
        do {
            let found = try await backend.store.sources.due(
                nowSecond: backend.clockAndRandom.nowSecond(),
                perAccountMax: Limits.sourcesAtOncePerAccountMax
            )
            backend.observation.metrics?.countJob("source-poll", "done")
            var taken: [SourceRecord] = []
            for source in found {
                let isTaken = await backend.sourceQueue.enter(
                    source.calendar,
                    of: source.account,
                    // Without its address it's read as well, which notes what is wrong.
                    host: backend.host(of: source)
                )
                if isTaken { taken.append(source) }
            }
            return taken
        } catch {
            backend.observation.metrics?.countJob("source-poll", "failed")
            backend.troubles.note(error, in: "Due sources can't be found", logger)
            return []
        }
    }

    private func read(_ source: SourceRecord) async {
        do {
            try await SourceReading(backend: backend, logger: logger).read(source.calendar)
        } catch {
            // It's due again when the reading is taken for dead.
            backend.troubles.note(error, in: "A source can't be kept", logger)
        }
        await backend.sourceQueue.leave(source.calendar)
    }
}
