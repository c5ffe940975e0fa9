import Synchronization

/// Measures how long the writes of a database wait, and how many share a commit.
///
/// It's called on the thread that writes, so it must be quick.
package struct WriteObserver: Sendable {
    /// A clock that never goes back, in nanoseconds.
    let nanosecond: @Sendable () -> Int64
    /// Called with the nanoseconds that a write waited for its turn.
    let waited: @Sendable (_ nanoseconds: Int64) -> Void
    /// Called with the number of writes that a commit put onto the disk.
    let committed: @Sendable (_ writeCount: Int) -> Void

    package init(
        nanosecond: @escaping @Sendable () -> Int64,
        waited: @escaping @Sendable (_ nanoseconds: Int64) -> Void,
        committed: @escaping @Sendable (_ writeCount: Int) -> Void
    ) {
        self.nanosecond = nanosecond
        self.waited = waited
        self.committed = committed
    }
}

extension SQLiteDatabase {
    package var waitingWriteCount: Int { queue.waitingCount }

    package func observeWrites(by observer: WriteObserver) {
        queue.observer.withLock { $0 = observer }
    }
}

extension WriteQueue {
    /// Reports to the observer that the turn of some writes has come.
    func tellTurn(of writes: [QueuedWrite]) {
        guard let observer = observer.withLock({ $0 }) else { return }
        let now = observer.nanosecond()
        for write in writes {
            if let queued = write.queuedNanosecond { observer.waited(now - queued) }
        }
    }

    func tellCommit(of writeCount: Int) { observer.withLock { $0 }?.committed(writeCount) }
}
