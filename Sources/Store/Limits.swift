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

    /// How long a statement waits for another process that writes.
    static let busySecondsMax = 10.0

    /// Connections that read at the same time.
    static let readersMax = 5
}
