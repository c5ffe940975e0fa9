package import Hummingbird
import ServerBase
import ServiceLifecycle
import UnixSignals

extension ApplicationProtocol {
    /// Runs the server until SIGTERM or SIGINT.
    ///
    /// Requests in progress may finish then, but only within a grace: a client that has sent half a
    /// body, or doesn't read its response, would hold up the stop for a minute or longer.
    ///
    /// - Parameter socket: Is told that the server lives, and when it stops.
    /// - Throws: An error of a service, such as a port that is in use.
    package func runUntilStopped(telling socket: NotifySocket? = nil) async throws {
        var services: [any Service] = [self]
        // The last is stopped first, so the socket is told of the stop when it begins.
        if let socket { services.append(socket) }
        var configuration = ServiceGroupConfiguration(
            services: services,
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
