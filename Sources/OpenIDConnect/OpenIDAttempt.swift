import Crypto
package import Secrets
package import ServerBase
package import Store

/// A sign-in that has begun and waits for the provider's response.
///
/// The browser keeps it, in a sealed cookie, so that it can come back to another server.
package struct OpenIDAttempt: Codable, Sendable {
    let provider: String
    /// What the provider sends along with its response: 256 random bits.
    let state: String
    let nonce: String
    /// The PKCE code verifier (RFC 7636), from 256 random bits.
    let verifier: String
    /// The path of our page to show afterwards.
    package let returnPath: String
    /// The account that gets another way to sign in, if somebody signed in asked for it.
    package let joins: AccountID?
    /// What somebody signed in is asked to allow; nil for a sign-in.
    package let consent: GoogleConsent?
    let endsSecond: Int64

    private static let place = "sign-in at another service"

    var challenge: String { base64URLText(Array(SHA256.hash(data: Array(verifier.utf8)))) }

    /// The attempt as the browser keeps it, which nobody else can read or make.
    package func sealed(by secrets: SecretKeys) throws -> String {
        try secrets.seal(json: self, for: Self.place)
    }

    /// Opens what a browser has kept.
    ///
    /// Throws ``OpenIDError/expired`` unless this browser began it with this provider and it hasn't
    /// expired.
    package init(
        sealed text: String,
        by secrets: SecretKeys,
        state: String,
        provider: String,
        nowSecond: Int64
    ) throws(OpenIDError) {
        guard let attempt = try? secrets.open(text, asJSONOf: Self.self, for: Self.place),
            attempt.state == state, attempt.provider == provider, attempt.endsSecond > nowSecond
        else { throw .expired }
        self = attempt
    }
}

extension OpenIDAttempt {
    /// Begins a sign-in, with new random secrets.
    package init(
        at provider: OpenIDProvider,
        returnPath: String,
        joins: AccountID?,
        consent: GoogleConsent?,
        _ clockAndRandom: ClockAndRandom
    ) {
        self.provider = provider.id
        state = hexText(clockAndRandom.randomOctets(32))
        nonce = hexText(clockAndRandom.randomOctets(32))
        verifier = base64URLText(clockAndRandom.randomOctets(32))
        self.returnPath = returnPath
        self.joins = joins
        self.consent = consent
        endsSecond = clockAndRandom.nowSecond() + Limits.signInSeconds
    }
}
