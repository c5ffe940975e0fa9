import ArgumentParser
import Logging
import Observability
import Server

/// What the server tells its administrator, as options of the command line.
struct ObservingOptions: ParsableArguments {
    @Option(help: "How the log is written: text or json (default: text).")
    var logFormat: String?

    @Option(help: "The least level of what is logged (default: notice).")
    var logLevel: String?

    @Flag(help: "Write a record for every request to the log.")
    var accessLog = false

    @Option(help: "A file to append the audit log to, as lines of JSON.", completion: .file())
    var auditLog: String?

    @Option(help: "An address for Prometheus, such as 127.0.0.1:9464 (default: none).")
    var metricsAddress: String?

    func validate() throws {
        if let logFormat, LogFormat(rawValue: logFormat) == nil {
            throw ValidationError("A log format is text or json.")
        }
        if let logLevel, Logger.Level(rawValue: logLevel) == nil {
            let levels = Configuration.logLevels.joined(separator: ", ")
            throw ValidationError("A log level is one of \(levels).")
        }
        if let metricsAddress, ListenAddress(metricsAddress) == nil {
            throw ValidationError("A metrics address is a host and a port, such as 127.0.0.1:9464.")
        }
    }

    /// These options, and the configuration where there are none.
    func settings(over configuration: Configuration) -> ObservingSettings {
        let level = logLevel ?? configuration.logLevel
        return ObservingSettings(
            format: logFormat.flatMap { LogFormat(rawValue: $0) } ?? configuration.logFormat,
            level: Logger.Level(rawValue: level) ?? .notice,
            writesAccessLog: accessLog || configuration.writesAccessLog,
            auditLog: auditLog ?? configuration.auditLog,
            metricsAddress: metricsAddress.flatMap { ListenAddress($0) }
                ?? configuration.metricsAddress
        )
    }
}

/// What the server tells its administrator.
struct ObservingSettings {
    let format: LogFormat
    let level: Logger.Level
    let writesAccessLog: Bool
    let auditLog: String?
    let metricsAddress: ListenAddress?

    /// Sends everything that is logged in this process to standard error, and opens what else there is.
    ///
    /// - Throws: ``CommandError`` if the file of the audit log can't be opened.
    func start() throws -> Observation {
        let (format, level) = (format, level)
        LoggingSystem.bootstrap { label in
            LineLogHandler(label: label, format: format, to: .standardError, level: level)
        }
        let file = try Self.open(auditLog)
        // Whoever turns these on wants all of it, whatever the log's level.
        let loggers = [logger(AuditLog.label, level: .notice)] + Self.auditLoggers(to: file)
        return Observation(
            accessLog: writesAccessLog ? AccessLog(logger("access", level: .info)) : nil,
            audit: AuditLog(to: loggers, file: file),
            auditFile: file,
            metrics: metricsAddress == nil ? nil : ServerMetrics()
        )
    }

    /// A logger that writes to standard error.
    func logger(_ label: String, level: Logger.Level? = nil) -> Logger {
        let level = level ?? self.level
        return Logger(label: label) { label in
            LineLogHandler(label: label, format: format, to: .standardError, level: level)
        }
    }

    /// What commands tell that change accounts beside the server: only the file of the audit log, if there
    /// is one.
    static func ofCommand() throws -> Observation {
        let file = try open(Configuration.ofThisProcess().auditLog)
        return Observation(audit: AuditLog(to: auditLoggers(to: file)), auditFile: file)
    }

    private static func open(_ path: String?) throws -> LogOutput? {
        guard let path else { return nil }
        do {
            return try LogOutput(path: path)
        } catch {
            throw CommandError("\(path): the audit log can't be opened: \(error)")
        }
    }

    private static func auditLoggers(to file: LogOutput?) -> [Logger] {
        guard let file else { return [] }
        return [
            Logger(label: AuditLog.label) { label in
                LineLogHandler(label: label, format: .json, to: file, level: .notice)
            }
        ]
    }
}
