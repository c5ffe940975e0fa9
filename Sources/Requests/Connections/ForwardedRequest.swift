import HTTPTypes
package import Hummingbird
import ServerBase

extension Request {
    /// The scheme by which a proxy says that its client came, in lower case; nil if it doesn't say.
    package var forwardedScheme: String? {
        HTTPField.Name("X-Forwarded-Proto").flatMap { headers[$0] }?.lowercased()
    }

    /// Whether a proxy on the way says, in one of the ways that proxies have, that its client came without HTTPS.
    package var wasForwardedWithoutHTTPS: Bool {
        let schemes = [
            "X-Forwarded-Proto", "X-Forwarded-Protocol", "X-Forwarded-Scheme", "X-Url-Scheme",
        ]
        .flatMap(listed)
        let switches = ["X-Forwarded-Ssl", "Front-End-Https"].flatMap(listed)
        // RFC 7239, 4: `for=192.0.2.1;proto=http, for=…`.
        let pairs = listed("Forwarded").flatMap { $0.split(separator: ";") }.map { pair in
            pair.split(separator: "=", maxSplits: 1).map { Self.bare($0) }
        }
        return schemes.contains("http") || switches.contains("off")
            || pairs.contains(["proto", "http"])
    }

    /// The members of a field's list, in lower case; from several proxies there may be several fields.
    private func listed(_ name: String) -> [String] {
        guard let name = HTTPField.Name(name) else { return [] }
        return headers[values: name].flatMap { $0.split(separator: ",") }.map { Self.bare($0) }
    }

    private static func bare(_ text: Substring) -> String {
        let text = String(text).trimmingSpaces().lowercased()
        guard text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
        return String(text.dropFirst().dropLast())
    }
}

extension AppContext {
    /// The client's address, as far as it's known: a proxy says it, if the settings trust that proxy.
    package func clientAddress(of request: Request, trustsProxy: Bool) -> String {
        guard trustsProxy, let name = HTTPField.Name("X-Forwarded-For"),
            let last = request.headers[name]?.split(separator: ",").last
        else { return peerAddress }
        return String(last)
    }
}
