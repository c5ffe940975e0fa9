/// The ways a request can sign in.
package enum RequestEntry: Hashable, Sendable {
    case session(tokenHash: String)
    /// By an app password with this ID, or by the account's own password.
    case program(appPassword: String?)
}
