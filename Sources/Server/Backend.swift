package import Observability
import OpenIDConnect
package import OtherCalendars
package import Outgoing
package import Secrets
package import ServerBase
package import Store

/// What the server consists of, assembled once at startup.
package struct Backend: Sendable {
    package let store: CalendarStore
    package let changeNotifier: ChangeNotifier
    package let setupCode: SetupCode
    package let settings: ServerSettings
    let clockAndRandom: ClockAndRandom
    let passwords: Passwords
    let throttle: SignInThrottle
    let requestThrottle: RequestThrottle
    let writeAllowances: WriteAllowances
    let programNetworks = SeenNetworks()
    /// Limits the records of refused sign-ins that aren't limited themselves.
    let refusals = RequestThrottle()
    package let observation: Observation
    /// The database under the store, for figures about its writes.
    let database: AnyDatabase
    let linkAnswers = SecretLinkAnswers()
    let checkedPasswords = CheckedPasswords()
    /// The turns of what calendar programs ask for, and of what else reads many texts for a short answer.
    ///
    /// Each is given back before the answer is sent, so a slow connection holds up nobody.
    let turns = AccountTurns(
        atOnceMax: Limits.programRequestsAtOnceMax,
        waitingMax: Limits.programRequestsWaitingMax
    )
    /// The turns of requests that read or write single events.
    ///
    /// Each is taken when the body has arrived and given back before the answer is sent.
    let eventTurns = AccountTurns(
        atOnceMax: Limits.eventRequestsAtOnceMax,
        waitingMax: Limits.eventRequestsWaitingMax
    )
    let heldMessages: HeldMessages
    /// The turns of imports.
    ///
    /// Each lasts until its file, which is on the disk meanwhile, has been imported.
    let importTurns = AccountTurns(
        atOnceMax: Limits.importsAtOnceMax,
        waitingMax: Limits.importsWaitingMax
    )
    /// The turns of pages that load everything, and of exports and archives.
    ///
    /// Each lasts until its answer, which takes up memory or a file, has been taken.
    let syncTurns = AccountTurns(
        atOnceMax: Limits.syncsAtOnceMax,
        waitingMax: Limits.syncsWaitingMax
    )
    let readiness = ReadinessCheck()
    let troubles: DatabaseTroubles
    let sharedForms = SharedForms()
    let sharedReads = SharedReads()
    let zones: ZoneFiles
    let openID: OpenID
    let push: Push
    package let elsewhere: CalendarsElsewhere
    package let secrets: SecretKeys
    let invitations: InvitationCheck

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
        sourcePace: SourcePace = SourcePace(),
        secrets: SecretKeys? = nil,
        invitations: InvitationCheck? = nil,
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
        let limited: @Sendable (ThrottleKey) -> Void = { key in
            observation.audit.note(.attemptsLimited, key.auditDetails)
        }
        throttle = SignInThrottle(in: store.signInFailures, limited: limited)
        requestThrottle = RequestThrottle(limited: limited)
        self.settings = settings
        self.clockAndRandom = clockAndRandom
        let troubles = DatabaseTroubles(nowSecond: clockAndRandom.nowSecond)
        self.troubles = troubles
        self.passwords = passwords
        self.heldMessages = heldMessages
        setupCode = SetupCode(clockAndRandom: clockAndRandom)
        openID = OpenID(providers: settings.providers, web: web, clockAndRandom: clockAndRandom)
        push = Push(
            key: try await VAPIDKey(of: store, clockAndRandom: clockAndRandom),
            web: web
        )
        let secrets = secrets ?? .forgotten(clockAndRandom)
        self.secrets = secrets
        zones = ZoneFiles(root: settings.zoneRoot)
        elsewhere = CalendarsElsewhere(
            store: store,
            clockAndRandom: clockAndRandom,
            observation: observation,
            troubles: troubles,
            allowances: writeAllowances,
            secrets: secrets,
            zones: zones,
            web: web,
            fetcher: SourceFetcher(
                web: web,
                hosts: settings.sourceHosts,
                nowSecond: clockAndRandom.nowSecond
            ),
            google: Google(openID.clients[OpenIDProvider.googleID], base: settings.googleBase),
            pace: sourcePace
        )
        self.invitations = invitations ?? .ofGroups(in: store, clockAndRandom: clockAndRandom)
    }
}
