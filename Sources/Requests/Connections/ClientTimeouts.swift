package import NIOCore
import ServerBase
package import Store

/// How long the server waits for slow or silent clients.
package struct ClientTimeouts: Sendable {
    package let idleTimeout: TimeAmount
    let pace: RequestPace.Allowance
    var answers = AnswerPace.Allowance.standard
    /// Creates the time a request may spend waiting for the database.
    package var makeAllowance: @Sendable () -> WaitAllowance = { WaitAllowance() }

    package static let standard = ClientTimeouts(idleTimeout: Limits.idleTimeout, pace: .standard)
}
