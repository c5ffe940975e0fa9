package import Store

extension Objects {
    /// Reads every object of a calendar, as one account sees it, a page at a time.
    package func eachPage(
        of calendar: CalendarID,
        seenBy account: AccountID,
        part: ObjectPart = .all,
        _ body: ([ObjectRecord]) async throws -> Void
    ) async throws {
        var last: Href?
        repeat {
            let page = try await page(
                of: calendar,
                seenBy: account,
                after: last,
                part: part,
                countMax: Limits.syncPageCount
            )
            if !page.objects.isEmpty { try await body(page.objects) }
            last = page.last
        } while last != nil
    }
}
