extension SchedulingStatements {
    /// The text to store for a member's write to a group's calendar.
    func groupEvent(
        _ draft: ObjectDraft,
        replacing old: String?,
        by account: AccountID,
        _ planning: any SchedulingPlanning
    ) throws -> ObjectDraft {
        guard planning.namesPeople(draft.ical) else { return draft }
        return try connection.also(.delivery) {
            guard let user = try calendarUser([.account(account)]) else { return draft }
            let event = try planning.groupEvent(draft, replacing: old, by: user, guest: invitedUser)
            return event ?? draft
        }
    }
}
