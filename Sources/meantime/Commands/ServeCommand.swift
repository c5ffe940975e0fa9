import Accounts
import ArgumentParser
import CivilTime
import Demo
import ExternalCalendars
import Hummingbird
import Logging
import Requests
import Server
import ServerBase
import Store

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `meantime serve`: runs the server until it is stopped.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Run the server.",
        discussion: """
            Prints one line with its address when it takes requests, and before it, while there is no \
            account, the code that the set-up page asks for.
            """
    )

    @Option(help: "The port to listen on; 0 takes any free one (default: 8080).")
    var port: Int?

    @Option(help: "The address to listen on (default: 127.0.0.1, this machine only).")
    var host: String?

    @Option(help: Installation.dataHelp)
    var data: String?

    @Option(help: "The folder of the page (default: .build/web; an installed program has its own).")
    var web: String?

    @OptionGroup(title: "Logs and metrics")
    var observing: ObservingOptions

    @Flag(help: "Fill an empty database with an invented family and team, and say how to sign in.")
    var demo = false

    func validate() throws {
        if let port, !(0...65_535).contains(port) {
            throw ValidationError("A port is 0 to 65535.")
        }
    }

    func run() async throws {
        Allocator.returnLargePieces()
        let configuration = Configuration.ofThisProcess()
        for problem in configuration.problems { Console.note(problem) }
        guard configuration.problems.isEmpty else { throw ExitCode(1) }
        let observing = observing.settings(over: configuration)
        let observation = try observing.start()
        let logger = observing.logger("meantime")
        for warning in configuration.warnings { logger.warning("\(warning)") }
        let settings = makeSettings(configuration, metricsAddress: observing.metricsAddress)
        if settings.webRoot == nil {
            logger.warning(
                "The page's files weren't found, so browsers get nothing: set MEANTIME_WEB, or run make web"
            )
        }

        let lock = try Installation.serverLock(data: data)
        defer { withExtendedLifetime(lock) {} }
        let secrets = try configuration.secretKeys(for: Installation.path(data))
        func open() async throws -> (backend: Backend, database: AnyDatabase) {
            try await Installation.open(
                data: data,
                settings: settings,
                isMade: true,
                secrets: secrets,
                keepsReserve: true,
                observation: observation,
                lock: lock,
                tell: { logger.notice("\($0)") }
            )
        }
        let socket = notifySocket(logger)
        let (backend, database) =
            if let socket {
                try await socket.askingForTime(during: open)
            } else {
                try await open()
            }
        try await sealSecretsAgain(of: backend, logger)
        if demo { try await fillDemo(backend) }
        let hasNoAccount = try await backend.store.accounts.isEmpty()
        let application = try buildApplication(backend: backend, logger: logger) { port in
            if hasNoAccount {
                let code = backend.accounts.setupCode.text
                Console.say("Set-up code: \(code) (the page asks for it for the first account)")
            }
            let host = settings.host.contains(":") ? "[\(settings.host)]" : settings.host
            Console.say("Meantime is ready at http://\(host):\(port)/")
            socket?.tellReady(at: "http://\(host):\(port)/")
        }
        try await application.runUntilStopped(telling: socket)
        try await database.close()
    }

    private func sealSecretsAgain(
        of backend: Backend,
        _ logger: Logger
    ) async throws {
        let outcome = try await backend.externalCalendars.sealSecretsAgain()
        if outcome.againCount > 0 {
            logger.notice(
                "Secrets of other services are sealed with the first key now",
                metadata: ["count": "\(outcome.againCount)"]
            )
        }
        if outcome.lostCount > 0 {
            logger.warning(
                "Some secrets of other services were sealed with a key that isn't here. Add the old key below the new one, or people have to enter them again",
                metadata: ["count": "\(outcome.lostCount)"]
            )
        }
    }

    private func fillDemo(_ backend: Backend) async throws {
        let now = Instant(secondsSinceEpoch: ClockAndRandom.machine.nowSecond())
        guard try await DemoData.fill(backend, now: now) else {
            Console.note("Demo data: not added, because there are accounts already.")
            return
        }
        let others = DemoData.others.joined(separator: ", ")
        Console.note("Demo data: sign in as \(DemoData.email), password \(DemoData.password)")
        Console.note("Demo data: the same password works for \(others)")
    }

    private func notifySocket(_ logger: Logger) -> NotifySocket? {
        let process = ProcessInfo.processInfo
        return NotifySocket(
            environment: process.environment,
            processID: process.processIdentifier,
            logger: logger
        )
    }

    private func makeSettings(
        _ configuration: Configuration,
        metricsAddress: ListenAddress?
    ) -> ServerSettings {
        var settings = ServerSettings(
            host: host ?? configuration.host,
            port: port ?? configuration.port,
            webRoot: web ?? configuration.web ?? WebRoot.found(),
            requiresSecureCookies: configuration.requiresSecureCookies,
            trustsProxy: configuration.trustsProxy,
            publicURL: configuration.publicURL,
            registration: configuration.registration,
            letsProgramsUseAccountPasswords: configuration.letsProgramsUseAccountPasswords,
            providers: configuration.providers,
            sourceHosts: configuration.sourceHosts
        )
        settings.metricsAddress = metricsAddress
        settings.quotas = configuration.quotas
        settings.strangersInvitations = configuration.strangersInvitations
        settings.writesPerMinute = configuration.writesPerMinute
        if let server = configuration.googleServer {
            settings.googleBase = server + "/calendar/v3"
        }
        return settings
    }
}
