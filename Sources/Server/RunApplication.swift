package import Hummingbird
import ServiceLifecycle
import UnixSignals

extension ApplicationProtocol {
    /// Runs the server until SIGTERM or SIGINT.
    ///
    /// Requests in progress may finish then, but only within a grace: a client that has sent half a
    /// body, or doesn't read its response, would hold up the stop for a minute or longer.
    package func runUntilStopped() async throws {
        var configuration = ServiceGroupConfiguration(
            services: [self],
            gracefulShutdownSignals: [.sigterm, .sigint],
            logger: logger
        )
        configuration.maximumGracefulShutdownDuration = Limits.stopGrace
        do {
            try await ServiceGroup(configuration: configuration).run()
        } catch is CancellationError {
            // The grace ended: what was still in progress has been cancelled.
        }
    }
}
