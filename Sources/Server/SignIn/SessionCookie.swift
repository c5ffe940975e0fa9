import HTTPTypes
import Hummingbird

/// The cookie that keeps somebody signed in.
///
/// Scripts can not read it, other sites' pages do not send it.
enum SessionCookie {
    static let name = "meantime_session"
    static let lifetimeSeconds = Limits.sessionDays * 86_400

    /// What the database keeps of a token.
    static func hash(of token: String) -> String { sha256Text(Array(token.utf8)) }

    static func cookie(token: String, isSecure: Bool) -> Cookie {
        Cookie(
            name: name,
            value: token,
            maxAge: lifetimeSeconds,
            path: "/",
            secure: isSecure,
            httpOnly: true,
            sameSite: .strict
        )
    }

    /// Makes the browser forget it.
    static let cleared = Cookie(
        name: name,
        value: "",
        maxAge: 0,
        path: "/",
        httpOnly: true,
        sameSite: .strict
    )
}
