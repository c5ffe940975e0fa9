import HTTPTypes
import Hummingbird
import ServerBase

/// The cookie that keeps somebody signed in.
///
/// Scripts can't read it, and browsers don't send it with requests from other sites. Over HTTPS its
/// name begins with `__Host-`, so that a sibling domain can't plant a cookie with its own session.
enum SessionCookie {
    static let name = "meantime_session"
    static let secureName = "__Host-" + name
    static let lifetimeSeconds = Limits.sessionDays * 86_400

    /// The prefix of tokens that are accepted only under ``secureName``.
    ///
    /// Tokens without it belong to sessions without HTTPS, or from before 2026-12. The latter expire
    /// within 30 days.
    private static let securePrefix = "host-"

    /// The hash of a token, which the database stores in its place.
    static func hash(of token: String) -> String { sha256Text(Array(token.utf8)) }

    static func token(of octets: [UInt8], isSecure: Bool) -> String {
        (isSecure ? securePrefix : "") + hexText(octets)
    }

    /// The token that a browser sends.
    static func token(in request: Request) -> String? {
        if let token = request.cookies[secureName]?.value, token.hasPrefix(securePrefix) {
            return token
        }
        guard let token = request.cookies[name]?.value, !token.hasPrefix(securePrefix) else {
            return nil
        }
        return token
    }

    static func cookie(token: String, isSecure: Bool) -> Cookie {
        Cookie(
            name: isSecure ? secureName : name,
            value: token,
            maxAge: lifetimeSeconds,
            path: "/",
            secure: isSecure,
            httpOnly: true,
            sameSite: .strict
        )
    }

    /// A cookie that makes the browser delete the one it sent.
    static func cleared(in request: Request) -> Cookie {
        let isSecure = request.cookies[secureName] != nil
        return Cookie(
            name: isSecure ? secureName : name,
            value: "",
            maxAge: 0,
            path: "/",
            secure: isSecure,
            httpOnly: true,
            sameSite: .strict
        )
    }
}
