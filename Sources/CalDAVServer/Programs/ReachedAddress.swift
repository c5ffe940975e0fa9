import HTTPTypes
import Hummingbird

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Where a person's browser reaches this server, and so where their programs will.
struct ReachedAddress: Hashable {
    let host: String
    let port: Int
    let isSecure: Bool

    /// The origin that the browser states, then the server's public address, then the `Host` header.
    ///
    /// Only the browser knows all of it for certain: behind a proxy, the scheme and the port that
    /// the server sees are the proxy's.
    init?(of request: Request, publicURL: String?) {
        let candidates = [
            request.headers[.origin], publicURL, request.head.authority.map { "http://" + $0 },
        ]
        guard let found = candidates.lazy.compactMap({ $0.flatMap(Self.init(origin:)) }).first
        else {
            return nil
        }
        self = found
    }

    init?(origin: String) {
        guard let parts = URLComponents(string: origin), let host = parts.host, !host.isEmpty else {
            return nil
        }
        switch parts.scheme {
        case "https": isSecure = true
        case "http": isSecure = false
        default: return nil
        }
        self.host = host
        port = parts.port ?? (isSecure ? 443 : 80)
    }
}
