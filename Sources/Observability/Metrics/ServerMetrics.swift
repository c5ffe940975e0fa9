import Metrics
import ServerBase
package import Store
import Synchronization

/// What the server counts and measures.
package final class ServerMetrics: Sendable {
    let registry = MetricRegistry(MetricName.descriptions)

    /// What a request is counted under; there are few routes, methods and statuses.
    private struct RequestKey: Hashable {
        let method: String
        let route: String
        let status: Int
    }

    private let requests = Mutex<[RequestKey: Counter]>([:])
    private let durations = Mutex<[String: Timer]>([:])
    private let jobs = Mutex<[[String]: Counter]>([:])
    /// The number of changes that the counter has.
    private let changeCount = Mutex(Int64(0))
    private let changes: Counter
    private let streams: Meter
    private let waitingWrites: Meter
    private let residentMemory: Meter
    private let openFiles: Meter
    private let databaseWait: Timer
    private let commitWrites: Recorder

    package init() {
        let registry = registry
        changes = Counter(label: MetricName.changes, factory: registry)
        streams = Meter(label: MetricName.streams, factory: registry)
        waitingWrites = Meter(label: MetricName.waitingWrites, factory: registry)
        residentMemory = Meter(label: MetricName.residentMemory, factory: registry)
        openFiles = Meter(label: MetricName.openFiles, factory: registry)
        databaseWait = Timer(label: MetricName.databaseWait, factory: registry)
        commitWrites = Recorder(label: MetricName.commitWrites, factory: registry)
        let version = [("version", Version.text)]
        Meter(label: MetricName.build, dimensions: version, factory: registry).set(1)
    }

    /// Counts a request, and measures it unless its answer is a stream.
    func count(_ end: RequestEnd) {
        let key = RequestKey(method: end.method, route: end.route, status: end.status)
        let counter = requests.withLock { requests in
            if let known = requests[key] { return known }
            let counter = Counter(
                label: MetricName.requests,
                dimensions: [
                    ("method", end.method), ("route", end.route), ("status", String(end.status)),
                ],
                factory: registry
            )
            requests[key] = counter
            return counter
        }
        counter.increment()
        guard !end.isStream else { return }
        let timer = durations.withLock { durations in
            if let known = durations[end.route] { return known }
            let timer = Timer(
                label: MetricName.requestDuration,
                dimensions: [("route", end.route)],
                factory: registry
            )
            durations[end.route] = timer
            return timer
        }
        timer.recordNanoseconds(end.nanoseconds)
    }

    /// Counts a piece of work that no request waited for.
    ///
    /// - Parameters:
    ///   - kind: What was to be done, one of few words.
    ///   - outcome: How it ended, one of few words.
    package func countJob(_ kind: String, _ outcome: String) {
        let counter = jobs.withLock { jobs in
            if let known = jobs[[kind, outcome]] { return known }
            let counter = Counter(
                label: MetricName.jobs,
                dimensions: [("kind", kind), ("outcome", outcome)],
                factory: registry
            )
            jobs[[kind, outcome]] = counter
            return counter
        }
        counter.increment()
    }

    /// Measures the writes of a database from now on.
    package func observe(_ database: AnyDatabase) {
        let start = ContinuousClock.now
        let (databaseWait, commitWrites) = (databaseWait, commitWrites)
        database.observeWrites(
            by: WriteObserver(
                nanosecond: {
                    let (seconds, attoseconds) = (ContinuousClock.now - start).components
                    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
                },
                waited: { databaseWait.recordNanoseconds($0) },
                committed: { commitWrites.record($0) }
            )
        )
    }

    /// All metrics as Prometheus reads them, with what is so at the moment.
    ///
    /// - Parameters:
    ///   - streamCount: How many pages listen.
    ///   - waitingWriteCount: How many writes wait for their turn.
    ///   - changeCount: How many changes the log has; nil if the database is busy and is asked again next time.
    /// - Returns: The text.
    package func text(streamCount: Int, waitingWriteCount: Int, changeCount: Int64?) -> String {
        streams.set(streamCount)
        waitingWrites.set(waitingWriteCount)
        if let changeCount { noteChanges(changeCount) }
        let figures = ProcessFigures.ofThisProcess()
        if let bytes = figures.residentBytes { residentMemory.set(bytes) }
        if let count = figures.openFileCount { openFiles.set(count) }
        return registry.text
    }

    /// Adds to the counter by how much there is more in the log than the last time.
    ///
    /// There's less when old entries were deleted, or when another request that began earlier is here later.
    private func noteChanges(_ count: Int64) {
        changeCount.withLock { known in
            if count > known { changes.increment(by: count - known) }
            known = count
        }
    }
}
