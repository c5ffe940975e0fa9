import ServerBase
package import Store

/// From where programs have signed in with an account's own password since the server started.
///
/// They send it with every request, so only the first from each network is noted.
package actor SeenNetworks {
    private struct Sight: Hashable {
        let account: AccountID
        let network: ClientNetwork
    }

    private var seen: Set<Sight> = []

    package init() {}

    /// Whether it's the first time; past the limit, all before are forgotten.
    package func isFirst(_ account: AccountID, from network: ClientNetwork) -> Bool {
        let sight = Sight(account: account, network: network)
        guard !seen.contains(sight) else { return false }
        if seen.count >= Limits.seenNetworksMax { seen.removeAll() }
        seen.insert(sight)
        return true
    }
}
