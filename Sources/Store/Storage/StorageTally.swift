/// The account or group to whose quota the events of a calendar count.
package enum StorageHolder: Hashable, Sendable {
    case account(AccountID)
    /// A group, for its calendar, whoever writes there.
    case group(GroupID)
}

/// The usage of an account or a group, or the amount that a transaction adds to it.
package struct StorageUsage: Hashable, Sendable {
    /// The number of events, without those in the bin.
    package var events: Int64 = 0
    /// The bytes of their texts.
    package var bytes: Int64 = 0
    /// The bytes of earlier versions and of single deleted events.
    package var historyBytes: Int64 = 0

    static func + (left: StorageUsage, right: StorageUsage) -> StorageUsage {
        StorageUsage(
            events: left.events + right.events,
            bytes: left.bytes + right.bytes,
            historyBytes: left.historyBytes + right.historyBytes
        )
    }
}

/// The amounts that a transaction has added to the storage of accounts and groups so far, and their
/// quotas.
package final class StorageTally {
    /// Set when a transaction begins that changes something.
    var quotas = Quotas()
    /// A new event that a write adds, and the calendar it's added to.
    var arriving: (uid: String, calendar: CalendarID)?
    private(set) var changes: [StorageHolder: StorageUsage] = [:]
    /// The usage of a holder before a new event, if it's known.
    private(set) var usageBefore: [StorageHolder: StorageUsage] = [:]

    func noteUsageBefore(_ usage: StorageUsage, of holder: StorageHolder) {
        usageBefore[holder] = usage
    }

    func add(_ change: StorageUsage, of holder: StorageHolder) {
        changes[holder] = (changes[holder] ?? StorageUsage()) + change
    }
}
