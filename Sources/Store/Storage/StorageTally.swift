/// Whose quota the events of a calendar count towards.
package enum StorageHolder: Hashable, Sendable {
    case account(AccountID)
    /// For a group's calendar, whoever writes there.
    case group(GroupID)
}

/// What the calendars of an account or of a group hold, or what a transaction adds to that.
package struct StorageUsage: Hashable, Sendable {
    /// Events, without those that are in the bin.
    package var events: Int64 = 0
    /// Bytes of their texts.
    package var bytes: Int64 = 0
    /// Bytes of earlier versions and of single deleted events.
    package var historyBytes: Int64 = 0

    static func + (left: StorageUsage, right: StorageUsage) -> StorageUsage {
        StorageUsage(
            events: left.events + right.events,
            bytes: left.bytes + right.bytes,
            historyBytes: left.historyBytes + right.historyBytes
        )
    }
}

/// What a transaction has added to the storage of accounts and groups so far, and how much they may
/// have.
package final class StorageTally {
    /// Set when a transaction begins that changes something.
    var quotas = Quotas()
    /// A new event that a write adds, and the calendar it's added to.
    var arriving: (uid: String, calendar: CalendarID)?
    private(set) var changes: [StorageHolder: StorageUsage] = [:]
    /// What a holder had before a new event, if that's known.
    private(set) var usageBefore: [StorageHolder: StorageUsage] = [:]

    func noteUsageBefore(_ usage: StorageUsage, of holder: StorageHolder) {
        usageBefore[holder] = usage
    }

    func add(_ change: StorageUsage, of holder: StorageHolder) {
        changes[holder] = (changes[holder] ?? StorageUsage()) + change
    }
}
