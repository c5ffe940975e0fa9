package import Store

/// Wakes an account's streams after a change was committed.
///
/// Carries no data itself: a stream that wakes reads the change log from where it stopped. Waking
/// late misses nothing, and waking often repeats nothing.
package actor ChangeNotifier {
    /// One open stream.
    struct Listener: Sendable {
        let number: Int
        let rings: AsyncStream<Void>
    }

    private struct Ear {
        let owner: AccountID
        let continuation: AsyncStream<Void>.Continuation
    }

    private var ears: [Int: Ear] = [:]
    private var nextNumber = 0

    var listenerCount: Int { ears.count }

    package init() {}

    /// Starts to listen.
    ///
    /// Rings that come while nobody waits are merged into one.
    func listen(for owner: AccountID) throws(ServerError) -> Listener {
        let count = ears.values.count { $0.owner == owner }
        guard count < Limits.listenersPerAccountMax else { throw .tooManyStreams }
        let (rings, continuation) = AsyncStream.makeStream(
            of: Void.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        nextNumber += 1
        let number = nextNumber
        ears[number] = Ear(owner: owner, continuation: continuation)
        // The response body may never be written: the page may be gone, or have sent a HEAD
        // request.
        continuation.onTermination = { _ in Task { await self.forget(number) } }
        return Listener(number: number, rings: rings)
    }

    private func forget(_ number: Int) { ears[number] = nil }

    func stopListening(_ listener: Listener) {
        ears.removeValue(forKey: listener.number)?.continuation.finish()
    }

    package func ring(for owner: AccountID) {
        for ear in ears.values where ear.owner == owner { ear.continuation.yield() }
    }

    func ringAll() {
        for ear in ears.values { ear.continuation.yield() }
    }
}
