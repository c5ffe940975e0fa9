import Agenda

extension Objects {
    /// Some objects of a calendar, by the names that the account knows them by; objects that the
    /// account doesn't see are left out.
    ///
    /// All of them are read at once, so the caller has to limit their number.
    package func objects(
        named hrefs: [Href],
        in calendar: CalendarID,
        seenBy account: AccountID
    ) async throws -> [Href: ObjectRecord] {
        try await observed.database.read(as: .account(account)) { connection in
            let access = try connection.calendars.require(.seeTimes, of: calendar, by: account)
            var found: [Href: ObjectRecord] = [:]
            for href in hrefs { found[href] = try connection.objects.object(href, at: access) }
            return found
        }
    }
}
