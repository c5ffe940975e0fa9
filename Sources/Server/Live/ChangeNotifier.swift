import ServerBase
package import Store

/// Wakes an account's streams after a change was committed.
///
/// Carries no data itself: a stream that wakes reads the change log from where it stopped. Waking
/// late misses nothing, and waking often repeats nothing.
package actor ChangeNotifier {
    /// One open stream.
    struct Listener: Sendable {
        let number: Int
        /// The numbers of the rings, each greater than the one before.
        let rings: AsyncStream<Int>
    }

    private struct Subscription {
        let owner: AccountID
        let continuation: AsyncStream<Int>.Continuation
    }

    private var subscriptions: [Int: Subscription] = [:]
    private var nextNumber = 0
    private var ringNumber = 0

    var listenerCount: Int { subscriptions.count }

    package init() {}

    /// Starts to listen.
    ///
    /// Rings that come while nobody waits are merged into one.
    func listen(for owner: AccountID) throws(ServerError) -> Listener {
        let count = subscriptions.values.count { $0.owner == owner }
        guard count < Limits.listenersPerAccountMax else { throw .tooManyStreams }
        let (rings, continuation) = AsyncStream.makeStream(
            of: Int.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        nextNumber += 1
        let number = nextNumber
        subscriptions[number] = Subscription(owner: owner, continuation: continuation)
        // The response body may never be written: the page may be gone, or have sent a HEAD
        // request.
        continuation.onTermination = { _ in Task { await self.forget(number) } }
        return Listener(number: number, rings: rings)
    }

    private func forget(_ number: Int) { subscriptions[number] = nil }

    func stopListening(_ listener: Listener) {
        subscriptions.removeValue(forKey: listener.number)?.continuation.finish()
    }

    package func ring(for owner: AccountID) { ring(for: [owner]) }

    /// Wakes the streams of some accounts, which share what they read then.
    package func ring(for owners: Set<AccountID>) {
        ringNumber += 1
        for subscription in subscriptions.values where owners.contains(subscription.owner) {
            subscription.continuation.yield(ringNumber)
        }
    }

    func ringAll() {
        ringNumber += 1
        for subscription in subscriptions.values { subscription.continuation.yield(ringNumber) }
    }
}
