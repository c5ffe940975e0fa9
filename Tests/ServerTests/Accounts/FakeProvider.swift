import Crypto
import Foundation
import HTTPTypes
import Outgoing
import Synchronization
import Testing

@testable import Accounts
@testable import OpenIDConnect
@testable import Server
@testable import ServerBase

/// An OpenID provider in memory that can be told to misbehave.
final class FakeProvider: Sendable {
    static let issuer = "https://id.example.com"

    static let configured = OpenIDProvider(
        id: "acme",
        name: "Acme",
        issuer: issuer,
        clientID: "client 1",
        clientSecret: "s:cret"
    )

    /// The person's claims, and how the provider behaves.
    struct Behaviour {
        var issuer = FakeProvider.issuer
        var subject = "subject-1"
        var audience = "\"client 1\""
        var party: String?
        var expiresAfter = 300.0
        var madeAfter = 0.0
        var nonce: String?
        var email: String? = "anna@example.com"
        var isVerified = "true"
        var name: String? = "Anna of Acme"
        var keyName = "key-1"
        /// The name of the key in a token's header, if it isn't `keyName`.
        var namedKey: String?
        /// Whether tokens are signed with a key that isn't published.
        var signsWrongly = false
        var isDown = false
        var oversizes = ""
        var methods = "[\"client_secret_basic\"]"
        var metadataIssuer = FakeProvider.issuer
        var tokenEndpoint = FakeProvider.issuer + "/token"
        var tellsEmailInToken = true
        var picture: String?
        var pictureFile: [UInt8] = []
        var pictureStatus = 200
        /// The IP address that every host name resolves to.
        var resolved = "8.8.8.8"
    }

    struct Grant {
        let nonce: String
        let challenge: String
        let redirect: String
    }

    let behaviour = Mutex(Behaviour())
    private let key = Mutex(P256.Signing.PrivateKey())
    private let grants = Mutex([String: Grant]())
    let asked = Mutex([String]())
    private let clock: TestClock

    init(clock: TestClock) { self.clock = clock }

    func change(_ body: (inout Behaviour) -> Void) { behaviour.withLock { body(&$0) } }

    /// Signs with another key from now on.
    func rotate(to name: String) {
        key.withLock { $0 = P256.Signing.PrivateKey() }
        change { $0.keyName = name }
    }

    func count(of path: String) -> Int { asked.withLock { $0.count { $0 == path } } }

    /// The resolved addresses that requests for the picture were pinned to; empty if not pinned.
    let pinned = Mutex([String]())

    var fetcher: WebFetcher {
        WebFetcher(
            resolve: { _, _ in self.behaviour.withLock { $0.resolved } },
            { try await self.answer($0) }
        )
    }

    /// Plays the person's consent: checks the authorization request and returns the code and state
    /// for the callback.
    func grant(_ location: String) throws -> (code: String, state: String) {
        let items = URLComponents(string: location)?.queryItems ?? []
        func item(_ name: String) throws -> String {
            try #require(items.first { $0.name == name }?.value, "no \(name)")
        }
        #expect(location.hasPrefix(Self.issuer + "/authorize?"))
        #expect(try item("response_type") == "code")
        #expect(try item("client_id") == "client 1")
        #expect(try item("code_challenge_method") == "S256")
        #expect(try item("scope").split(separator: " ").contains("openid"))
        let code = "code-" + hexText(SHA256.hash(data: Data(location.utf8))).prefix(8)
        let grant = Grant(
            nonce: try item("nonce"),
            challenge: try item("code_challenge"),
            redirect: try item("redirect_uri")
        )
        grants.withLock { $0[code] = grant }
        return (code, try item("state"))
    }

    private func answer(_ question: OutgoingRequest) async throws -> OutgoingResponse {
        let path = String(question.address.dropFirst(Self.issuer.count))
        asked.withLock { $0.append(path) }
        let now = behaviour.withLock { $0 }
        if question.address == now.picture {
            pinned.withLock { $0.append(question.pinned?.address ?? "") }
            guard now.pictureFile.count <= question.bytesMax else { throw ServerError.notFound }
            return OutgoingResponse(status: now.pictureStatus, octets: now.pictureFile)
        }
        if now.isDown { throw ServerError.notFound }
        if now.oversizes == path {
            let padding = [UInt8](repeating: UInt8(ascii: " "), count: Limits.providerBytesMax)
            return OutgoingResponse(status: 200, octets: padding + Array("{}".utf8))
        }
        switch path {
        case "/.well-known/openid-configuration": return text(metadata(now))
        case "/keys": return text(keySet(now))
        case "/token": return try await token(question, now)
        case "/userinfo":
            let email = #""email":"\#(now.email ?? "")","email_verified":\#(now.isVerified)"#
            return text(#"{"sub":"\#(now.subject)",\#(email)}"#)
        default: return OutgoingResponse(status: 404, octets: [])
        }
    }

    private func metadata(_ now: Behaviour) -> String {
        """
        {"issuer":"\(now.metadataIssuer)","authorization_endpoint":"\(Self.issuer)/authorize",
        "token_endpoint":"\(now.tokenEndpoint)","jwks_uri":"\(Self.issuer)/keys",
        "userinfo_endpoint":"\(Self.issuer)/userinfo",
        "token_endpoint_auth_methods_supported":\(now.methods)}
        """
    }

    /// The signing key behind two decoys: an unknown kind of key, and one for encryption.
    private func keySet(_ now: Behaviour) -> String {
        let point = key.withLock { Array($0.publicKey.rawRepresentation) }
        return """
            {"keys":[{"kty":"oct","k":"AAAA","kid":"\(now.keyName)"},
            {"kty":"EC","use":"enc","kid":"\(now.keyName)","crv":"P-256","x":"AA","y":"AA"},
            {"kty":"EC","use":"sig","kid":"\(now.keyName)","crv":"P-256","alg":"ES256",
            "x":"\(base64URLText(Array(point.prefix(32))))",
            "y":"\(base64URLText(Array(point.suffix(32))))"}]}
            """
    }

    private func token(_ question: OutgoingRequest, _ now: Behaviour) async throws
        -> OutgoingResponse
    {
        var form: [String: String] = [:]
        for item in URLComponents(string: "?" + (question.form ?? ""))?.queryItems ?? [] {
            form[item.name] = item.value
        }
        let header = question.headers.first { $0.name == "Authorization" }?.value
        let isBasic = header == "Basic " + Data("client%201:s%3Acret".utf8).base64EncodedString()
        let isPost = form["client_id"] == "client 1" && form["client_secret"] == "s:cret"
        guard isBasic || isPost, form["grant_type"] == "authorization_code",
            let code = form["code"], let grant = grants.withLock({ $0.removeValue(forKey: code) }),
            form["redirect_uri"] == grant.redirect, let verifier = form["code_verifier"],
            base64URLText(Array(SHA256.hash(data: Data(verifier.utf8)))) == grant.challenge
        else {
            return OutgoingResponse(status: 400, octets: Array(#"{"error":"invalid_grant"}"#.utf8))
        }
        let signed = try await sign(claims(grant, now), now)
        return text(#"{"id_token":"\#(signed)","access_token":"a","token_type":"Bearer"}"#)
    }

    private func claims(_ grant: Grant, _ now: Behaviour) -> String {
        let second = Double(clock.nowSecond)
        var fields = [
            #""iss":"\#(now.issuer)""#, #""sub":"\#(now.subject)""#, #""aud":\#(now.audience)"#,
            #""iat":\#(second + now.madeAfter)"#, #""exp":\#(second + now.expiresAfter)"#,
            #""nonce":"\#(now.nonce ?? grant.nonce)""#,
        ]
        if let party = now.party { fields.append(#""azp":"\#(party)""#) }
        if now.tellsEmailInToken, let email = now.email {
            fields += [#""email":"\#(email)""#, #""email_verified":\#(now.isVerified)"#]
        }
        if let picture = now.picture {
            // Some providers send an object.
            let value = picture.hasPrefix("{") ? picture : "\"\(picture)\""
            fields.append(#""picture":\#(value)"#)
        }
        if let name = now.name { fields.append(#""name":"\#(name)""#) }
        return "{" + fields.joined(separator: ",") + "}"
    }

    private func sign(_ claims: String, _ now: Behaviour) async throws -> String {
        let header = #"{"alg":"ES256","typ":"JWT","kid":"\#(now.namedKey ?? now.keyName)"}"#
        let input = [header, claims].map { base64URLText(Array($0.utf8)) }.joined(separator: ".")
        let signer = now.signsWrongly ? P256.Signing.PrivateKey() : key.withLock { $0 }
        let signature = try signer.signature(for: Data(input.utf8))
        return input + "." + base64URLText(Array(signature.rawRepresentation))
    }

    private func text(_ text: String) -> OutgoingResponse {
        OutgoingResponse(status: 200, octets: Array(text.utf8))
    }
}
