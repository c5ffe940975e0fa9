package import Observability
package import OpenIDConnect
package import Outgoing
package import ServerBase
package import Store

/// Makes accounts and signs people and programs in to them, by the policy of whoever runs the server.
///
/// Who a request is from, and the cookie that says so, are the server's affair.
package struct AccountManagement: Sendable {
    package let setupCode: SetupCode
    package let openID: OpenID
    package let passwords: Passwords
    package let throttle: SignInThrottle
    let store: CalendarStore
    let clockAndRandom: ClockAndRandom
    let zones: ZoneFiles
    let audit: AuditLog
    let policy: AccountPolicy
    let joinLinks: JoinLinkCheck
    let checkedPasswords = CheckedPasswords()
    let programNetworks = SeenNetworks()
    /// Limits the records of refused sign-ins that aren't limited themselves.
    let refusals = RequestThrottle()

    /// Manages the accounts of a store.
    ///
    /// Without `joinLinks`, those to the store's groups admit newcomers.
    package init(
        of store: CalendarStore,
        policy: AccountPolicy,
        passwords: Passwords,
        web: WebFetcher,
        zones: ZoneFiles,
        clockAndRandom: ClockAndRandom,
        audit: AuditLog,
        joinLinks: JoinLinkCheck? = nil
    ) {
        self.store = store
        self.policy = policy
        self.passwords = passwords
        self.zones = zones
        self.clockAndRandom = clockAndRandom
        self.audit = audit
        self.joinLinks = joinLinks ?? .ofGroups(in: store, clockAndRandom: clockAndRandom)
        setupCode = SetupCode(clockAndRandom: clockAndRandom)
        openID = OpenID(providers: policy.providers, web: web, clockAndRandom: clockAndRandom)
        throttle = SignInThrottle(in: store.signInFailures, limited: audit.noteLimited)
    }
}

/// Who may have an account, and how people and programs sign in.
package struct AccountPolicy: Sendable {
    package let registration: Registration
    /// Whether calendar programs can sign in with the account's own password, besides app passwords.
    package let letsProgramsUseAccountPasswords: Bool
    /// The services that sign people in.
    package let providers: [OpenIDProvider]

    package init(
        registration: Registration,
        letsProgramsUseAccountPasswords: Bool,
        providers: [OpenIDProvider]
    ) {
        self.registration = registration
        self.letsProgramsUseAccountPasswords = letsProgramsUseAccountPasswords
        self.providers = providers
    }
}
