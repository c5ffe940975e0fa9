/// Everything that can go wrong in the store, as values; sentences are made at the edge.
package enum StoreError: Error, Hashable, Sendable {
    /// What was asked for is not there, or belongs to somebody else.
    case notFound
    /// The object is not as the writer last saw it; the ETag is the present one, or nil when gone.
    case changedElsewhere(etag: String?)
    /// Another object of the calendar has the UID already.
    case uidTaken(href: String)
    /// An account with the address exists.
    case emailTaken
    /// The identity at another service belongs to another account.
    case identityTaken
    /// Without this one there would be no way left to sign in.
    case lastSignInWay
    /// There is an account already, so the first one can not be set up again.
    case setupDone
    /// The last calendar of an account stays.
    case lastCalendar
    /// The calendar holds something, and was to be removed only if it did not.
    case notEmpty
    /// It is there and seen, but somebody else's to do.
    case notAllowed
    /// The owner of a group can not leave it without another one.
    case lastOwner
    /// The object is a proposal, which is changed by answers alone.
    case isProposal
    /// The proposal has become an event already.
    case decided
    /// The last time of a proposal stays; the whole of it can be withdrawn.
    case lastTime
    /// A limit of the store is reached.
    case tooMany(Bound)
    /// The database was written by a newer version of the program.
    case newerSchema(version: Int64)
    /// A constraint of the schema refused a row: the caller let something wrong through.
    case constraint(String)
    /// A text has the character NUL, behind which SQLite would cut it off.
    case nul
    /// Another process held the database for too long.
    case busy
    /// There is no room left on the disk.
    case full
    /// A column held another type than the statement promises.
    case unexpectedValue(column: Int)
    /// Anything else the driver says.
    case driver(code: Int, message: String)

    /// What there can be too many of.
    package enum Bound: Hashable, Sendable {
        case calendars
        case events
        case groups
        case members
        case invitations
        case appPasswords
        case identities
        case proposals
        case candidates
    }
}
