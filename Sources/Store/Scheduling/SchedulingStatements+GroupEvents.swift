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
}
