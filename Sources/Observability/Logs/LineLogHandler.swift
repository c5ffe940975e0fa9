package import Logging
import ServerBase

/// Writes each record of a logger as one line.
///
/// A record that is written while a request is worked on names the request, whichever logger it's of.
package struct LineLogHandler: LogHandler {
    let label: String
    let format: LogFormat
    let output: LogOutput
    /// Milliseconds since 1970.
    let now: @Sendable () -> Int64
    package var logLevel: Logger.Level
    package var metadata: Logger.Metadata = [:]
    package var metadataProvider: Logger.MetadataProvider?

    /// Writes to an output with the machine's clock.
    package init(label: String, format: LogFormat, to output: LogOutput, level: Logger.Level) {
        self.init(label: label, format: format, to: output, level: level) { machineMillisecond() }
    }

    init(
        label: String,
        format: LogFormat,
        to output: LogOutput,
        level: Logger.Level,
        now: @escaping @Sendable () -> Int64
    ) {
        self.label = label
        self.format = format
        self.output = output
        self.now = now
        logLevel = level
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        var all = metadata
        if let metadataProvider { all.merge(metadataProvider.get()) { $1 } }
        if let more = event.metadata { all.merge(more) { $1 } }
        if let error = event.error { all["error"] = "\(error)" }
        // The framework's own number of the request, which restarts with the server.
        all["hb.request.id"] = nil
        let record = LogRecord(
            level: event.level,
            label: label,
            message: "\(event.message)",
            request: RequestScope.current?.id,
            metadata: all
        )
        output.write(line: format.line(of: record, millisecond: now()))
    }
}
