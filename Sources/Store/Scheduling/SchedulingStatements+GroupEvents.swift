extension SchedulingStatements {
    /// The text to store for a member's write to a group's calendar.
    func groupEvent(
        _ draft: ObjectDraft,
        replacing old: String?,
        by account: AccountID,
        _ rules: any SchedulingRules
    ) throws -> ObjectDraft {
        guard rules.namesPeople(draft.ical) else { return draft }
        return try connection.also(.delivery) {
            guard let user = try calendarUser([.account(account)]) else { return draft }
            let event = try rules.groupEvent(draft, replacing: old, by: user, guest: invitedUser)
            return event ?? draft
        }
    }

    /// Whether a calendar is one of an account's own, in which scheduling works.
    func owns(_ account: AccountID, _ calendar: CalendarID) throws -> Bool {
        try connection.row(
            """
            SELECT 1 FROM calendars WHERE id = $1 AND owner_id = $2 AND group_id IS NULL
            AND is_subscribed = 0
            """,
            [.text(calendar.text), .text(account.text)]
        ) != nil
    }

    /// Whether a calendar is a group's.
    func isGroups(_ calendar: CalendarID) throws -> Bool {
        try connection.row(
            "SELECT 1 FROM calendars WHERE id = $1 AND group_id IS NOT NULL",
            [.text(calendar.text)]
        ) != nil
    }

    /// Whether a calendar is one of an account's own, here or at another service.
    func ownsAnywhere(_ account: AccountID, _ calendar: CalendarID) throws -> Bool {
        try connection.row(
            """
            SELECT 1 FROM calendars WHERE id = $1 AND owner_id = $2 AND group_id IS NULL
            AND (is_subscribed = 0 OR is_connected = 1)
            """,
            [.text(calendar.text), .text(account.text)]
        ) != nil
    }
}
