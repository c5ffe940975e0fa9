import Agenda

/// Every statement here checks again what the maker of an address may share: a calendar may be
/// deleted, or a role lost, at any time.
extension SecretAddresses {
    /// What an address shares; nil if its maker may no longer share any of it.
    ///
    /// `set` has the calendars of the address's set. Calendars that its maker may not share are
    /// left out.
    package func contents(
        of address: SecretAddress,
        set: [CalendarID] = []
    ) async throws -> SecretAddressContents? {
        try await database.read(as: .account(address.account)) { connection in
            var wanted = set
            var names: (name: String, color: String)?
            switch address.subject {
            case .set: break
            case .calendar(let id):
                wanted = [id]
                names = try connection.calendars.seenCalendar(id, by: address.account).map {
                    ($0.name, $0.color)
                }
            case .group(let id):
                let group = try connection.groups.group(id, seenBy: address.account)
                wanted = group.map { [$0.calendar] } ?? []
                names = group.map { ($0.name, $0.color) }
            }
            let calendars = try wanted.filter {
                try connection.secretAddresses.givenAccess(of: $0, through: address) != nil
            }
            guard !calendars.isEmpty else { return nil }
            return SecretAddressContents(
                name: names?.name,
                color: names?.color,
                calendars: try calendars.map { id in
                    GivenCalendar(
                        id: id,
                        token: try connection.changes.latest(in: id, seenBy: address.account)
                    )
                }
            )
        }
    }

    /// A page of a calendar as an address shares it, ordered by stored href.
    ///
    /// It has what a fellow member sees to whom the calendar is shown in full or as busy times,
    /// without proposals. It's empty if the address has been revoked or its maker disabled in the
    /// meantime, or if it may not share the calendar.
    package func page(
        of calendar: CalendarID,
        through address: SecretAddress,
        after href: Href?,
        countMax: Int
    ) async throws -> ObjectPage {
        let (access, objects, isCut) = try await database.read(as: .account(address.account)) {
            connection in
            let present = try connection.row(
                "SELECT 1 FROM secret_links WHERE id = $1",
                [.text(address.id)]
            )
            guard present != nil, try !connection.accounts.isDisabled(address.account),
                let access = try connection.secretAddresses.givenAccess(
                    of: calendar,
                    through: address
                )
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

extension SecretAddressStatements {
    /// The access that an address gives to a calendar; nil if its maker may not share it.
    ///
    /// People may share their own calendars, and those of groups in which their role allows it.
    /// Fellow members' calendars are never shared, and neither are calendars read from elsewhere.
    fileprivate func givenAccess(
        of calendar: CalendarID,
        through address: SecretAddress
    ) throws -> CalendarAccess? {
        guard let access = try connection.calendars.access(of: calendar, by: address.account) else {
            return nil
        }
        switch access.level {
        case .own: break
        case .group:
            let row = try connection.row(
                "SELECT group_id FROM calendars WHERE id = $1",
                [.text(access.calendar.text)]
            )
            guard let row, !row.isNull(0),
                let role = try connection.groups.role(
                    of: address.account,
                    in: GroupID(stored: try row.text(0))
                ),
                Permission.allows(.giveOut, as: role)
            else { return nil }
        case .hidden, .busy, .full, .subscribed, .connected: return nil
        }
        return access.lowered(to: address.isBusyOnly ? .busy : .full)
    }
}
