extension DatabaseConnection {
    /// Puts a new invitation where its recipient finds it: into their calendar, or among those that wait.
    func insert(
        _ draft: ObjectDraft,
        from sender: CalendarUser,
        to recipient: CalendarUser,
        by rules: some SchedulingRules
    ) throws {
        let id = rules.identifier()
        if rules.letsStrangersWait, try !shareGroup(sender.id, recipient.id) {
            try insertWaiting(draft, from: sender, to: recipient, id: id)
        } else {
            try insertCopy(draft, from: sender, to: recipient, id: id)
        }
    }

    private func insertCopy(
        _ draft: ObjectDraft,
        from sender: CalendarUser,
        to recipient: CalendarUser,
        id: String
    ) throws {
        let calendar = try calendarForInvitations(to: recipient.id, draft.component)
        guard let calendar else { throw StoreError.tooMany(.calendars) }
        try requireRoom(
            for: StorageUsage(events: 1, bytes: draft.byteCount),
            of: .account(recipient.id),
            within: storage.quotas
        )
        let place = ObjectPlace(
            account: recipient.id,
            calendar: calendar,
            href: Href(stored: "\(id).ics")
        )
        try admitInvitation(from: sender, to: recipient, bytes: draft.byteCount) {
            _ = try insert(draft, at: place, id: id, isDelivered: true, isUnanswered: true)
            return try present(at: place)?.id ?? id
        }
    }
}
