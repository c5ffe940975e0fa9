import Hummingbird
import Logging
import Observability
import ServerBase
import ServiceLifecycle
import Store

/// Wakes streams for changes that another process committed, and regularly for a sign of life.
///
/// Also discards shared items and answers that nobody fetched, and finds out when a full disk has room again.
struct ChangeWatch: Service {
    let backend: Backend
    let logger: Logger

    func run() async throws {
        let follower = LogFollower(
            backend: backend,
            logger: logger,
            from: try await backend.store.changes.latest()
        )
        let removals = try await backend.store.accounts.removalCount()
        await withTaskGroup { group in
            group.addTask {
                for await hint in backend.store.hints.cancelOnGracefulShutdown() {
                    await ring(for: hint)
                    await follower.follow()
                }
            }
            group.addTask { await watch(follower, from: removals) }
            await group.waitForAll()
        }
    }

    /// Wakes those for whom something changed that the log doesn't tell.
    private func ring(for hint: WriteHint) async {
        guard let accounts = hint.accounts else { return await backend.changeNotifier.ringAll() }
        if !accounts.isEmpty { await backend.changeNotifier.ring(for: accounts) }
    }

    private func watch(_ follower: LogFollower, from removals: Int64) async {
        var count = 0
        var removals = removals
        for await _ in ticks(every: .seconds(Limits.watchSeconds)) {
            count += 1
            await follower.follow()
            await lookForRoom()
            let now = (try? await backend.store.accounts.removalCount()) ?? removals
            // Streams of accounts that are gone notice it when they wake.
            if now != removals || count.isMultiple(of: backend.settings.watchesPerPing) {
                removals = now
                await backend.changeNotifier.ringAll()
            }
            // Also when the server has started, for what another one left behind.
            if (count - 1).isMultiple(of: Limits.watchesPerClearing) { await clear() }
        }
    }

    /// Finds out whether a disk that was full has room again.
    ///
    /// Requests don't tell: much of what they write needs no room.
    private func lookForRoom() async {
        guard backend.troubles.isTimeToLook(for: .diskFull) else { return }
        // If it fails, the log knows of it.
        guard (try? await backend.proveWriting(logger)) != nil else { return }
        backend.troubles.end(.diskFull, logger)
    }

    /// Removes what nobody fetched; if that fails, a minute later.
    private func clear() async {
        try? await backend.store.handovers.clear(nowSecond: backend.clockAndRandom.nowSecond())
    }
}

/// Follows the log of changes, and wakes the streams of those whom new entries concern.
private actor LogFollower {
    private let backend: Backend
    private let logger: Logger
    private var known: ChangeToken
    /// Who sees the calendars in which events were changed lately, as long as nobody's rights are altered.
    private var viewers: [CalendarID: [AccountID]] = [:]
    private var isFollowing = false
    private var isWantedAgain = false

    init(backend: Backend, logger: Logger, from known: ChangeToken) {
        self.backend = backend
        self.logger = logger
        self.known = known
    }

    /// Wakes streams for the entries since the last time.
    ///
    /// When the database can't be read now, it does so the next time.
    func follow() async {
        isWantedAgain = true
        guard !isFollowing else { return }
        isFollowing = true
        defer { isFollowing = false }
        while isWantedAgain {
            isWantedAgain = false
            do {
                let accounts = try await accountsConcerned()
                backend.observation.metrics?.countJob("change-poll", "done")
                backend.troubles.end(.away, logger)
                if let accounts {
                    await backend.changeNotifier.ring(for: accounts)
                } else {
                    await backend.changeNotifier.ringAll()
                }
            } catch {
                backend.observation.metrics?.countJob("change-poll", "failed")
                backend.troubles.note(error, in: "The change log can't be read", logger)
            }
        }
    }

    /// Those whom the entries since the last time concern; nil when there are too many to find out.
    private func accountsConcerned() async throws -> Set<AccountID>? {
        let (audience, latest) = try await backend.store.changes.audience(after: known)
        guard let audience else {
            viewers = [:]
            known = latest
            return nil
        }
        if audience.changesRights || viewers.count > Limits.calendarsFollowedMax { viewers = [:] }
        for calendar in audience.editedCalendars { viewers[calendar] = nil }
        let unknown = audience.calendars.subtracting(viewers.keys)
        if !unknown.isEmpty {
            viewers.merge(try await backend.store.changes.viewers(of: unknown)) { $1 }
        }
        known = latest
        return audience.calendars.reduce(into: audience.owners) { $0.formUnion(viewers[$1] ?? []) }
    }
}
