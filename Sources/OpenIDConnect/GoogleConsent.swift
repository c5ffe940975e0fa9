import ServerBase
package import Store

/// What somebody is asked to allow this server at Google.
package struct GoogleConsent: Hashable, Codable, Sendable {
    /// The account here of who is asked.
    package let account: AccountID
    /// Whether events may be changed, too: asked for on its own, later.
    let canWrite: Bool
    /// The address of the Google account to ask; nil if it isn't known yet.
    package let email: String?

    package init(account: AccountID, canWrite: Bool, email: String?) {
        self.account = account
        self.canWrite = canWrite
        self.email = email
    }

    static let readScope = "https://www.googleapis.com/auth/calendar.readonly"
    static let writeScope = "https://www.googleapis.com/auth/calendar.events"
    private static let fullScope = "https://www.googleapis.com/auth/calendar"

    /// The fields of the request for it (OAuth 2.0 for web server applications).
    var fields: [(String, String)] {
        let scopes = ["openid", "email", Self.readScope] + (canWrite ? [Self.writeScope] : [])
        let fields = [
            ("scope", scopes.joined(separator: " ")), ("access_type", "offline"),
            // Only a new consent gives a new lasting token.
            ("prompt", "consent"), ("include_granted_scopes", "true"),
        ]
        return fields + (email.map { [("login_hint", $0)] } ?? [])
    }

    /// Whether all was allowed that was asked for: people can leave out parts, and without a lasting
    /// token nothing can be read later.
    package func isComplete(_ tokens: OpenIDClient.Tokens) -> Bool {
        let canRead = Self.scopes(tokens.scope).contains {
            [Self.readScope, Self.fullScope].contains($0)
        }
        let refreshBytes = tokens.refreshToken?.utf8.count ?? .max
        return canRead && refreshBytes <= Limits.googleTokenBytesMax
            && (!canWrite || Self.canWrite(tokens.scope))
    }

    package static func canWrite(_ scope: String?) -> Bool {
        scopes(scope).contains { [writeScope, fullScope].contains($0) }
    }

    private static func scopes(_ text: String?) -> [String] {
        (text ?? "").split(separator: " ").map { String($0) }
    }
}
