/// Everything that can go wrong in the store.
///
/// The server and the command line turn them into messages.
package enum StoreError: Error, Hashable, Sendable {
    /// It doesn't exist, or the account can't see it.
    case notFound
    /// The object has changed since the writer last saw it. The ETag is the current one, or nil when
    /// the object no longer exists.
    case changedElsewhere(etag: String?)
    /// A later edit of the same client is stored already, so this one may have been too.
    case editPassed
    /// Another object in the calendar already has the UID.
    case uidTaken(href: String)
    /// The account already has this event and its guests in another calendar.
    case invitationTaken(ObjectPlace)
    /// The calendar doesn't take objects of this kind.
    case wrongComponent
    /// Another calendar of the account has the name in the address.
    case nameTaken
    /// Another account has the email address.
    case emailTaken
    /// The identity at another service belongs to another account.
    case identityTaken
    /// It's the only way left to sign in, so it can't be removed.
    case lastSignInWay
    /// The account is disabled, so nobody can sign in to it.
    case disabled
    /// The first account already exists.
    case setupDone
    /// An account's last calendar can't be removed.
    case lastCalendar
    /// The calendar was to be removed only if empty, and it isn't.
    case notEmpty
    /// The account can see it, but its role doesn't allow the action.
    case notAllowed
    /// A group's owner can't leave or change role before making somebody else the owner.
    case lastOwner
    /// A proposal's candidates can't be written or removed like other events.
    case isProposal
    /// The proposal has already become an event.
    case decided
    /// A proposal's last candidate can't be removed; the proposal can be withdrawn.
    case lastCandidate
    /// A limit of the store has been reached.
    case tooMany(Bound)
    /// The calendars of an account or a group hold as much as they may.
    case quotaReached(ReachedQuota)
    /// The database was written by a newer version of the program.
    case newerSchema(version: Int64)
    /// A move or a restoration into the database has begun and isn't finished.
    case halfFilled
    /// The role that signs in to the database has the wrong rights; the sentence says what to do.
    case unsuitableRole(String)
    /// A constraint of the schema refused a row: the caller failed to check something.
    case constraint(String)
    /// A text contains the character NUL, where SQLite would cut it off.
    case nul
    /// Another server works on the SQLite file: a process with this ID, if that's known.
    case served(by: Int?)
    /// Another process held the database for too long.
    case busy
    /// The disk is full.
    case full
    /// A write was attempted in a transaction that only reads, which is a bug, or in a database
    /// that may not be written to.
    case readOnly
    /// A column has another type than the code expects.
    case unexpectedValue(column: Int)
    /// Any other error of the driver.
    case driver(code: Int, message: String)

    /// The things that there can be too many of.
    package enum Bound: Hashable, Sendable {
        case calendars
        case externalCalendars
        case googleAccounts
        case events
        case groups
        /// Groups that one account owns.
        case ownGroups
        case members
        /// Invitations that wait for an account's decision.
        case invitations
        /// Links to join a group.
        case joinLinks
        case appPasswords
        case identities
        case proposals
        /// Candidates of one proposal.
        case candidates
        /// Candidates of all open proposals of a group.
        case groupCandidates
        case properties
        /// Entries that one edit writes to the change log.
        case editEntries
        case secretAddresses
        case blockedSenders
    }
}
