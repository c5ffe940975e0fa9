package import Logging
import Store

/// A record for every request, with nothing that lets a reader of the log see or open a calendar: the
/// route as it was declared, and not the path, which may have secrets.
package struct AccessLog: Sendable {
    private let logger: Logger

    /// Writes to a logger, at the level `info`.
    package init(_ logger: Logger) { self.logger = logger }

    func write(_ end: RequestEnd, of scope: RequestScope) {
        var metadata: Logger.Metadata = [
            "method": "\(end.method)", "route": "\(end.route)",
            "status": .stringConvertible(end.status), "ms": .stringConvertible(end.milliseconds),
            "bytes": .stringConvertible(end.bytes), "network": "\(scope.network.text)",
        ]
        if let account = scope.account { metadata["account"] = "\(account.text)" }
        if !end.isWhole { metadata["cut"] = .stringConvertible(true) }
        logger.info("request", metadata: metadata)
    }
}
