package import Store

/// Everything the routes need, assembled once at startup.
package struct Backend<Driver: Database>: Sendable {
    package let store: CalendarStore<Driver>
    package let bell: ChangeNotifier
    package let setupCode: SetupCode
    package let settings: ServerSettings
    let surroundings: ClockAndRandom
    let passwords: Passwords
    let throttle = SignInThrottle()
    let shares = ReceivedShares()
    let zones: ZoneFiles
    let openID: OpenID
    let invitations: InvitationCheck

    /// Opens the store on a database.
    package init(
        database: Driver,
        settings: ServerSettings,
        surroundings: ClockAndRandom = .machine,
        passwords: Passwords = Passwords(),
        web: WebFetcher = .network,
        invitations: InvitationCheck? = nil
    ) async throws {
        let bell = ChangeNotifier()
        store = try await CalendarStore(
            database: database,
            nowSecond: surroundings.nowSecond(),
            committed: { await bell.ring(for: $0) }
        )
        self.bell = bell
        self.settings = settings
        self.surroundings = surroundings
        self.passwords = passwords
        setupCode = SetupCode(surroundings: surroundings)
        openID = OpenID(providers: settings.providers, web: web, surroundings: surroundings)
        self.invitations = invitations ?? .ofGroups(in: store, surroundings: surroundings)
        zones = ZoneFiles(root: settings.zoneRoot)
    }
}
