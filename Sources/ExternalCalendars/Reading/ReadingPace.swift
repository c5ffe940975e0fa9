import ServerBase
import Store

/// Spreads what readings of external calendars write, so that everybody else's writes stay quick.
///
/// All readings of a server together write for a quarter of the time: after each batch, the next one of any of
/// them begins when three times as long has passed as that one took.
package actor ReadingPace {
    /// A clock that never goes back, and how to wait by it.
    struct Clock: Sendable {
        let now: @Sendable () -> Duration
        let sleep: @Sendable (Duration) async throws -> Void

        /// The machine's.
        static var machine: Clock {
            let start = ContinuousClock.now
            return Clock(
                now: { ContinuousClock.now - start },
                sleep: { try await Task.sleep(for: $0) }
            )
        }
    }

    private let clock: Clock
    /// When the next batch may begin.
    private var next = Duration.zero

    init(clock: Clock) { self.clock = clock }

    package init() { self.init(clock: .machine) }

    /// Writes a batch when it's its turn.
    ///
    /// The turns are given in the order that batches come, each by what the one before is expected to take. What
    /// it took in fact counts for those that come later, so one that hangs holds up no other.
    ///
    /// - Parameters:
    ///   - writeCount: How many writes it has.
    ///   - patience: How long it may wait.
    ///   - body: What to do.
    /// - Returns: The result of the body.
    /// - Throws: ``ExternalCalendarFailure/interrupted`` if it would have to wait longer or the server stops, and the
    ///   errors of the body.
    func run<Value: Sendable>(
        _ writeCount: Int64,
        patience: Duration,
        _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        let now = clock.now()
        let begin = max(now, next)
        guard begin - now <= patience else { throw ExternalCalendarFailure.interrupted }
        let reserved = Self.share(of: Limits.externalWriteExpected * Int(writeCount))
        next = begin + reserved
        if begin > now {
            do {
                try await clock.sleep(begin - now)
            } catch {
                next -= reserved
                throw ExternalCalendarFailure.interrupted
            }
        }
        let began = clock.now()
        defer { next += Self.share(of: clock.now() - began) - reserved }
        return try await body()
    }

    /// How long it is from the beginning of a batch to the next.
    private static func share(of duration: Duration) -> Duration {
        min(duration, Limits.externalBatchCounted) * (1 + Limits.externalRests)
    }
}

/// Writes what a reading of an external calendar found.
///
/// Every kind writes through here, a batch at a time: it counts towards what the account's external calendars may
/// write in a day, and waits for its turn.
struct ReadingWriter: Sendable {
    let management: ExternalCalendarManagement
    let run: ReadingRun

    private var nowSecond: Int64 { management.clockAndRandom.nowSecond() }

    /// Requires that there is room for all that a reading is going to write, before it begins: a calendar that
    /// changes too much stays as it was.
    ///
    /// - Throws: ``ExternalCalendarFailure/tooManyChanges(retryAfterSeconds:)``.
    func requireRoom(for writeCount: Int64) async throws(ExternalCalendarFailure) {
        guard writeCount > 0 else { return }
        try await counting { () async throws(ServerError) in
            try await management.allowances.requireRoom(
                for: writeCount,
                bySourcesOf: run.source.account,
                nowSecond: nowSecond
            )
        }
    }

    /// Runs what counts writes, and says of a calendar's refused ones why it stays as it was.
    private func counting(
        _ body: () async throws(ServerError) -> Void
    ) async throws(ExternalCalendarFailure) {
        do throws(ServerError) {
            try await body()
        } catch {
            guard case .tooManyWrites(let seconds) = error else { throw .notStored }
            throw .tooManyChanges(retryAfterSeconds: seconds)
        }
    }

    /// Writes a batch.
    ///
    /// - Parameters:
    ///   - writeCount: How many writes it has.
    ///   - isForOwnChanges: Whether it's read because of what was changed here, and is to be sent.
    ///   - body: The transaction.
    /// - Returns: The result of the body.
    /// - Throws: ``ExternalCalendarFailure`` and the errors of the database.
    func write<Value: Sendable>(
        _ writeCount: Int64,
        isForOwnChanges: Bool = false,
        _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        try await counting { () async throws(ServerError) in
            try await management.allowances.take(
                writeCount,
                bySourcesOf: run.source.account,
                isForOwnChanges: isForOwnChanges,
                nowSecond: nowSecond
            )
        }
        do {
            return try await management.pace.run(
                writeCount,
                // If there is more to wait, another reading goes on from here.
                patience: .seconds(run.endsSecond - nowSecond),
                body
            )
        } catch {
            throw ExternalCalendarFailure(storing: error) ?? error
        }
    }
}

extension ObjectDraft {
    /// As how many writes storing it counts for an external calendar.
    var sourceWriteCount: Int64 { 1 + Int64(ical.utf8.count / Limits.externalWriteBytes) }
}

extension ReadingChanges {
    var writeCount: Int64 {
        stored.reduce(Int64(removed.count)) { $0 + $1.object.draft.sourceWriteCount }
    }
}

extension MemberChanges {
    var writeCount: Int64 {
        found.reduce(Int64(removed.count)) { $0 + ($1.object?.draft.sourceWriteCount ?? 1) }
    }

    /// The same in parts of a transaction's worth, what is removed first.
    var parts: [MemberChanges] {
        var parts: [MemberChanges] = []
        var part = MemberChanges()
        part.removed = removed
        var bytes = 0
        for member in found {
            if bytes >= Limits.externalBatchBytesMax {
                parts.append(part)
                (part, bytes) = (MemberChanges(), 0)
            }
            part.found.append(member)
            bytes += member.object?.draft.ical.utf8.count ?? 0
        }
        return part.count > 0 ? parts + [part] : parts
    }
}
