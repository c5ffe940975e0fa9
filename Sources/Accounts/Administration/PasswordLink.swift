import ServerBase

/// A link by which somebody chooses a new password.
package struct PasswordLink: Sendable {
    /// The page's path; the token is in its fragment, which browsers send to no server.
    package let path: String
    /// When it stops being valid.
    package let expiresSecond: Int64

    /// The hash of a token, which the database stores in its place.
    package static func hash(of token: String) -> String { sha256Text(Array(token.utf8)) }
}
