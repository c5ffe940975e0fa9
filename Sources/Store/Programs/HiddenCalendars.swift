/// The calendars of groups and fellow members that an account leaves out of its calendar programs.
package struct HiddenCalendars: Sendable {
    let observed: ObservedDatabase

    /// The calendars that are left out, by the IDs that the account knows them by.
    package func all(of account: AccountID) async throws -> Set<CalendarID> {
        try await observed.database.read(as: .account(account)) { connection in
            let rows = try connection.rows(
                "SELECT shown_id FROM calendars_hidden_from_programs WHERE account_id = $1",
                [.text(account.text)]
            )
            return Set(try rows.map { CalendarID(stored: try $0.text(0)) })
        }
    }

    /// Leaves out exactly these calendars.
    ///
    /// Calendars that the account doesn't see, or that are its own, are ignored. For a program, a
    /// difference looks like a change of access.
    package func set(_ wanted: Set<CalendarID>, of account: AccountID) async throws {
        try await observed.change(of: account) { connection in
            let present = try connection.calendars.all(seenBy: account)
                .filter { $0.relation != .own }.map(\.id)
            let table = "calendars_hidden_from_programs"
            let rows = try connection.rows(
                "SELECT shown_id FROM \(table) WHERE account_id = $1",
                [.text(account.text)]
            )
            let before = Set(try rows.map { CalendarID(stored: try $0.text(0)) })
            let after = wanted.intersection(present)
            try connection.execute(
                "DELETE FROM \(table) WHERE account_id = $1",
                [.text(account.text)]
            )
            for id in after {
                try connection.execute(
                    "INSERT INTO \(table) (account_id, shown_id) VALUES ($1, $2)",
                    [.text(account.text), .text(id.text)]
                )
            }
            for id in before.symmetricDifference(after).sorted(by: { $0.text < $1.text }) {
                _ = try connection.changes.record(.calendar(id), owner: account)
            }
        }
    }
}
