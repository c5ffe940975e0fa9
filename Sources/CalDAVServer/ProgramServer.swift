package import Accounts
package import Observability
package import Outgoing
package import Requests
package import ServerBase
package import Store
package import Writing

/// What calendar programs are served from.
package struct ProgramServer: Sendable {
    /// What whoever runs the server decides of it.
    package struct Settings: Sendable {
        /// The address at which people reach the server, without a slash at the end.
        let publicURL: String?
        /// The address that a push service may turn to (RFC 8292, 2.1); nil without HTTPS.
        let pushContact: String?
        /// Whether `X-Forwarded-For` is written by a proxy of ours, and so can be believed.
        let trustsProxy: Bool
        /// How much the calendars of an account may hold.
        let accountQuota: Quota
        /// How often the server looks for changes that programs want to be told of.
        let pushInterval: Duration

        package init(
            publicURL: String?,
            pushContact: String?,
            trustsProxy: Bool,
            accountQuota: Quota,
            pushInterval: Duration
        ) {
            self.publicURL = publicURL
            self.pushContact = pushContact
            self.trustsProxy = trustsProxy
            self.accountQuota = accountQuota
            self.pushInterval = pushInterval
        }
    }

    package let store: CalendarStore
    let accounts: AccountManagement
    let writes: ObjectWriter
    let turns: RequestTurns
    let writeAllowances: WriteAllowances
    let zones: ZoneFiles
    let clockAndRandom: ClockAndRandom
    let observation: Observation
    let troubles: DatabaseTroubles
    let settings: Settings
    let push: Push

    /// Serves programs from a store.
    ///
    /// Throws an error of the database, which keeps the key of push messages.
    package init(
        of store: CalendarStore,
        accounts: AccountManagement,
        writes: ObjectWriter,
        turns: RequestTurns,
        writeAllowances: WriteAllowances,
        zones: ZoneFiles,
        clockAndRandom: ClockAndRandom,
        observation: Observation,
        troubles: DatabaseTroubles,
        web: WebFetcher,
        settings: Settings
    ) async throws {
        self.store = store
        self.accounts = accounts
        self.writes = writes
        self.turns = turns
        self.writeAllowances = writeAllowances
        self.zones = zones
        self.clockAndRandom = clockAndRandom
        self.observation = observation
        self.troubles = troubles
        self.settings = settings
        push = Push(key: try await VAPIDKey(of: store, clockAndRandom: clockAndRandom), web: web)
    }
}

/// What push messages need besides the database.
struct Push: Sendable {
    let key: VAPIDKey
    let web: WebFetcher
    let exemptions = PushExemptions()
}
