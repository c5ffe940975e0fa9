/// For whom a transaction works.
///
/// A database with row-level security lets it see and change what belongs to that account or is shown to
/// it, and the tables that a duty of the server needs as a whole. So a statement with a wrong condition
/// finds nothing that it shouldn't.
package struct Principal: Hashable, Sendable {
    let account: AccountID?
    let duty: Duty?

    /// A person, who asked for it.
    static func account(_ account: AccountID) -> Principal {
        Principal(account: account, duty: nil)
    }

    /// Nobody in particular.
    package static func server(_ duty: Duty) -> Principal { Principal(account: nil, duty: duty) }

    /// The same person, while the server does something else as well.
    func also(_ duty: Duty) -> Principal { Principal(account: account, duty: duty) }
}

/// What the server does for nobody in particular, or for one person with the rows of others.
package enum Duty: String, CaseIterable, Sendable {
    /// Finding out who somebody is.
    case signIn = "sign-in"
    /// Putting invitations and answers into the calendars of those they concern.
    case delivery
    /// Showing an invitation to a group to somebody who isn't a member yet, and letting people into groups.
    case invitations
    /// Changing what members of a group see of one another.
    case sharing
    /// Naming those who wrote something.
    case authors
    /// Reading calendars from elsewhere, and sealing the secrets for that.
    case sources
    /// Finding what a secret address gives out.
    case secretLinks = "secret-links"
    /// Telling programs of changes.
    case push
    /// Managing accounts, for an administrator.
    case administration
    /// Bounding what requests leave for later ones.
    case handovers
    /// Following the log of changes of all accounts.
    case changeLog = "change-log"
    /// Clearing away what is old, and making what a new version needs.
    case upkeep
}
