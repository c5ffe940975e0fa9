import OpenIDConnect
import Outgoing
import ServerBase

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

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
    /// - Returns: The token, and for how many seconds it lasts.
    /// - Throws: ``SourceFailure/consentEnded`` if the person has withdrawn what they allowed, or why
    ///   the provider can't be asked.
    func accessToken(
        _ refreshToken: String
    ) async throws(SourceFailure) -> (text: String, seconds: Int64) {
        let response: OutgoingResponse
        do {
            let request = try await tokenRequest([
                ("grant_type", "refresh_token"), ("refresh_token", refreshToken),
            ])
            response = try await web.fetch(request)
        } catch {
            throw SourceFailure(of: error)
        }
        let body = Data(response.octets)
        guard response.status == 200 else {
            let error = try? JSONDecoder().decode(TokenError.self, from: body)
            if error?.error == "invalid_grant" { throw .consentEnded }
            throw .answered(status: response.status, retryAfterSeconds: nil)
        }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        guard let token = try? decoder.decode(AccessToken.self, from: body) else {
            throw .notReadable
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
