import Accounts
import ExternalCalendars
import Observability
import Outgoing
import Secrets
import Server
import Writing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Settings from outside the command line.
///
/// They are `MEANTIME_…` variables of the environment, or lines `KEY=VALUE` in a file. Command-line
/// options override the environment, which overrides the file.
struct Configuration {
    /// The settings, by their names without `MEANTIME_`.
    enum Key: String, CaseIterable {
        case host = "HOST"
        case port = "PORT"
        case data = "DATA"
        case updateBackups = "UPDATE_BACKUPS"
        case web = "WEB"
        case secureCookies = "SECURE_COOKIES"
        case trustProxy = "TRUST_PROXY"
        case logLevel = "LOG_LEVEL"
        case logFormat = "LOG_FORMAT"
        case accessLog = "ACCESS_LOG"
        case auditLog = "AUDIT_LOG"
        case metricsAddress = "METRICS_ADDRESS"
        case publicURL = "PUBLIC_URL"
        case registration = "REGISTRATION"
        case accountPasswordForPrograms = "ACCOUNT_PASSWORD_FOR_PROGRAMS"
        case strangersInvitations = "STRANGERS_INVITATIONS"
        case sourceHosts = "SOURCE_HOSTS"
        case accountEvents = "ACCOUNT_EVENTS"
        case accountStorage = "ACCOUNT_STORAGE"
        case groupEvents = "GROUP_EVENTS"
        case groupStorage = "GROUP_STORAGE"
        case ownedGroups = "OWNED_GROUPS"
        case writesPerMinute = "WRITES_PER_MINUTE"
        case googleServer = "GOOGLE_SERVER"
        case secretKey = "SECRET_KEY"
        case secretKeyFile = "SECRET_KEY_FILE"
    }

    static let prefix = "MEANTIME_"
    static let localFile = "meantime.conf"
    /// The file of a program that is installed for the whole system.
    static let systemFile = "/etc/meantime.conf"
    static let logLevels = ["trace", "debug", "info", "notice", "warning", "error", "critical"]

    private(set) var values: [Key: String] = [:]
    /// The settings of each provider, by the ID in their names, such as `GOOGLE` or `ACME`.
    var providerFields: [String: [ProviderField: String]] = [:]
    /// What is wrong with the file or a value, as far as it can be said without the others.
    private(set) var readingProblems: [String] = []
    /// What is wrong, one sentence each, with its place where known; never contains secrets.
    var problems: [String] { readingProblems + providerProblems + secretProblems }

    /// Settings that are valid but probably a mistake, one sentence each.
    var warnings: [String] {
        guard publicURL?.hasPrefix("https://") == true, !trustsProxy else { return [] }
        return [
            """
            \(Self.prefix)PUBLIC_URL is https and \(Self.prefix)TRUST_PROXY is not yes: everybody \
            behind the proxy counts as one person, so one person's wrong passwords lock all the \
            others out
            """
        ]
    }

    /// The configuration of this process.
    static func ofThisProcess() -> Configuration {
        let environment = ProcessInfo.processInfo.environment
        let path = environment[prefix + "CONFIG"]
        let usual = [localFile] + (ProgramPlace.isInstalled ? [systemFile] : [])
        let file = path ?? usual.first { FileManager.default.fileExists(atPath: $0) }
        var configuration = Configuration()
        if let file {
            if let data = try? Data(contentsOf: URL(filePath: file)) {
                configuration.read(String(decoding: data, as: UTF8.self), named: file)
            } else {
                configuration.report("\(file): cannot be read")
            }
        }
        configuration.read(environment)
        return configuration
    }

    /// Reads the lines of a file; `#` starts a comment.
    mutating func read(_ text: String, named file: String) {
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
        for (index, line) in lines.enumerated() {
            let trimmed = line.drop { $0 == " " }
            guard !trimmed.isEmpty, !trimmed.hasPrefix("#") else { continue }
            let place = "\(file):\(index + 1)"
            guard let sign = trimmed.firstIndex(of: "=") else {
                report("\(place): expected KEY=VALUE")
                continue
            }
            let value = String(trimmed[trimmed.index(after: sign)...])
            take(String(trimmed[..<sign]), value: value, at: place)
        }
    }

    /// Variables of the environment that say something else: where settings are, and a password for `watch`.
    private static let notSettings = ["CONFIG", "PASSWORD"].map { prefix + $0 }

    /// Reads settings from the environment.
    mutating func read(_ environment: [String: String]) {
        for (name, value) in environment.sorted(by: { $0.key < $1.key })
        where name.hasPrefix(Self.prefix) && !Self.notSettings.contains(name) {
            take(name, value: value, at: "environment")
        }
    }

    mutating func report(_ problem: String) { readingProblems.append(problem) }

    private mutating func take(_ name: String, value: String, at place: String) {
        let short =
            name.hasPrefix(Self.prefix) ? String(name.dropFirst(Self.prefix.count)) : name
        guard !takeProvider(short, value: value, at: place) else { return }
        guard let key = Key(rawValue: short) else {
            report("\(place): there is no setting \(name)")
            return
        }
        guard let expected = key.expectation(of: value) else {
            values[key] = value
            return
        }
        let written = key == .secretKey ? "" : " is '\(value)', but"
        report("\(place): \(name)\(written) \(expected)")
    }
}

extension Configuration {
    var host: String { values[.host] ?? "127.0.0.1" }
    var port: Int { values[.port].flatMap(Int.init) ?? 8080 }
    var data: String { values[.data] ?? "meantime.sqlite" }
    /// The folder for a backup of a PostgreSQL database before a new version changes its tables.
    var updateBackups: String? { values[.updateBackups] }
    var web: String? { values[.web] }
    var logLevel: String { values[.logLevel] ?? "notice" }
    var logFormat: LogFormat { values[.logFormat].flatMap(LogFormat.init) ?? .text }
    var writesAccessLog: Bool { values[.accessLog] == "yes" }
    /// The file of the audit log, besides the log itself.
    var auditLog: String? { values[.auditLog] }
    var metricsAddress: ListenAddress? { values[.metricsAddress].flatMap(ListenAddress.init) }
    var requiresSecureCookies: Bool { values[.secureCookies] == "yes" }
    var trustsProxy: Bool { values[.trustProxy] == "yes" }
    var letsProgramsUseAccountPasswords: Bool { values[.accountPasswordForPrograms] != "no" }
    var strangersInvitations: StrangersInvitations {
        values[.strangersInvitations].flatMap(StrangersInvitations.init) ?? .calendar
    }
    var publicURL: String? { values[.publicURL] }
    var registration: Registration {
        values[.registration].flatMap(Registration.init) ?? .invited
    }
    /// A server that stands for Google's, for tests; nil for Google's own.
    var googleServer: String? { values[.googleServer] }
    var sourceHosts: AllowedPrivateHosts {
        values[.sourceHosts].flatMap(AllowedPrivateHosts.init) ?? .none
    }
}

extension Configuration.Key {
    /// Nil if `value` is valid; otherwise a message that describes valid values.
    fileprivate func expectation(of value: String) -> String? {
        switch self {
        case .host, .data, .updateBackups, .web, .secretKeyFile, .auditLog:
            value.isEmpty ? "it cannot be empty" : nil
        case .port:
            Int(value).map { 0...65_535 ~= $0 } == true ? nil : "a port is 0 to 65535"
        case .secureCookies, .trustProxy, .accountPasswordForPrograms, .accessLog:
            ["yes", "no"].contains(value) ? nil : "it is yes or no"
        case .publicURL, .googleServer:
            SafeAddress.allows(value) && !value.hasSuffix("/") && !value.contains("?")
                ? nil : "it is an address with https, without a slash at the end"
        case .secretKey:
            SecretKeys(value) == nil
                ? "isn't 32 random bytes in base64, as of 'openssl rand -base64 32'" : nil
        case .sourceHosts:
            AllowedPrivateHosts(value) == nil
                ? "it is hosts with ports, such as nas.home.example:5232,192.168.1.5:8085" : nil
        case .accountEvents, .groupEvents, .ownedGroups, .writesPerMinute:
            AmountSetting.count(value) == nil
                ? "it is a number of 1 to \(AmountSetting.countMax)" : nil
        case .accountStorage, .groupStorage:
            AmountSetting.bytes(value) == nil
                ? "it is an amount of bytes such as 500M or 2G, of 1M to 1000G" : nil
        case .registration:
            Registration(rawValue: value) == nil ? "it is open, invited or closed" : nil
        case .strangersInvitations:
            StrangersInvitations(rawValue: value) == nil ? "it is calendar or inbox" : nil
        case .logFormat:
            LogFormat(rawValue: value) == nil ? "it is text or json" : nil
        case .metricsAddress:
            ListenAddress(value) == nil ? "it is a host and a port, such as 127.0.0.1:9464" : nil
        case .logLevel:
            Configuration.logLevels.contains(value)
                ? nil : "it is one of \(Configuration.logLevels.joined(separator: ", "))"
        }
    }
}
