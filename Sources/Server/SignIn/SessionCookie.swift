import HTTPTypes
import Hummingbird

/// The cookie that keeps somebody signed in.
///
/// Scripts can not read it, other sites' pages do not send it. Where the page comes by HTTPS its name
/// begins with `__Host-`, so that nobody at a neighbouring name can plant a session of their own.
enum SessionCookie {
    static let name = "meantime_session"
    static let secureName = "__Host-" + name
    static let lifetimeSeconds = Limits.sessionDays * 86_400

    /// The beginning of tokens that are accepted only under ``secureName``.
    ///
    /// Tokens without it belong to sessions without HTTPS, or from before 2026-12; those end by
    /// themselves within 30 days.
    private static let securePrefix = "host-"

    /// What the database keeps of a token.
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

    /// Makes a browser forget the one it sends.
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
