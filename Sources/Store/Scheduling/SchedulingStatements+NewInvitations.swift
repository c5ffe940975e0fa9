extension SchedulingStatements {
    /// Adds a new invitation to its recipient's calendar, or to those that wait.
    ///
    /// `old` is another invitation with its UID, which makes room for it.
    func insert(
        _ draft: ObjectDraft,
        from sender: CalendarUser,
        to recipient: CalendarUser,
        insteadOf old: UnansweredInvitation?,
        by planning: some SchedulingPlanning
    ) throws {
        let id = planning.identifier()
        if planning.letsStrangersWait,
            try !connection.groups.haveGroupInCommon(sender.id, recipient.id)
        {
            try connection.invitations.insertWaiting(
                draft,
                from: sender,
                to: recipient,
                insteadOf: old,
                id: id
            )
        } else {
            try insertCopy(draft, from: sender, to: recipient, insteadOf: old, id: id)
        }
    }

    private func insertCopy(
        _ draft: ObjectDraft,
        from sender: CalendarUser,
        to recipient: CalendarUser,
        insteadOf old: UnansweredInvitation?,
        id: String
    ) throws {
        let calendar = try calendarForInvitations(to: recipient.id, draft.component)
        guard let calendar else { throw StoreError.tooMany(.calendars) }
        let before = old?.usage ?? StorageUsage()
        try connection.quota.requireRoom(
            for: StorageUsage(
                events: 1 - before.events,
                bytes: draft.byteCount - before.bytes
            ),
            of: .account(recipient.id),
            within: connection.storage.quotas,
            besides: old?.id
        )
        let place = ObjectPlace(
            account: recipient.id,
            calendar: calendar,
            href: Href(stored: "\(id).ics")
        )
        try connection.invitations.admit(
            from: sender,
            to: recipient,
            bytes: draft.byteCount,
            besides: old?.id
        ) {
            if let old { try connection.invitations.remove(old) }
            _ = try connection.objects.insert(
                draft,
                at: place,
                id: id,
                isDelivered: true,
                isUnanswered: true
            )
            return try connection.objects.present(at: place)?.id ?? id
        }
    }
}
