import CNotifySocket
package import Logging
import ServerBase
import ServiceLifecycle

/// The socket at which a service manager such as systemd listens for how the server is: `sd_notify(3)`.
package struct NotifySocket: Sendable {
    /// A path, or an abstract name after an `@`.
    private let address: String
    /// How often to tell that the server lives, if it's killed when it's silent.
    private let signInterval: Duration?
    private let logger: Logger

    /// Finds the socket; nil if the server wasn't started as a service, or isn't asked to tell
    /// anything.
    ///
    /// - Parameters:
    ///   - environment: The environment of this process.
    ///   - processID: Its number; the silence of another process may be watched instead.
    ///   - logger: For what couldn't be told.
    package init?(environment: [String: String], processID: Int32, logger: Logger) {
        guard let address = environment["NOTIFY_SOCKET"], ["/", "@"].contains(address.prefix(1))
        else { return nil }
        self.address = address
        self.logger = logger
        let isWatched = environment["WATCHDOG_PID"].map { $0 == "\(processID)" } ?? true
        let silenceMax = environment["WATCHDOG_USEC"].flatMap(Int64.init) ?? 0
        // Half of the silence that is allowed, as sd_watchdog_enabled(3) recommends.
        signInterval = isWatched && silenceMax > 1 ? .microseconds(silenceMax / 2) : nil
    }

    /// Tells that the server takes requests at an address.
    package func tellReady(at url: String) {
        tell("READY=1\nSTATUS=Serving \(url)")
    }

    /// Asks for more time again and again while a body runs that has to end before the server is ready: a
    /// large database may be copied and brought up to date.
    ///
    /// - Parameter body: What takes the time.
    /// - Returns: What the body returns.
    package func askingForTime<Value>(during body: () async throws -> Value) async rethrows -> Value
    {
        try await askingForTime(every: .seconds(Limits.moreTimeSeconds), during: body)
    }

    /// Asks once in an interval for three times as long.
    func askingForTime<Value>(
        every interval: Duration,
        during body: () async throws -> Value
    ) async rethrows -> Value {
        let microseconds = Int(interval * 3 / .microseconds(1))
        let asking = Task {
            for await _ in ticks(every: interval) {
                tell("EXTEND_TIMEOUT_USEC=\(microseconds)\nSTATUS=Preparing the database")
            }
        }
        defer { asking.cancel() }
        return try await body()
    }

    private func tell(_ message: String) {
        let error = send_to_notify_socket(address, message)
        guard error != 0 else { return }
        logger.warning(
            "The service manager can't be told how the server is: it may end the server",
            metadata: ["socket": "\(address)", "error": "\(error)"]
        )
    }
}

extension NotifySocket: Service {
    /// Tells that the server lives, until it is to stop; then tells that.
    package func run() async throws {
        if let signInterval {
            for await _ in ticks(every: signInterval) { tell("WATCHDOG=1") }
        } else {
            try await gracefulShutdown()
        }
        tell("STOPPING=1")
    }
}
