/// How much the calendars of an account, or of a group, may hold.
package struct Quota: Hashable, Sendable {
    /// Events, with tasks and the times of open proposals.
    package var events: Int64
    /// Bytes of their iCalendar texts, in UTF-8.
    package var bytes: Int64

    package init(events: Int64, bytes: Int64) {
        self.events = events
        self.bytes = bytes
    }

    /// What of it is exceeded by a usage that something was added to; nil if nothing is.
    ///
    /// Whatever makes the usage smaller, or leaves it as it is, exceeds nothing: people have to get
    /// back below a quota that was made smaller.
    ///
    /// - Parameters:
    ///   - usage: What there is, with the change.
    ///   - change: What was added.
    ///   - spareBytes: How many bytes may be past the quota.
    /// - Returns: What is exceeded; nil for nothing.
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
    /// Of each account, for its own calendars; those of its groups don't count.
    package var account: Quota
    /// Of each group, for its calendar, whoever writes there.
    package var group: Quota
    /// Groups that an account may own: each has a quota of its own.
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
    /// Whether it's a group's, and not that of an account.
    package let isGroups: Bool
    /// The number of events or bytes that are allowed.
    package let countMax: Int64

    init(_ measure: Measure, of holder: StorageHolder, _ quota: Quota) {
        self.measure = measure
        if case .group = holder { isGroups = true } else { isGroups = false }
        countMax = measure == .events ? quota.events : quota.bytes
    }
}
