/// What the server tells its administrator, besides the log.
package struct Observation: Sendable {
    /// A record for every request; nil when it's off.
    package var accessLog: AccessLog?
    /// Who signed in, and what they did to accounts and rights.
    package var audit: AuditLog
    /// The file of the audit log, to be opened again when it was renamed; nil if there is none.
    package var auditFile: LogOutput?
    /// What is counted and measured; nil when it's off.
    package var metrics: ServerMetrics?

    package init(
        accessLog: AccessLog? = nil,
        audit: AuditLog = .none,
        auditFile: LogOutput? = nil,
        metrics: ServerMetrics? = nil
    ) {
        self.accessLog = accessLog
        self.audit = audit
        self.auditFile = auditFile
        self.metrics = metrics
    }

    /// Nothing is told.
    package static let none = Observation()

    package func note(_ end: RequestEnd, of scope: RequestScope) {
        metrics?.count(end)
        guard let accessLog else { return }
        RequestScope.$current.withValue(scope) { accessLog.write(end, of: scope) }
    }
}
