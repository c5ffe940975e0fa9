import Crypto
import ServerBase
import Store

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The key by which push services know this server (RFC 8292).
struct VAPIDKey: Sendable {
    private let key: P256.Signing.PrivateKey
    /// What programs pass on to their push service: an uncompressed point in base64url.
    let publicText: String

    /// Reads a private key of 32 octets in base64url; nil for anything else.
    init?(_ text: String) {
        guard let octets = base64URLOctets(text),
            let key = try? P256.Signing.PrivateKey(rawRepresentation: octets)
        else { return nil }
        self.key = key
        publicText = base64URLText(Array(key.publicKey.x963Representation))
    }

    /// The key of a database, made at the first start.
    init(
        of store: CalendarStore,
        clockAndRandom: ClockAndRandom
    ) async throws {
        let text = try await store.pushRegistrations.key {
            firstKey(of: clockAndRandom) { octets in
                let text = base64URLText(octets)
                return VAPIDKey(text) == nil ? nil : text
            }
        }
        guard let key = VAPIDKey(text) else { throw PushFailure.keyNotReadable }
        self = key
    }

    /// The `Authorization` of a message.
    ///
    /// - Parameters:
    ///   - origin: The origin of the push service, for which alone the token is valid.
    ///   - contact: An `https` address of whoever runs this server; may be left out (RFC 8292, 2.1).
    ///   - expiresSecond: When the token ends.
    /// - Returns: The header's value.
    /// - Throws: The errors of the library.
    func authorization(
        for origin: String,
        contact: String?,
        expiresSecond: Int64
    ) throws -> String {
        var claims = JSONObject()
        claims.add("aud", origin)
        claims.add("exp", Int(expiresSecond))
        if let contact { claims.add("sub", contact) }
        let header = base64URLText(Array(#"{"typ":"JWT","alg":"ES256"}"#.utf8))
        let signed = header + "." + base64URLText(Array(claims.text))
        let signature = try key.signature(for: Data(signed.utf8)).rawRepresentation
        return "vapid t=\(signed).\(base64URLText(Array(signature))), k=\(publicText)"
    }
}
