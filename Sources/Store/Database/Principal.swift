/// The account or duty that a transaction works for.
///
/// With row-level security, the database lets a transaction see and change only the rows that
/// belong to the account or are shown to it, and the tables that the server's duty needs. So a
/// statement with a wrong condition finds nothing that it shouldn't.
package struct Principal: Hashable, Sendable {
    let account: AccountID?
    let duty: Duty?

    /// A person who made the request.
    static func account(_ account: AccountID) -> Principal {
        Principal(account: account, duty: nil)
    }

    /// The server, for nobody in particular.
    package static func server(_ duty: Duty) -> Principal { Principal(account: nil, duty: duty) }

    /// The same person, while the server does something in addition.
    func also(_ duty: Duty) -> Principal { Principal(account: account, duty: duty) }
}

/// A task of the server, for nobody in particular, or for one person with rows of others.
package enum Duty: String, CaseIterable, Sendable {
    /// Finding out who somebody is.
    case signIn = "sign-in"
    /// Putting invitations and answers into people's calendars.
    case delivery
    /// Showing the group behind a link to join to somebody who isn't a member yet, and letting people into groups.
    case joining = "invitations"
    /// Changing what members of a group see of one another.
    case sharing
    /// Finding the names of those who wrote something.
    case authors
    /// Reading calendars from elsewhere, and sealing their secrets.
    case externalCalendars = "sources"
    /// Finding what a secret address gives access to.
    case secretAddresses = "secret-links"
    /// Telling programs about changes.
    case push
    /// Managing accounts, for an administrator.
    case administration
    /// Limiting the handovers.
    case handovers
    /// Following the log of changes of all accounts.
    case changeLog = "change-log"
    /// Deleting what is old, and preparing what a new version needs.
    case upkeep
}
