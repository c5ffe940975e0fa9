package import Logging
package import Store

/// Who signed in or was refused, and who changed accounts and rights or deleted something.
///
/// A record has the request's ID and route, the client's network, the account that acted and the ID of
/// what it was done to. It never has a secret, nor anything of an event.
package struct AuditLog: Sendable {
    /// The name of the logger.
    package static let label = "audit"
    /// Records go nowhere.
    package static let none = AuditLog(to: [])

    private let loggers: [Logger]
    private let file: LogOutput?

    /// Writes to loggers, at the level `notice`.
    ///
    /// - Parameters:
    ///   - loggers: The first of them also hears when the file can't be written.
    ///   - file: Where one of the others writes to, if it's a file.
    package init(to loggers: [Logger], file: LogOutput? = nil) {
        self.loggers = loggers
        self.file = file
    }

    /// Notes an action that has succeeded.
    ///
    /// - Parameters:
    ///   - action: What was done.
    ///   - actor: The account that did it; without it, the one that signed in with the request.
    ///   - subject: The ID of what it was done to.
    ///   - details: What else matters, such as a role.
    package func note(
        _ action: AuditAction,
        by actor: AccountID? = nil,
        of subject: String? = nil,
        _ details: KeyValuePairs<String, String> = [:]
    ) {
        let scope = RequestScope.current
        var metadata: Logger.Metadata = [:]
        if let actor = actor ?? scope?.account { metadata["account"] = "\(actor.text)" }
        if let subject { metadata["subject"] = "\(subject)" }
        for (name, value) in details { metadata[name] = "\(value)" }
        if let scope {
            metadata["network"] = "\(scope.network.text)"
            metadata["route"] = "\(scope.route)"
        } else {
            metadata["route"] = "command line"
        }
        for logger in loggers { logger.notice("\(action.rawValue)", metadata: metadata) }
        if let failure = file?.takeFailure() {
            loggers.first?.error(
                "The file of the audit log can't be written: only this log has the records",
                metadata: ["error": "\(failure)"]
            )
        }
    }

    /// Notes that everything was brought back from a backup.
    ///
    /// - Parameters:
    ///   - backup: The path of the backup.
    ///   - counts: How many accounts and events it has.
    package func noteRestoration(from backup: String, _ counts: (accounts: Int, events: Int)) {
        note(
            .databaseRestored,
            ["backup": backup, "accounts": "\(counts.accounts)", "events": "\(counts.events)"]
        )
    }
}
