/// How much the calendars of an account, or of a group, may hold.
package struct Quota: Hashable, Sendable {
    /// The most events, including tasks and the times of open proposals.
    package var events: Int64
    /// The most bytes of their iCalendar texts, in UTF-8.
    package var bytes: Int64

    package init(events: Int64, bytes: Int64) {
        self.events = events
        self.bytes = bytes
    }

    /// The part of the quota that a usage exceeds after a change; nil if it exceeds none.
    ///
    /// A change that makes the usage smaller, or leaves it the same, never exceeds the quota:
    /// people have to be able to get back below a quota that was lowered.
    ///
    /// - Parameters:
    ///   - usage: The usage after the change.
    ///   - change: The amount that was added.
    ///   - spareBytes: The number of bytes that may go beyond the quota.
    /// - Returns: The exceeded part; nil if there is none.
    func exceeded(
        by usage: StorageUsage,
        adding change: StorageUsage,
        sparing spareBytes: Int64 = 0
    ) -> ReachedQuota.Measure? {
        if change.events > 0, usage.events > events { return .events }
        if change.bytes > 0, usage.bytes - spareBytes > bytes { return .bytes }
        return nil
    }
}

/// The quotas of a server.
package struct Quotas: Hashable, Sendable {
    /// The quota of each account, for its own calendars; the calendars of its groups don't count.
    package var account: Quota
    /// The quota of each group, for its calendar, whoever writes there.
    package var group: Quota
    /// The most groups that an account may own, because each has its own quota.
    package var ownedGroups: Int64

    package init(
        account: Quota = .standard,
        group: Quota = .standard,
        ownedGroups: Int64 = Limits.ownedGroups
    ) {
        self.account = account
        self.group = group
        self.ownedGroups = ownedGroups
    }

    package func quota(of holder: StorageHolder) -> Quota {
        switch holder {
        case .account: account
        case .group: group
        }
    }
}

extension Quota {
    package static let standard = Quota(
        events: Limits.eventsQuota,
        bytes: Limits.bytesQuota
    )
}

/// A quota that a write would exceed.
package struct ReachedQuota: Hashable, Sendable {
    package enum Measure: Hashable, Sendable {
        case events
        case bytes
    }

    package let measure: Measure
    /// Whether it's the quota of a group rather than of an account.
    package let isGroups: Bool
    /// The number of events or bytes that are allowed.
    package let countMax: Int64

    init(_ measure: Measure, of holder: StorageHolder, _ quota: Quota) {
        self.measure = measure
        if case .group = holder { isGroups = true } else { isGroups = false }
        countMax = measure == .events ? quota.events : quota.bytes
    }
}
