import ServerBase
import Store

/// What attempts and requests are counted for.
package enum ThrottleKey: Hashable {
    /// Attempts at one account from one network.
    case pair(account: String, network: String)
    /// Attempts by programs at one account from one network.
    case programPair(account: String, network: String)
    /// Attempts at any account from one network.
    case network(String)
    /// Attempts by programs at any account from one network.
    case programNetwork(String)
    /// Attempts at one account from all networks, except those it was used from before.
    case account(String)
    /// Attempts to confirm the password of an account in one session.
    case session(account: String, tokenHash: String)
    /// Attempts at the code for the first account from one network.
    case setup(network: String)
    /// Registrations from one network, successful or not.
    case registration(String)
    /// Requests for one secret address, by its ID.
    case secretAddress(String)
    /// Requests at secret addresses from one network.
    case secretAddressNetwork(String)
    /// Other servers that an account has this one ask.
    case externalCalendars(account: String)

    var countMax: Int {
        switch self {
        case .pair, .programPair, .session, .setup: Limits.attemptsPerAccountMax
        case .network, .programNetwork: Limits.attemptsPerNetworkMax
        case .account: Limits.attemptsFromEverywhereMax
        case .registration: Limits.registrationsPerNetworkMax
        case .secretAddress: Limits.secretAddressRequestsMax
        case .secretAddressNetwork: Limits.secretAddressRequestsPerNetworkMax
        case .externalCalendars: Limits.externalRequestsMax
        }
    }

    /// After how many seconds attempts are forgotten.
    var windowSeconds: Int64 {
        switch self {
        case .secretAddress, .secretAddressNetwork: Limits.secretAddressWindowSeconds
        default: Limits.attemptWindowSeconds
        }
    }

    /// Whether all attempts under the key are likely to be by one person.
    var isForOnePerson: Bool {
        switch self {
        case .pair, .programPair, .session, .setup, .externalCalendars: true
        case .network, .programNetwork, .account, .registration, .secretAddress,
            .secretAddressNetwork:
            false
        }
    }

    /// Whether the key is of something that exists, so that nobody makes more of them by asking.
    var isOfSomethingKept: Bool {
        switch self {
        case .secretAddress, .externalCalendars: true
        default: false
        }
    }

    /// The hash under which attempts are counted in the database.
    var hash: String { Self.hash(of: parts) }

    /// The account that attempts are made at; nil if the key isn't about one.
    var account: TriedAccount? {
        switch self {
        case .pair(let address, _), .programPair(let address, _), .account(let address),
            .session(let address, _):
            TriedAccount(address: address, hash: Self.accountHash(of: address))
        default: nil
        }
    }

    /// The hash by which all counts of the account with an address are found.
    static func accountHash(of address: String) -> String { hash(of: ["address", address]) }

    private var parts: [String] {
        switch self {
        case .pair(let account, let network): ["pair", account, network]
        case .programPair(let account, let network): ["program-pair", account, network]
        case .network(let network): ["network", network]
        case .programNetwork(let network): ["program-network", network]
        case .account(let account): ["account", account]
        case .session(_, let tokenHash): ["session", tokenHash]
        case .setup(let network): ["set-up", network]
        case .registration(let network): ["registration", network]
        case .secretAddress(let id): ["link", id]
        case .secretAddressNetwork(let network): ["link-network", network]
        case .externalCalendars(let account): ["sources", account]
        }
    }

    /// None of the parts can have the character that separates them: addresses and networks are of
    /// visible characters.
    private static func hash(of parts: [String]) -> String {
        sha256Text(Array(parts.joined(separator: "\n").utf8))
    }
}

extension ThrottleKey {
    /// What the audit log says of attempts that are limited.
    var auditDetails: KeyValuePairs<String, String> {
        switch self {
        case .pair(let account, let network):
            ["limit": "account-and-network", "address": account, "counted": network]
        case .programPair(let account, let network):
            ["limit": "program-and-network", "address": account, "counted": network]
        case .network(let network): ["limit": "network", "counted": network]
        case .programNetwork(let network): ["limit": "programs-of-network", "counted": network]
        case .setup(let network): ["limit": "set-up", "counted": network]
        case .account(let account): ["limit": "account", "address": account]
        case .session: ["limit": "session"]
        case .registration(let network): ["limit": "registrations", "counted": network]
        case .secretAddress(let id): ["limit": "secret-address", "counted": id]
        case .secretAddressNetwork(let network): ["limit": "secret-addresses", "counted": network]
        case .externalCalendars(let account): ["limit": "sources", "counted": account]
        }
    }
}
