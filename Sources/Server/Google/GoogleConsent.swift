import Store

/// What somebody is asked to allow this server at Google.
struct GoogleConsent: Hashable, Sendable {
    /// The account here of who is asked.
    let account: AccountID
    /// Whether events may be changed, too: asked for on its own, later.
    let canWrite: Bool
    /// The Google account that it's about, if that's known.
    let email: String?

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

    /// What was allowed: people can leave out parts of what they're asked for.
    static func canRead(_ scope: String?) -> Bool {
        scopes(scope).contains { [readScope, fullScope].contains($0) }
    }

    static func canWrite(_ scope: String?) -> Bool {
        scopes(scope).contains { [writeScope, fullScope].contains($0) }
    }

    private static func scopes(_ text: String?) -> [String] {
        (text ?? "").split(separator: " ").map { String($0) }
    }
}

extension String {
    /// A path with one more field in its query.
    func adding(_ name: String, _ value: String) -> String {
        self + (contains("?") ? "&" : "?") + formText([(name, value)])
    }
}
