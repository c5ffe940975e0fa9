import HTTPTypes
import Hummingbird
import ServerBase

/// The names by which a program reaches the server, as far as the server knows them.
///
/// Only names are compared: proxies change ports and schemes.
struct KnownHosts {
    private let names: Set<String>
    /// Whether a program may know the server by another name, since a proxy changed `Host`.
    private let mayHaveOthers: Bool
    /// Whether the server is known to be behind a proxy.
    private let isBehindProxy: Bool

    init(of request: Request, publicURL: String?) {
        let forwarded = request.header("X-Forwarded-Host")?.split(separator: ",") ?? []
        let told =
            forwarded.map { "http://" + String($0).trimmingSpaces() }
            + (publicURL.map { [$0] } ?? [])
        let asked = request.head.authority.map { ["http://" + $0] } ?? []
        names = Set((told + asked).compactMap { ReachedAddress(origin: $0)?.host.lowercased() })
        isBehindProxy = ["X-Forwarded-For", "X-Forwarded-Proto", "Forwarded", "Via"]
            .contains { request.header($0) != nil }
        mayHaveOthers = told.isEmpty
    }

    /// Whether an address is surely on another server (RFC 4918, 9.8.5); one that is a path isn't.
    ///
    /// The server itself speaks plain HTTP, so a program that writes `https` goes through a proxy, even
    /// one that says nothing of itself.
    func isElsewhere(_ reference: String) -> Bool {
        guard let address = ReachedAddress(origin: reference.trimmingSpaces()),
            !names.contains(address.host.lowercased())
        else { return false }
        return !mayHaveOthers || !isBehindProxy && !address.isSecure
    }
}
