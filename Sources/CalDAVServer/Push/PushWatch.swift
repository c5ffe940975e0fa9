import Crypto
import HTTPTypes
package import Logging
import Observability
import Outgoing
import ServerBase
import ServiceLifecycle
import Store

/// Tells programs of changes by push messages (WebDAV-Push, 4).
///
/// It reads the change log, like the page's streams: a write neither waits for it nor knows of it,
/// and changes that another process made are told as well. Of several servers on one database, one tells.
package struct PushWatch: Service {
    let server: ProgramServer
    let logger: Logger
    private let queue = PushQueue()

    package init(server: ProgramServer, logger: Logger) {
        self.server = server
        self.logger = logger
    }

    private var nowSecond: Int64 { server.clockAndRandom.nowSecond() }

    func run() async throws {
        let first = try await server.store.changes.latest()
        await withDiscardingTaskGroup { group in
            var place = Place(seen: first)
            for await _ in ticks(every: server.settings.pushInterval) {
                place = await look(from: place)
                for due in await queue.takeDue(nowSecond: nowSecond) {
                    group.addTask { await send(due) }
                }
            }
            group.cancelAll()
        }
    }

    /// How far the log has been read.
    private struct Place {
        /// The last entry at the last look.
        var seen: ChangeToken
        /// The last entry before those that this server took and couldn't read yet.
        var untold: ChangeToken?
    }

    /// Queues what had been written by the last look, unless another server does.
    ///
    /// By then, a request has said whom not to tell; what was written since has to wait. Only the server
    /// that a request came to knows that: if another one is faster, a program may be told of its own change.
    private func look(from last: Place) async -> Place {
        var place = last
        let registrations = server.store.pushRegistrations
        do {
            let latest = try await server.store.changes.latest()
            server.observation.metrics?.countJob("push-poll", "done")
            // The log is shorter after a backup has been restored.
            guard latest >= place.seen else { return Place(seen: latest) }
            let told = try await registrations.takeStretch(through: place.seen)
            place.untold = place.untold ?? told
            if let untold = place.untold {
                let updates = try await registrations.updates(
                    after: untold,
                    through: place.seen,
                    exempt: await server.push.exemptions.all,
                    nowSecond: nowSecond
                )
                await queue.add(updates, nowSecond: nowSecond)
                place.untold = nil
            }
            await server.push.exemptions.drop(through: place.seen)
            place.seen = latest
        } catch {
            server.observation.metrics?.countJob("push-poll", "failed")
            server.troubles.note(error, in: "Changes can't be told to programs", logger)
        }
        return place
    }

    private func send(_ due: PushQueue.Due) async {
        let outcome = await PushDelivery(server: server, logger: logger).outcome(of: due)
        guard await queue.finish(due, outcome, nowSecond: nowSecond) else { return }
        // Otherwise it stays until it ends by itself.
        try? await server.store.pushRegistrations.remove(due.registration)
    }
}
