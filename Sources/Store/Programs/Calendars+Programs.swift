import Agenda

/// What calendar programs need of calendars besides what the page does.
extension Calendars {
    /// The ID of an account's calendar that a program named in its address; nil if there is none.
    package func calendar(
        atPathName name: String,
        of owner: AccountID
    ) async throws -> CalendarID? {
        try await observed.database.read { try $0.calendar(atPathName: name, of: owner) }
    }

    /// Changes what an account sees of a calendar by properties; other accounts don't notice.
    ///
    /// For its own calendars, name and colour change with them, for everybody.
    package func edit(
        _ properties: [PropertyEdit],
        of id: CalendarID,
        seenBy account: AccountID,
        _ edit: CalendarEdit
    ) async throws {
        try await observed.change(of: account, through: .program) { connection in
            try connection.require(.seeTimes, of: id, by: account)
            if edit != CalendarEdit() { _ = try connection.edit(id, of: account, edit) }
            try connection.apply(properties, on: id.text, of: account)
        }
    }

    /// The names of the fellow members whose calendars an account sees.
    package func ownerNames(seenBy account: AccountID) async throws -> [AccountID: String] {
        try await observed.database.read { connection in
            let rows = try connection.rows(
                """
                SELECT id, name FROM users WHERE id IN (
                    SELECT member_id FROM sights WHERE viewer_id = $1 AND level < 3
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

extension DatabaseConnection {
    func calendar(atPathName name: String, of owner: AccountID) throws -> CalendarID? {
        let row = try row(
            """
            SELECT id FROM calendars
            WHERE owner_id = $1 AND path_name = $2 AND deleted_token IS NULL
            """,
            [.text(owner.text), .text(name)]
        )
        return try row.map { CalendarID(stored: try $0.text(0)) }
    }
}
