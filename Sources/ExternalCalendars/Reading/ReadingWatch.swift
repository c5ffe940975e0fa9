package import Logging
import Observability
import ServerBase
import ServiceLifecycle
import Store

/// Reads the external calendars that are due.
///
/// When each is due stands in the database, so that nothing is forgotten by a restart, and several
/// servers share the work.
package struct ReadingWatch: Service {
    let management: ExternalCalendarManagement
    /// How long it is between two looks for external calendars that are due.
    let interval: Duration
    let logger: Logger

    package init(_ management: ExternalCalendarManagement, every interval: Duration, logger: Logger)
    {
        self.management = management
        self.interval = interval
        self.logger = logger
    }

    package func run() async throws {
        await withDiscardingTaskGroup { group in
            for await _ in ticks(every: interval) {
                for source in await due() { group.addTask { await read(source) } }
            }
            group.cancelAll()
        }
    }

    /// The external calendars that can be read now; each has its place in the queue.
    private func due() async -> [ExternalCalendar] {
        do {
            let found = try await management.store.externalCalendars.due(
                nowSecond: management.clockAndRandom.nowSecond(),
                perAccountMax: Limits.externalCalendarsAtOncePerAccountMax
            )
            management.observation.metrics?.countJob("source-poll", "done")
            var taken: [ExternalCalendar] = []
            for source in found {
                let isTaken = await management.queue.enter(
                    source.calendar,
                    of: source.account,
                    // Without its address it's read as well, which notes what is wrong.
                    host: management.host(of: source)
                )
                if isTaken { taken.append(source) }
            }
            return taken
        } catch {
            management.observation.metrics?.countJob("source-poll", "failed")
            management.troubles.note(error, in: "Due sources can't be found", logger)
            return []
        }
    }

    private func read(_ source: ExternalCalendar) async {
        do {
            try await ExternalCalendarReading(management, logger: logger).read(source.calendar)
        } catch {
            // It's due again when the reading is taken for dead.
            management.troubles.note(error, in: "A source can't be kept", logger)
        }
        await management.queue.leave(source.calendar)
    }
}
