import Accounts
import ArgumentParser
import Observability
import OpenIDConnect
import Server
import Store
import Writing

/// `meantime check-config`: shows the effective settings and reports problems.
struct CheckConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check-config",
        abstract: "Check the configuration in the environment and in meantime.conf.",
        discussion: """
            Settings are lines KEY=VALUE in meantime.conf (another file: MEANTIME_CONFIG), or \
            variables of the environment; options of the command line go before both. A program \
            that is installed in /usr/bin or /usr/local/bin reads /etc/meantime.conf, unless there \
            is a meantime.conf in the working directory.
            """
    )

    func run() throws {
        let configuration = Configuration.ofThisProcess()
        for problem in configuration.problems { Console.note(problem) }
        guard configuration.problems.isEmpty else { throw ExitCode(1) }
        for warning in configuration.warnings { Console.note(warning) }
        Console.say("MEANTIME_HOST=\(configuration.host)")
        Console.say("MEANTIME_PORT=\(configuration.port)")
        Console.say("MEANTIME_DATA=\(Installation.shown(configuration.data))")
        Console.say("MEANTIME_UPDATE_BACKUPS=\(configuration.updateBackups ?? "")")
        Console.say("MEANTIME_WEB=\(configuration.web ?? WebRoot.found() ?? "")")
        Console.say("MEANTIME_SECURE_COOKIES=\(configuration.requiresSecureCookies ? "yes" : "no")")
        Console.say("MEANTIME_TRUST_PROXY=\(configuration.trustsProxy ? "yes" : "no")")
        Console.say("MEANTIME_LOG_LEVEL=\(configuration.logLevel)")
        Console.say("MEANTIME_LOG_FORMAT=\(configuration.logFormat.rawValue)")
        Console.say("MEANTIME_ACCESS_LOG=\(configuration.writesAccessLog ? "yes" : "no")")
        Console.say("MEANTIME_AUDIT_LOG=\(configuration.auditLog ?? "")")
        Console.say("MEANTIME_METRICS_ADDRESS=\(configuration.metricsAddress?.text ?? "")")
        Console.say("MEANTIME_PUBLIC_URL=\(configuration.publicURL ?? "")")
        Console.say("MEANTIME_REGISTRATION=\(configuration.registration.rawValue)")
        let own = configuration.letsProgramsUseAccountPasswords ? "yes" : "no"
        Console.say("MEANTIME_ACCOUNT_PASSWORD_FOR_PROGRAMS=\(own)")
        Console.say("MEANTIME_STRANGERS_INVITATIONS=\(configuration.strangersInvitations.rawValue)")
        Console.say("MEANTIME_SOURCE_HOSTS=\(configuration.values[.sourceHosts] ?? "")")
        let quotas = configuration.quotas
        Console.say("MEANTIME_ACCOUNT_EVENTS=\(quotas.account.events)")
        Console.say("MEANTIME_ACCOUNT_STORAGE=\(AmountSetting.text(quotas.account.bytes))")
        Console.say("MEANTIME_GROUP_EVENTS=\(quotas.group.events)")
        Console.say("MEANTIME_GROUP_STORAGE=\(AmountSetting.text(quotas.group.bytes))")
        Console.say("MEANTIME_OWNED_GROUPS=\(quotas.ownedGroups)")
        Console.say("MEANTIME_WRITES_PER_MINUTE=\(configuration.writesPerMinute)")
        Console.say("Secrets of other services: \(configuration.secretPlace)")
        for provider in configuration.providers {
            Console.say("Sign-in by \(provider.name): \(provider.issuer), with its secret")
            if provider.id == OpenIDProvider.googleID {
                Console.say("Calendars at Google: people can add theirs")
            }
        }
    }
}
