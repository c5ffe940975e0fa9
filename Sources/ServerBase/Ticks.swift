package import ServiceLifecycle

/// Comes again and again, an interval after the last time was dealt with, until the server stops.
package func ticks(
    every interval: Duration
) -> AsyncCancelOnGracefulShutdownSequence<AsyncStream<Void>> {
    AsyncStream<Void> {
        try? await Task.sleep(for: interval)
        return Task.isCancelled ? nil : ()
    }
    .cancelOnGracefulShutdown()
}
