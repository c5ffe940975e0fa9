/// A secret address, as seen by the people who may revoke it.
package struct SecretAddress: Hashable, Sendable {
    /// What the address shares.
    package enum Subject: Hashable, Sendable {
        case calendar(CalendarID)
        /// One of the account's calendar sets, which are in its settings.
        case set(CalendarSetID)
        /// A group's own calendar.
        case group(GroupID)
    }

    package let id: String
    /// The account that made it; the address shares no more than this account may.
    package let account: AccountID
    package let subject: Subject
    /// The name that its maker gave it, such as "Grandma"; nobody else sees it.
    package let name: String
    /// Whether it shares only the times.
    package let isBusyOnly: Bool
    package let createdSecond: Int64
    /// When somebody last used it, to within an hour; nil if nobody has.
    package let usedSecond: Int64?

    package init(
        id: String,
        account: AccountID,
        subject: Subject,
        name: String,
        isBusyOnly: Bool,
        createdSecond: Int64,
        usedSecond: Int64? = nil
    ) {
        self.id = id
        self.account = account
        self.subject = subject
        self.name = name
        self.isBusyOnly = isBusyOnly
        self.createdSecond = createdSecond
        self.usedSecond = usedSecond
    }
}

/// The state of an address's last answer.
package struct SecretAddressState: Hashable, Sendable {
    /// A hash of everything that the answer depends on.
    package let hash: String
    /// The time since when the state has been the same, counted from its first request.
    package let sinceSecond: Int64

    package init(hash: String, sinceSecond: Int64) {
        self.hash = hash
        self.sinceSecond = sinceSecond
    }
}

/// What an address shares now.
package struct SecretAddressContents: Hashable, Sendable {
    /// The name of the calendar or group; nil for a set, whose name is in the settings.
    package let name: String?
    /// The colour of the calendar or group; nil for a set.
    package let color: String?
    package let calendars: [GivenCalendar]
}

/// A calendar that an address shares, with its last change.
package struct GivenCalendar: Hashable, Sendable {
    package let id: CalendarID
    package let token: ChangeToken
}

extension SecretAddress {
    static let columns = """
        secret_links.id, secret_links.account_id, calendar_id, set_id, group_id, secret_links.name,
        is_busy_only, secret_links.created_second, used_second
        """

    /// Reads ``columns``.
    init(_ row: Row) throws {
        let subject: Subject =
            if !row.isNull(2) {
                .calendar(CalendarID(stored: try row.text(2)))
            } else if !row.isNull(3) {
                .set(CalendarSetID(stored: try row.text(3)))
            } else {
                .group(GroupID(stored: try row.text(4)))
            }
        self.init(
            id: try row.text(0),
            account: AccountID(stored: try row.text(1)),
            subject: subject,
            name: try row.text(5),
            isBusyOnly: try row.bool(6),
            createdSecond: try row.integer(7),
            usedSecond: row.isNull(8) ? nil : try row.integer(8)
        )
    }
}
