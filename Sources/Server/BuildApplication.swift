import CalDAVServer
import ExternalCalendars
package import Hummingbird
package import Logging
import NIOCore
import Observability
package import Requests
import ServerBase
import ServiceLifecycle
import Store

/// Builds the server.
///
/// Separate from `main` so that tests can run the same server in memory.
///
/// - Parameters:
///   - backend: what the routes work on.
///   - logger: where the server writes what it does.
///   - timeouts: how long it waits for slow clients.
///   - onServerRunning: called with the port once the server accepts connections.
/// - Returns: the application; it runs in `run()` until it is told to stop.
/// - Throws: an error if the page's files can't be read.
package func buildApplication(
    backend: Backend,
    logger: Logger,
    timeouts: ClientTimeouts = .standard,
    onServerRunning: @escaping @Sendable (_ port: Int) async -> Void = { _ in }
) throws -> Application<RouterResponder<AppContext>> {
    let settings = backend.settings
    let web = try settings.webRoot.map(WebFiles.init(root:))
    return Application(
        router: buildRouter(backend: backend, web: web, timeouts: timeouts),
        server: .http1(
            configuration: .init(
                additionalChannelHandlers: [PaceKeeping(timeouts, backend.heldMessages)],
                idleTimeout: timeouts.idleTimeout
            )
        ),
        configuration: ApplicationConfiguration(
            address: .hostname(settings.host, port: settings.port),
            serverName: nil
        ),
        services: services(of: backend, logger),
        onServerRunning: { channel in
            await onServerRunning(channel.localAddress?.port ?? settings.port)
        },
        logger: logger
    )
}

/// What runs besides the requests.
private func services(
    of backend: Backend,
    _ logger: Logger
) -> [any Service] {
    var services: [any Service] = [
        ChangeWatch(backend: backend, logger: logger),
        PushWatch(server: backend.programs, logger: logger),
        ReadingWatch(
            backend.externalCalendars,
            every: backend.settings.sourceInterval,
            logger: logger
        ),
        StorageRecount(backend: backend, logger: logger),
        ChangeLogPruning(backend: backend, logger: logger),
    ]
    if let metrics = backend.observation.metrics, let address = backend.settings.metricsAddress {
        services.append(
            MetricsServer(backend: backend, metrics: metrics, address: address, logger: logger)
        )
    }
    if let output = backend.observation.auditFile {
        services.append(LogReopening(output: output, logger: logger))
    }
    return services.map { NamedService($0) }
}

func buildRouter(
    backend: Backend,
    web: WebFiles?,
    timeouts: ClientTimeouts = .standard
) -> Router<AppContext> {
    let router = Router(context: AppContext.self, options: .autoGenerateHeadEndpoints)
    router.middlewares.add(RequestRecordMiddleware(backend: backend))
    router.middlewares.add(SecurityHeadersMiddleware(isSecure: backend.settings.isFoundSecurely))
    router.middlewares.add(CompressionMiddleware())
    router.middlewares.add(
        HeldMessagesMiddleware(backend.heldMessages, trustsProxy: backend.settings.trustsProxy)
    )
    router.middlewares.add(ErrorMiddleware(troubles: backend.troubles))
    router.middlewares.add(RequestSyntaxMiddleware())
    router.middlewares.add(OriginMiddleware())
    router.middlewares.add(WaitAllowanceMiddleware(makeAllowance: timeouts.makeAllowance))
    HealthRoutes(backend: backend).add(to: router)
    if let web { WebRoutes(files: web).add(to: router) }
    ShareTargetRoute(backend: backend).add(to: router)
    SecretAddressReadingRoute(backend: backend).add(to: router)
    OpenIDRoutes(backend: backend).add(to: router)
    DAVRoutes(server: backend.programs).add(to: router)

    let api = router.group("api/v1")
        .add(middleware: SessionMiddleware(backend: backend))
    let people = api.group().add(middleware: PeopleOnlyMiddleware())
    let counting = WriteAllowanceMiddleware(backend.writeAllowances, clock: backend.clockAndRandom)
    let countingApart = WriteAllowanceMiddleware(
        backend.writeAllowances,
        clock: backend.clockAndRandom,
        isForSecurity: true
    )
    addRoutesForPrograms(of: backend, to: api.group().add(middleware: counting))
    addSecurityRoutes(of: backend, to: people.group().add(middleware: countingApart))
    addRoutesForPeople(of: backend, to: people.group().add(middleware: counting))
    return router
}

/// Reading and writing events, which both people and app passwords may do.
private func addRoutesForPrograms(
    of backend: Backend,
    to api: RouterGroup<AppContext>
) {
    SyncRoute(backend: backend).add(to: api)
    LiveRoute(backend: backend).add(to: api)
    CalendarRoutes(backend: backend).addList(to: api)
    EventRoutes(backend: backend).add(to: api)
    EditRoute(backend: backend).add(to: api)
    ImportRoute(backend: backend).add(to: api)
    ExportRoute(backend: backend).add(to: api)
    HistoryRoutes(backend: backend).add(to: api)
    BinRoutes(backend: backend).addEvents(to: api)
    ZoneRoute(backend: backend).add(to: api)
}

/// Signing in and out, passwords and secret addresses.
///
/// Their writes are counted apart, so that somebody whose password has leaked can always revoke it.
private func addSecurityRoutes(
    of backend: Backend,
    to api: RouterGroup<AppContext>
) {
    SessionRoutes(backend: backend).add(to: api)
    SetupRoute(backend: backend).add(to: api)
    AccountRoutes(backend: backend).add(to: api)
    PasswordLinkRoutes(backend: backend).add(to: api)
    SignInListRoutes(backend: backend).add(to: api)
    SecretAddressRoutes(backend: backend).add(to: api)
}

/// What people keep on the server besides.
private func addRoutesForPeople(
    of backend: Backend,
    to api: RouterGroup<AppContext>
) {
    StorageRoutes(backend: backend).add(to: api)
    BlockedSenderRoutes(backend: backend).add(to: api)
    WaitingInvitationRoutes(backend: backend).add(to: api)
    PictureRoutes(backend: backend).add(to: api)
    ProgramSetupRoutes(server: backend.programs).add(to: api)
    ProgramCalendarsRoute(backend: backend).add(to: api)
    SettingsRoute(backend: backend).add(to: api)
    CalendarRoutes(backend: backend).add(to: api)
    ExternalCalendarRoutes(backend: backend).add(to: api)
    BinRoutes(backend: backend).add(to: api)
    GroupRoutes(backend: backend).add(to: api)
    MemberRoutes(backend: backend).add(to: api)
    JoinLinkRoutes(backend: backend).add(to: api)
    ProposalRoutes(backend: backend).add(to: api)
    ShareTargetRoute(backend: backend).add(to: api)
}
