import Agenda

/// Every statement here asks anew what the maker of an address may give out: a calendar may be
/// deleted, or a role lost, at any time.
extension SecretLinks {
    /// What an address gives out; nil if there's nothing that its maker may give out any more.
    ///
    /// `set` has the calendars of its set. Those that its maker may not give out are left out.
    package func contents(
        of link: SecretLink,
        set: [CalendarID] = []
    ) async throws -> SecretLinkContents? {
        try await database.read(as: .account(link.account)) { connection in
            var wanted = set
            var names: (name: String, color: String)?
            switch link.subject {
            case .set: break
            case .calendar(let id):
                wanted = [id]
                names = try connection.seenCalendar(id, by: link.account).map {
                    ($0.name, $0.color)
                }
            case .group(let id):
                let group = try connection.group(id, seenBy: link.account)
                wanted = group.map { [$0.calendar] } ?? []
                names = group.map { ($0.name, $0.color) }
            }
            let calendars = try wanted.filter {
                try connection.givenAccess(of: $0, through: link) != nil
            }
            guard !calendars.isEmpty else { return nil }
            return SecretLinkContents(
                name: names?.name,
                color: names?.color,
                calendars: try calendars.map { id in
                    GivenCalendar(
                        id: id,
                        token: try connection.latest(in: id, seenBy: link.account)
                    )
                }
            )
        }
    }

    /// A page of a calendar as an address gives it out, ordered by stored href: as a fellow member sees
    /// it to whom it's shown in full or as busy times, without proposals.
    ///
    /// Empty when the address has been revoked meanwhile, or its maker disabled, or when it may not give
    /// the calendar out.
    package func page(
        of calendar: CalendarID,
        through link: SecretLink,
        after href: Href?,
        countMax: Int
    ) async throws -> ObjectPage {
        let (access, objects, isCut) = try await database.read(as: .account(link.account)) {
            connection in
            let present = try connection.row(
                "SELECT 1 FROM secret_links WHERE id = $1",
                [.text(link.id)]
            )
            guard present != nil, try !connection.isDisabled(link.account),
                let access = try connection.givenAccess(of: calendar, through: link)
            else { return (CalendarAccess?.none, [StoredObject](), false) }
            let (rows, isCut) = try connection.rows(
                """
                SELECT \(StoredObject.columns) FROM objects
                WHERE calendar_id = $1 AND href > $2 AND is_candidate = 0
                ORDER BY href LIMIT $3
                """,
                [.text(access.calendar.text), .text(href?.text ?? ""), .integer(Int64(countMax))],
                bytesMax: Limits.pageBytesMax
            )
            return (access, try rows.map { try StoredObject($0) }, isCut)
        }
        return ObjectPage(
            objects: objects.compactMap { object in access.flatMap { object.shown(at: $0) } },
            last: isCut || objects.count == countMax ? objects.last?.record.href : nil
        )
    }
}

extension DatabaseConnection {
    /// How an address shows a calendar; nil if its maker may not give it out.
    ///
    /// People give out their own calendars, and those of groups in which their role allows it. What
    /// fellow members show is never given out, and neither is what is read from elsewhere.
    fileprivate func givenAccess(
        of calendar: CalendarID,
        through link: SecretLink
    ) throws -> CalendarAccess? {
        guard let access = try access(of: calendar, by: link.account) else { return nil }
        switch access.level {
        case .own: break
        case .group:
            let row = try row(
                "SELECT group_id FROM calendars WHERE id = $1",
                [.text(access.calendar.text)]
            )
            guard let row, !row.isNull(0),
                let role = try role(
                    of: link.account,
                    in: GroupID(stored: try row.text(0))
                ),
                Permission.allows(.giveOut, as: role)
            else { return nil }
        case .hidden, .busy, .full, .subscribed, .connected: return nil
        }
        return access.lowered(to: link.isBusyOnly ? .busy : .full)
    }
}
