/// The entries that a transaction has written to the change log so far, and the accounts whose
/// streams have to wake for changes that aren't in the log.
package final class WrittenEntries {
    /// An entry's token and its readers: its owner, and everybody who sees the calendar.
    struct Entry {
        let token: ChangeToken
        let owner: AccountID
        let calendar: CalendarID?
    }

    private(set) var all: [Entry] = []

    /// The accounts with changes for their streams that the log doesn't have, such as new settings
    /// or the end of a sign-in.
    private(set) var accountsToWake: Set<AccountID> = []

    var count: Int { all.count }

    func add(_ entry: Entry) { all.append(entry) }

    /// Makes the account's streams check their sign-in and the settings once the transaction is
    /// committed.
    ///
    /// The streams may be on other servers.
    func wakeStreams(of account: AccountID) { accountsToWake.insert(account) }
}
