/// The bounds of the store.
enum Limits {
    /// Calendars an account may own.
    static let calendarsPerAccountMax = 100

    /// Groups an account may be a member of.
    static let groupsPerAccountMax = 50

    /// Members a group may have.
    static let membersPerGroupMax = 50

    /// Invitations of a group that can still be used.
    static let invitationsPerGroupMax = 20

    /// Proposals of a group that are not decided.
    static let proposalsPerGroupMax = 100

    /// Times of a proposal.
    static let candidatesPerProposalMax = 20

    /// Calendar objects an account may own.
    static let objectsPerAccountMax = 1_000_000

    /// Characters of an object's text; the server's limit in bytes is the same number.
    static let objectLengthMax = 1_048_576

    /// Passwords for programs an account may have.
    static let appPasswordsPerAccountMax = 50

    /// Sessions of an account that are kept; beyond it the one that was used longest ago ends.
    static let sessionsPerAccountMax = 100

    /// Ways to sign in by other services an account may have.
    static let identitiesPerAccountMax = 20

    /// Entries of the change log that are kept when the store is opened.
    ///
    /// A page that was away for longer loads everything again.
    static let changesKept = 1_000_000

    /// How often a request looks whether another process has let go of the database, over all that
    /// it writes: five seconds.
    static let busyLooksMax = 250

    /// Microseconds between two such looks.
    static let busyLookMicroseconds: UInt32 = 20_000

    /// Milliseconds a statement that only reads waits for another process.
    static let readerBusyMilliseconds = 2000

    /// Octets of the disk that are kept for what makes room on a full one: more than the log of
    /// writes and what is moved from it into the file.
    static let reserveBytes = 16 * 1_048_576

    /// Networks that are remembered of an account's sign-ins; of more, the last ones.
    static let networksPerAccountMax = 50

    /// Connections that read at the same time.
    static let readersMax = 5
}
