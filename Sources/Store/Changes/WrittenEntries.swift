/// The entries that a transaction has written to the change log so far, and whose streams have to wake for
/// something that isn't in the log.
package final class WrittenEntries {
    /// An entry's token, and who reads it: its owner, and everybody who sees the calendar.
    struct Entry {
        let token: ChangeToken
        let owner: AccountID
        let calendar: CalendarID?
    }

    private(set) var all: [Entry] = []

    /// The accounts for whose streams something changed that the log doesn't tell, such as their settings or
    /// how somebody signed in.
    private(set) var accountsToWake: Set<AccountID> = []

    var count: Int { all.count }

    func add(_ entry: Entry) { all.append(entry) }

    /// Lets the account's streams look at their sign-in and at the settings, once the transaction is committed.
    ///
    /// They may be at other servers.
    func wakeStreams(of account: AccountID) { accountsToWake.insert(account) }
}
