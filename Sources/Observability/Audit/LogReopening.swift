package import Logging
import ServiceLifecycle
import UnixSignals

/// Opens a log's file again at every SIGHUP, after it was renamed to begin a new one.
package struct LogReopening: Service {
    let output: LogOutput
    let logger: Logger

    package init(output: LogOutput, logger: Logger) {
        self.output = output
        self.logger = logger
    }

    package func run() async throws {
        let signals = await UnixSignalsSequence(trapping: .sighup)
        for await _ in signals.cancelOnGracefulShutdown() {
            do {
                try output.reopen()
            } catch {
                logger.error(
                    "The audit log can't be opened again: records still go to the old file",
                    metadata: ["error": "\(error)"]
                )
            }
        }
    }
}
