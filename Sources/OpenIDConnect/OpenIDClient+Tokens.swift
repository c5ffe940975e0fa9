import Outgoing
import ServerBase

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Why a provider gave no access token.
package enum TokenRefusal: Error, Hashable {
    /// The person withdrew what they had allowed, or that has ended.
    case consentEnded
    /// The provider answers with a status that isn't 200.
    case answered(status: Int)
    /// The answer has no token.
    case notReadable
}

/// Tokens with which this server asks in somebody's name, after they've allowed it.
extension OpenIDClient {
    private struct AccessToken: Decodable {
        let accessToken: String
        let expiresIn: Int64?
    }

    private struct TokenError: Decodable {
        let error: String
    }

    /// A new access token for a refresh token (RFC 6749, 6).
    ///
    /// - Parameter refreshToken: The token that the provider gave when the person allowed it.
    /// - Returns: The token, and for how many seconds it lasts.
    /// - Throws: ``TokenRefusal``, or the errors of the connection.
    package func accessToken(
        _ refreshToken: String
    ) async throws -> (text: String, seconds: Int64) {
        let request = try await tokenRequest([
            ("grant_type", "refresh_token"), ("refresh_token", refreshToken),
        ])
        let response = try await web.fetch(request)
        let body = Data(response.octets)
        guard response.status == 200 else {
            let error = try? JSONDecoder().decode(TokenError.self, from: body)
            if error?.error == "invalid_grant" { throw TokenRefusal.consentEnded }
            throw TokenRefusal.answered(status: response.status)
        }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        guard let token = try? decoder.decode(AccessToken.self, from: body) else {
            throw TokenRefusal.notReadable
        }
        return (token.accessToken, token.expiresIn ?? 3_600)
    }

    /// Withdraws a token (RFC 7009).
    package func revoke(_ token: String) async throws {
        guard let address = try await currentMetadata().revocationEndpoint,
            SafeAddress.allows(address)
        else { return }
        var request = OutgoingRequest(address: address)
        request.form = formText([("token", token)])
        _ = try await web.fetch(request)
    }
}
