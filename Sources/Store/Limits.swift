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

    /// Calendar objects an account may own.
    static let objectsPerAccountMax = 1_000_000

    /// Characters of an object's text; the server's limit in bytes is the same number.
    static let objectLengthMax = 1_048_576

    /// Entries of the change log that are kept when the store is opened.
    ///
    /// A page that was away for longer loads everything again.
    static let changesKept = 1_000_000

    /// How long a statement waits for another process that writes.
    static let busySecondsMax = 10.0

    /// Connections that read at the same time.
    static let readersMax = 5
}
