import NIOCore
package import ServerBase

// The limits of signing in, of requests that are counted by who makes them, and of pictures.
extension Limits {
    /// Other servers that an account may have this one ask within the window of failed attempts.
    package static let externalRequestsMax = 60
    /// Characters of a password.
    static let passwordLength = 10...1024
    /// Failed attempts within the window to sign in to one account from one network, or to confirm
    /// the password in one session.
    package static let attemptsPerAccountMax = 10
    /// Failed attempts from one network at all accounts, as a household shares one.
    package static let attemptsPerNetworkMax = 30
    /// Failed attempts at one account from all networks.
    ///
    /// Beyond it, only networks from which somebody has signed in to the account before may try.
    package static let attemptsFromEverywhereMax = 100
    /// Seconds after which failed attempts are forgotten.
    package static let attemptWindowSeconds = Int64(900)
    /// Counts of failed attempts that protect no account, such as those of networks and of made-up addresses.
    ///
    /// A server notices at the latest after a tenth more that there are too many. On two processors, as many passwords
    /// can't be checked before the counts end anyway.
    static let failureCountsMax = 100_000
    /// Networks whose requests are counted in memory at once.
    package static let requestCountsMax = 10_000
    /// Seconds between two looks for failed attempts that can be forgotten.
    static let attemptClearingSeconds = Int64(60)
    /// How often an attempt reads the counts again because others ended meanwhile.
    static let attemptReadsMax = 10
    /// Random octets of a link for a new password: 160 bits.
    static let passwordLinkOctets = 20
    /// Seconds for which such a link is valid: a day.
    static let passwordLinkSeconds = Int64(86_400)
    /// Requests at one secret address within the window.
    package static let secretAddressRequestsMax = 60
    /// Requests at secret addresses from one network within the window, right or wrong.
    package static let secretAddressRequestsPerNetworkMax = 120
    /// Seconds after which requests at secret addresses are forgotten.
    package static let secretAddressWindowSeconds = Int64(60)
    /// Seconds between two updates of when a session or app password was last used.
    package static let lastUseUpdateSeconds = Int64(300)
    /// How long, in seconds, a calendar program's right password is taken without hashing it again.
    package static let checkedPasswordSeconds = Int64(300)
    /// Passwords to remember as right.
    package static let checkedPasswordsMax = 10_000
    /// Accounts registered from one network within the window of failed attempts.
    package static let registrationsPerNetworkMax = 10
    /// How long downloading a provider's picture may take.
    static let pictureTimeout = TimeAmount.seconds(5)
    /// Pictures downloaded at once; any more are skipped.
    package static let pictureDownloadsMax = 8
    /// Bytes of an uploaded picture, which the page has already scaled down.
    package static let pictureBytesMax = 256 * 1024
    /// Pixels of a picture's sides.
    package static let pictureSidesMax = 512
}
