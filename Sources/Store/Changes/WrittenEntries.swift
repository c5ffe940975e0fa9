/// The entries that a transaction has written to the change log so far.
package final class WrittenEntries {
    /// An entry's token, and who reads it: its owner, and everybody who sees the calendar.
    struct Entry {
        let token: ChangeToken
        let owner: AccountID
        let calendar: CalendarID?
    }

    private(set) var all: [Entry] = []

    var count: Int { all.count }

    func add(_ entry: Entry) { all.append(entry) }
}
