package import Observability

extension AuditLog {
    /// Notes that a key is at its limit.
    @Sendable
    package func noteLimited(_ key: ThrottleKey) { note(.attemptsLimited, key.auditDetails) }
}
