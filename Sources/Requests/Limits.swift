package import NIOCore
package import ServerBase

// The limits of requests, and of connections.
extension Limits {
    /// How long a request may take to arrive, however slowly.
    static let slowRequestGrace = TimeAmount.seconds(60)
    /// Average bytes per second at which a request must arrive after that.
    static let requestBytesPerSecondMin = 1024
    /// Bytes of a request that earn it time.
    ///
    /// More are accepted but earn no more time.
    static let pacedBytesMax = 1 << 32
    /// How long a client may leave an answer waiting that it takes too slowly.
    static let answerWait = TimeAmount.seconds(60)
    /// Bytes of the answer that it must take in that time; all that wait, if they are fewer.
    static let answerBytesMin = 60 * 1024
    /// Bytes of an answer that the system takes before it can send them.
    ///
    /// The system asks for more once half of them are sent. So this must be less than what a client has
    /// to take: otherwise one that keeps the pace would seem not to.
    static let unsentBytesMax = 32 * 1024
    /// Bytes of a JSON request body.
    package static let formBytesMax = 64 * 1024
    /// Bytes of requests that one account, or one network that isn't signed in, hasn't sent to the end, and of answers
    /// that it hasn't taken yet.
    ///
    /// Two of the longest: an account's second program may get its events while the first does.
    static let heldBytesPerHolderMax = 64 * 1_048_576
    /// Such bytes of all together.
    static let heldBytesMax = 256 * 1_048_576
    /// Bytes of an answer that are passed to the system at once.
    static let heldPieceBytes = 64 * 1024
    /// Requests of one account's calendar programs that are worked on at once; more wait.
    package static let programRequestsAtOnceMax = 1
    /// Such requests that wait; more are told to come again.
    static let programRequestsWaitingMax = 50
    /// Requests of one account for single events that are worked on at once; more wait.
    ///
    /// Programs and pages send several at a time, and the database writes together what comes together.
    package static let eventRequestsAtOnceMax = 4
    /// Such requests that wait; more are told to come again.
    static let eventRequestsWaitingMax = 300
    /// Pages of one account that load everything at once; more wait.
    ///
    /// Each keeps some megabytes until its browser has taken them.
    package static let syncsAtOnceMax = 4
    /// Such pages that may wait; the answer to one more breaks off after its beginning.
    static let syncsWaitingMax = 100
    /// Seconds after which a page may try again that is refused since too many of its account listen.
    package static let listenAgainSeconds = Int64(60)
    /// Seconds after which a request that found the database busy may be retried.
    package static let busyRetrySeconds = Int64(5)
    /// Seconds a browser remembers to use only HTTPS: a year.
    static let secureTransportSeconds = 365 * 86_400
    /// Files of one account that are imported at once; more wait with their bodies unread.
    ///
    /// Each is on the disk meanwhile.
    package static let importsAtOnceMax = 2
    /// Imports that wait; more are told to come again.
    package static let importsWaitingMax = 20
    /// How long a connection may be silent while a request is expected or incomplete.
    package static let idleTimeout = TimeAmount.seconds(60)
}
