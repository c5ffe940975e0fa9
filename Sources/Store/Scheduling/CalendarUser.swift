/// A person who can be sent scheduling messages: an account with its addresses.
package struct CalendarUser: Hashable, Sendable {
    package let id: AccountID
    /// The e-mail address, in lower case.
    package let email: String
    /// The name that others see; may be empty.
    package let name: String

    package init(id: AccountID, email: String, name: String) {
        self.id = id
        self.email = email
        self.name = name
    }
}

/// A guest who has an account.
package struct InvitedUser: Sendable {
    package let user: CalendarUser
    /// The text of the event in one of their own calendars; nil if they have none.
    package let copy: String?

    package init(user: CalendarUser, copy: String?) {
        self.user = user
        self.copy = copy
    }
}

/// How a message names its recipient.
package enum CalendarUserName: Hashable, Sendable {
    /// An e-mail address, in lower case.
    case email(String)
    case account(AccountID)
}

extension SchedulingStatements {
    /// The account with the first of these names that an account has.
    func calendarUser(_ names: [CalendarUserName]) throws -> CalendarUser? {
        for name in names {
            let (column, value) =
                switch name {
                case .email(let email): ("email", email)
                case .account(let id): ("id", id.text)
                }
            let row = try connection.row(
                "SELECT id, email, name FROM users WHERE \(column) = $1",
                [.text(value)]
            )
            if let row {
                return CalendarUser(
                    id: AccountID(stored: try row.text(0)),
                    email: try row.text(1),
                    name: try row.text(2)
                )
            }
        }
        return nil
    }

    /// The account with one of these names, and its copy of an event; nil if no account has any of
    /// them.
    func invitedUser(_ names: [CalendarUserName], to uid: String) throws -> InvitedUser? {
        guard let user = try calendarUser(names) else { return nil }
        let copy = try ownObject(uid: uid, of: user.id, orConnected: true)
        return InvitedUser(user: user, copy: copy?.ical)
    }

    /// The calendar for an account's invitations: the default one if it takes objects of this kind,
    /// or else the first that does; nil if none does.
    func calendarForInvitations(to account: AccountID, _ component: String) throws -> CalendarID? {
        let rows = try connection.rows(
            """
            SELECT id, components FROM calendars
            WHERE owner_id = $1 AND group_id IS NULL AND deleted_token IS NULL
            AND is_subscribed = 0 ORDER BY is_default DESC, position, id
            """,
            [.text(account.text)]
        )
        let row = try rows.first {
            try $0.text(1).split(separator: ",").contains(component[...])
        }
        return try row.map { CalendarID(stored: try $0.text(0)) }
    }

    /// An account's own object with a UID; if there are several, the one in its first calendar.
    func ownObject(
        uid: String,
        of account: AccountID,
        besides calendar: CalendarID? = nil,
        orConnected: Bool = false
    ) throws -> OwnObject? {
        let row = try connection.row(
            """
            SELECT objects.id, calendars.id, objects.href, objects.etag, objects.ical,
            objects.is_candidate, objects.schedule_tag
            FROM calendars JOIN objects ON objects.calendar_id = calendars.id
            WHERE calendars.owner_id = $1 AND calendars.group_id IS NULL
            AND (calendars.is_subscribed = 0 OR (calendars.is_connected = 1 AND $4 = 1))
            AND calendars.deleted_token IS NULL AND objects.uid = $2 AND calendars.id <> $3
            ORDER BY calendars.is_default DESC, calendars.position, calendars.id LIMIT 1
            """,
            [
                .text(account.text), .text(uid), .text(calendar?.text ?? ""),
                .bool(orConnected),
            ]
        )
        return try row.map { row in
            OwnObject(
                id: try row.text(0),
                place: ObjectPlace(
                    account: account,
                    calendar: CalendarID(stored: try row.text(1)),
                    href: Href(stored: try row.text(2))
                ),
                ical: try row.text(4),
                isProposal: try row.bool(5),
                scheduleTag: row.isNull(6) ? try row.text(3) : try row.text(6)
            )
        }
    }
}

/// An object in one of its owner's calendars, as a message finds it.
struct OwnObject {
    let id: String
    let place: ObjectPlace
    let ical: String
    let isProposal: Bool
    let scheduleTag: String
}

extension Accounts {
    /// The account with the first of these names that an account has.
    package func calendarUser(_ names: [CalendarUserName]) async throws -> CalendarUser? {
        try await observed.database.read(as: .server(.delivery)) {
            try $0.scheduling.calendarUser(names)
        }
    }
}
