package import Outgoing
import ServerBase

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The client of one provider, which caches its configuration and keys.
package actor OpenIDClient {
    /// A provider's configuration (OpenID Connect Discovery 1.0, section 3).
    package struct Metadata: Decodable {
        let issuer: String
        let authorizationEndpoint: String
        let tokenEndpoint: String
        let jwksUri: String
        let userinfoEndpoint: String?
        let revocationEndpoint: String?
        let tokenEndpointAuthMethodsSupported: [String]?
    }

    /// What a provider answers to a code (RFC 6749, 5.1; OpenID Connect Core 1.0, 3.1.3.3).
    package struct Tokens: Decodable {
        let idToken: String
        package let accessToken: String?
        let expiresIn: Int64?
        package let refreshToken: String?
        /// The scopes that were granted, separated by spaces; Google always sends them.
        package let scope: String?
    }

    package nonisolated let provider: OpenIDProvider
    package let web: WebFetcher
    private let nowSecond: @Sendable () -> Int64
    private var metadata: (value: Metadata, second: Int64)?
    private var keys: (value: OpenIDKeys, second: Int64)?

    package init(
        provider: OpenIDProvider,
        web: WebFetcher,
        nowSecond: @escaping @Sendable () -> Int64
    ) {
        self.provider = provider
        self.web = web
        self.nowSecond = nowSecond
    }

    /// The URL where a person signs in.
    package func authorizationAddress(
        for attempt: OpenIDAttempt,
        redirect: String
    ) async throws -> String {
        let address = try await currentMetadata().authorizationEndpoint
        var fields = [
            ("response_type", "code"), ("client_id", provider.clientID),
            ("redirect_uri", redirect), ("state", attempt.state),
            ("nonce", attempt.nonce), ("code_challenge", attempt.challenge),
            ("code_challenge_method", "S256"),
        ]
        fields += attempt.consent?.fields ?? [("scope", "openid email profile")]
        let query = formText(fields)
        return address + (address.contains("?") ? "&" : "?") + query
    }

    /// Exchanges the code from the browser for the person's identity, and what they allow.
    package func person(
        code: String,
        attempt: OpenIDAttempt,
        redirect: String
    ) async throws -> (person: OpenIDPerson, tokens: Tokens) {
        let tokens = try await exchange(code: code, attempt: attempt, redirect: redirect)
        let claims = try await verifiedClaims(of: tokens.idToken)
        let fault = claims.fault(
            provider: provider,
            nonce: attempt.nonce,
            nowSecond: nowSecond()
        )
        if let fault { throw OpenIDError.providerFailed("the ID token is \(fault)") }
        let person = OpenIDPerson(claims)
        guard person.email == nil, let access = tokens.accessToken else {
            return (person, tokens)
        }
        return (try await withUserinfo(person, accessToken: access), tokens)
    }

    // MARK: - Requests to the provider

    func currentMetadata() async throws -> Metadata {
        let now = nowSecond()
        if let metadata, now - metadata.second < Limits.providerKeptSeconds {
            return metadata.value
        }
        let base =
            provider.issuer.hasSuffix("/") ? provider.issuer.dropLast() : provider.issuer[...]
        let found = try await read(Metadata.self, at: base + "/.well-known/openid-configuration")
        guard found.issuer == provider.issuer else {
            throw OpenIDError.providerFailed("it calls itself \(found.issuer)")
        }
        let endpoints = [found.authorizationEndpoint, found.tokenEndpoint, found.jwksUri]
        guard endpoints.allSatisfy(SafeAddress.allows) else {
            throw OpenIDError.providerFailed("it names addresses that are not HTTPS")
        }
        metadata = (found, now)
        return found
    }

    private func exchange(
        code: String,
        attempt: OpenIDAttempt,
        redirect: String
    ) async throws -> Tokens {
        let request = try await tokenRequest([
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", redirect),
            ("code_verifier", attempt.verifier),
        ])
        return try await read(Tokens.self, request)
    }

    /// A request to the provider's token endpoint, as this client (RFC 6749, 2.3.1).
    func tokenRequest(_ grant: [(name: String, value: String)]) async throws
        -> OutgoingRequest
    {
        let metadata = try await currentMetadata()
        let methods = metadata.tokenEndpointAuthMethodsSupported ?? ["client_secret_basic"]
        var fields = grant
        var request = OutgoingRequest(address: metadata.tokenEndpoint)
        if methods.contains("client_secret_basic") {
            // Both are form-encoded before they are joined.
            let pair = formEncoded(provider.clientID) + ":" + formEncoded(provider.clientSecret)
            let basic = Data(pair.utf8).base64EncodedString()
            request.headers.append((name: "Authorization", value: "Basic " + basic))
        } else {
            fields += [("client_id", provider.clientID), ("client_secret", provider.clientSecret)]
        }
        request.form = formText(fields)
        return request
    }

    /// Fetches the person's details from the userinfo endpoint, for ID tokens without an e-mail address.
    private func withUserinfo(
        _ person: OpenIDPerson,
        accessToken: String
    ) async throws -> OpenIDPerson {
        guard let address = try await currentMetadata().userinfoEndpoint,
            SafeAddress.allows(address)
        else { return person }
        var request = OutgoingRequest(address: address)
        request.headers.append((name: "Authorization", value: "Bearer " + accessToken))
        let info = try await read(OpenIDPerson.Info.self, request)
        // OpenID Connect Core 1.0, section 5.3.2: claims about another subject must not be used.
        guard info.sub == person.subject else { return person }
        return OpenIDPerson(info)
    }

    private func read<Value: Decodable>(_ type: Value.Type, at address: String) async throws
        -> Value
    {
        guard SafeAddress.allows(address) else {
            throw OpenIDError.providerFailed("\(address) is not HTTPS")
        }
        return try await read(type, OutgoingRequest(address: address))
    }

    private func read<Value: Decodable>(
        _ type: Value.Type,
        _ request: OutgoingRequest
    ) async throws -> Value {
        let octets = try await octets(request)
        do {
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            return try decoder.decode(type, from: Data(octets))
        } catch {
            throw OpenIDError.providerFailed("the answer of \(request.address) is not as expected")
        }
    }

    private func octets(_ request: OutgoingRequest) async throws -> [UInt8] {
        let response: OutgoingResponse
        do {
            response = try await web.fetch(request)
        } catch {
            throw OpenIDError.providerFailed("\(request.address): \(error)")
        }
        guard response.status == 200, response.octets.count <= Limits.providerBytesMax else {
            throw OpenIDError.providerFailed("\(request.address) answers \(response.status)")
        }
        return response.octets
    }
}

// MARK: - Signatures

extension OpenIDClient {
    private func verifiedClaims(of token: String) async throws -> IDClaims {
        guard let token = IDToken(token) else {
            throw OpenIDError.providerFailed("the ID token can not be read")
        }
        // RFC 7515, section 4.1.11: we understand no critical extensions.
        guard token.header.crit == nil else {
            throw OpenIDError.providerFailed("the ID token asks for an extension")
        }
        let key = try await key(named: token.header.kid)
        guard token.isSigned(with: key) else {
            throw OpenIDError.providerFailed("the signature of the ID token is wrong")
        }
        guard let claims = try? token.claims(as: IDClaims.self) else {
            throw OpenIDError.providerFailed("the claims of the ID token can not be read")
        }
        return claims
    }

    /// The provider's key with an ID.
    ///
    /// An unknown ID triggers a new fetch, because providers rotate their keys.
    private func key(named name: String?) async throws -> SigningKey {
        let now = nowSecond()
        if let keys, now - keys.second < Limits.providerKeptSeconds,
            let key = keys.value.key(named: name)
        {
            return key
        }
        // Made-up key IDs must not each trigger a fetch.
        if let keys, now - keys.second < Limits.keyFetchSeconds {
            throw OpenIDError.providerFailed("the ID token is signed with an unknown key")
        }
        let octets = try await octets(OutgoingRequest(address: try await currentMetadata().jwksUri))
        guard let found = try? OpenIDKeys(octets) else {
            throw OpenIDError.providerFailed("its keys can not be read")
        }
        keys = (found, now)
        guard let key = found.key(named: name) else {
            throw OpenIDError.providerFailed("the ID token is signed with an unknown key")
        }
        return key
    }
}
