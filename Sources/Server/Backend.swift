package import Accounts
package import CalDAVServer
package import ExternalCalendars
package import Observability
import OpenIDConnect
package import Outgoing
package import Requests
package import Secrets
package import ServerBase
package import Store
import Writing

/// What the server consists of, assembled once at startup.
package struct Backend: Sendable {
    package let store: CalendarStore
    package let accounts: AccountManagement
    let writes: ObjectWriter
    package let changeNotifier: ChangeNotifier
    package let settings: ServerSettings
    package let clockAndRandom: ClockAndRandom
    let requestThrottle: RequestThrottle
    let writeAllowances: WriteAllowances
    package let observation: Observation
    /// The database under the store, for figures about its writes.
    let database: AnyDatabase
    let secretAddressAnswers = SecretAddressAnswers()
    let turns = RequestTurns()
    let heldMessages: HeldMessages
    let readiness = ReadinessCheck()
    let troubles: DatabaseTroubles
    let sharedForms = SharedForms()
    let sharedReads = SharedReads()
    let zones: ZoneFiles
    package let programs: ProgramServer
    package let externalCalendars: ExternalCalendarManagement
    package let secrets: SecretKeys

    /// Opens the store on a database.
    ///
    /// Without `secrets`, what is sealed can't be opened later.
    package init(
        database: AnyDatabase,
        settings: ServerSettings,
        clockAndRandom: ClockAndRandom = .machine,
        passwords: Passwords = Passwords(),
        web: WebFetcher = .network,
        heldMessages: HeldMessages = HeldMessages(),
        sourcePace: ReadingPace = ReadingPace(),
        secrets: SecretKeys? = nil,
        joinLinks: JoinLinkCheck? = nil,
        observation: Observation = .none
    ) async throws {
        self.observation = observation
        let writeAllowances = WriteAllowances(perMinute: settings.writesPerMinute)
        self.writeAllowances = writeAllowances
        self.database = database
        observation.metrics?.observe(database)
        let changeNotifier = ChangeNotifier()
        store = try await CalendarStore(
            database: database,
            nowSecond: clockAndRandom.nowSecond(),
            clock: { clockAndRandom.nowSecond() },
            quotas: settings.quotas,
            committed: { await changeNotifier.ring(for: $0) }
        )
        self.changeNotifier = changeNotifier
        requestThrottle = RequestThrottle(limited: observation.audit.noteLimited)
        self.settings = settings
        self.clockAndRandom = clockAndRandom
        let troubles = DatabaseTroubles(nowSecond: clockAndRandom.nowSecond)
        self.troubles = troubles
        self.heldMessages = heldMessages
        let secrets = secrets ?? .forgotten(clockAndRandom)
        self.secrets = secrets
        zones = ZoneFiles(root: settings.zoneRoot)
        accounts = AccountManagement(
            of: store,
            policy: settings.accountPolicy,
            passwords: passwords,
            web: web,
            zones: zones,
            clockAndRandom: clockAndRandom,
            audit: observation.audit,
            joinLinks: joinLinks
        )
        writes = ObjectWriter(
            to: store,
            zones: zones,
            clockAndRandom: clockAndRandom,
            strangersInvitations: settings.strangersInvitations,
            audit: observation.audit
        )
        programs = try await ProgramServer(
            of: store,
            accounts: accounts,
            writes: writes,
            turns: turns,
            writeAllowances: writeAllowances,
            zones: zones,
            clockAndRandom: clockAndRandom,
            observation: observation,
            troubles: troubles,
            web: web,
            settings: settings.ofPrograms
        )
        externalCalendars = ExternalCalendarManagement(
            store: store,
            clockAndRandom: clockAndRandom,
            observation: observation,
            troubles: troubles,
            allowances: writeAllowances,
            secrets: secrets,
            zones: zones,
            web: web,
            fetcher: ExternalCalendarFetcher(
                web: web,
                hosts: settings.sourceHosts,
                nowSecond: clockAndRandom.nowSecond
            ),
            google: Google(
                accounts.openID.clients[OpenIDProvider.googleID],
                base: settings.googleBase
            ),
            pace: sourcePace
        )
    }
    var audit: AuditLog { observation.audit }
}
