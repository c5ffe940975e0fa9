import Agenda

/// A calendar as the account's calendar programs see it.
package struct ProgramCalendar: Hashable, Sendable {
    package let record: CalendarRecord
    /// The last change of what the account sees of it.
    package let token: ChangeToken
    /// The properties that the account's programs stored with it, by name.
    package let properties: [String: String]
}

/// The operations on calendars that only calendar programs need.
extension Calendars {
    /// Changes properties of a calendar as an account sees it; other accounts don't notice.
    ///
    /// If it's one of the account's own calendars, its name and colour change too, for everybody.
    /// The condition is on the ETag of the calendar as the account sees it.
    package func edit(
        _ properties: [PropertyEdit],
        of id: CalendarID,
        seenBy account: AccountID,
        expecting: WriteCondition = .anything,
        _ edit: CalendarEdit
    ) async throws {
        try await observed.change(of: account, through: .program) { connection in
            try connection.calendars.require(.seeTimes, of: id, by: account)
            try expecting.check(against: connection.changes.latest(in: id, seenBy: account).etag)
            try connection.properties.apply(properties, on: id.text, of: account)
            if edit != CalendarEdit() {
                _ = try connection.calendars.edit(id, of: account, edit)
            } else if !properties.isEmpty {
                // The account's other programs notice the change by the calendar's token.
                _ = try connection.changes.record(.calendar(id), owner: account)
            }
        }
    }

    /// The names of the fellow members whose calendars an account sees.
    package func ownerNames(seenBy account: AccountID) async throws -> [AccountID: String] {
        try await observed.database.read(as: .account(account)) { connection in
            let rows = try connection.rows(
                """
                SELECT id, name FROM users WHERE id IN (
                    SELECT member_id FROM sights
                    WHERE viewer_id = $1 AND level IN \(CalendarAction.seeAll.levelsBelow)
                )
                """,
                [.text(account.text)]
            )
            var names: [AccountID: String] = [:]
            for row in rows { names[AccountID(stored: try row.text(0))] = try row.text(1) }
            return names
        }
    }
}

extension Calendars {
    /// A calendar by the name in its address, or by its ID.
    ///
    /// Throws ``StoreError/notFound`` for a calendar that the account doesn't see, or leaves out of
    /// its programs.
    package func programCalendar(
        named name: String,
        seenBy account: AccountID
    ) async throws -> ProgramCalendar {
        try await observed.database.read(as: .account(account)) { connection in
            let named = try connection.calendars.calendar(atPathName: name, of: account)
            guard let id = named ?? CalendarID(name) else { throw StoreError.notFound }
            try connection.calendars.require(.seeTimes, of: id, by: account)
            guard let record = try connection.calendars.seenCalendar(id, by: account),
                try record.relation == .own || !connection.calendars.hidesFromPrograms(id, account)
            else { throw StoreError.notFound }
            return ProgramCalendar(
                record: record,
                token: try connection.changes.latest(in: id, seenBy: account),
                properties: try connection.properties.all(of: account, on: id.text)
            )
        }
    }
}

extension CalendarStatements {
    fileprivate func hidesFromPrograms(_ id: CalendarID, _ account: AccountID) throws -> Bool {
        try connection.row(
            """
            SELECT 1 FROM calendars_hidden_from_programs
            WHERE account_id = $1 AND shown_id = $2
            """,
            [.text(account.text), .text(id.text)]
        ) != nil
    }

    func calendar(atPathName name: String, of owner: AccountID) throws -> CalendarID? {
        let row = try connection.row(
            """
            SELECT id FROM calendars
            WHERE owner_id = $1 AND path_name = $2 AND deleted_token IS NULL
            """,
            [.text(owner.text), .text(name)]
        )
        return try row.map { CalendarID(stored: try $0.text(0)) }
    }
}
