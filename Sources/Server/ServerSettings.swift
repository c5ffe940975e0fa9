package import Accounts
import Agenda
import CalDAVServer
package import ExternalCalendars
package import OpenIDConnect
import ServerBase
package import Store
package import Writing

/// The settings of whoever runs the server.
package struct ServerSettings: Sendable {
    package var host: String
    package var port: Int
    /// The folder of the page, or nil to serve only the interface.
    package var webRoot: String?
    /// The folder of the system's time zones.
    package var zoneRoot: String
    /// Whether the session's cookie is only ever sent over HTTPS.
    package var requiresSecureCookies: Bool
    /// Whether `X-Forwarded-For` is written by a proxy of ours, and so can be believed.
    package var trustsProxy: Bool
    /// The address at which people reach the server, without a slash at the end.
    ///
    /// Providers redirect back to it.
    package var publicURL: String?
    package var registration: Registration
    /// Whether calendar programs can sign in with the account's own password, besides app passwords.
    package var letsProgramsUseAccountPasswords: Bool
    /// The services that sign people in.
    package var providers: [OpenIDProvider]
    /// Where Google's calendars are asked for.
    package var googleBase = GoogleClient.usualBase
    /// The hosts in private networks that calendars of other services may be read from.
    package var sourceHosts: AllowedPrivateHosts

    /// Where invitations of accounts without a common group go.
    package var strangersInvitations = StrangersInvitations.calendar

    /// How much the calendars of an account and of a group may hold.
    package var quotas = Quotas()
    /// How much of others' events a page is sent: as much as its own core takes.
    var sharedTextLimits = SharedTextLimits.ofPage

    /// Writes that the pages of an account, or one of its programs, may make in a minute, in the long run.
    package var writesPerMinute = Limits.writesPerMinute

    /// Where metrics are to be had; nil for nowhere.
    package var metricsAddress: ListenAddress?

    /// How often the server looks for changes that programs want to be told of.
    var pushInterval = Duration.seconds(Limits.pushLookSeconds)

    /// How often the server looks for calendars that are to be read again from elsewhere.
    var sourceInterval = Duration.seconds(Limits.externalLookSeconds)

    /// How often the server counts again what some calendars hold.
    var recountInterval = Duration.seconds(Limits.recountSeconds)

    /// How often the server deletes what is too old for the log of changes.
    var pruningInterval = Duration.seconds(Limits.pruningSeconds)

    /// Checks for changes after which an idle stream sends a sign of life and looks at its sign-in.
    var watchesPerPing = Limits.watchesPerPing

    /// How long a form that another app shares may take to arrive.
    var formArrival = Limits.formArrival

    /// Who may have an account, and how they sign in.
    var accountPolicy: AccountPolicy {
        AccountPolicy(
            registration: registration,
            letsProgramsUseAccountPasswords: letsProgramsUseAccountPasswords,
            providers: providers
        )
    }

    /// What of it concerns calendar programs.
    var ofPrograms: ProgramServer.Settings {
        ProgramServer.Settings(
            publicURL: publicURL,
            pushContact: isFoundSecurely ? publicURL : nil,
            trustsProxy: trustsProxy,
            accountQuota: quotas.account,
            pushInterval: pushInterval
        )
    }

    /// Whether people reach the server over HTTPS.
    var isFoundSecurely: Bool { publicURL?.hasPrefix("https://") ?? false }

    package init(
        host: String = "127.0.0.1",
        port: Int = 8080,
        webRoot: String? = nil,
        zoneRoot: String = "/usr/share/zoneinfo",
        requiresSecureCookies: Bool = false,
        trustsProxy: Bool = false,
        publicURL: String? = nil,
        registration: Registration = .invited,
        letsProgramsUseAccountPasswords: Bool = true,
        providers: [OpenIDProvider] = [],
        sourceHosts: AllowedPrivateHosts = .none
    ) {
        self.host = host
        self.port = port
        self.webRoot = webRoot
        self.zoneRoot = zoneRoot
        self.requiresSecureCookies = requiresSecureCookies
        self.trustsProxy = trustsProxy
        self.publicURL = publicURL
        self.registration = registration
        self.letsProgramsUseAccountPasswords = letsProgramsUseAccountPasswords
        self.providers = providers
        self.sourceHosts = sourceHosts
    }
}
