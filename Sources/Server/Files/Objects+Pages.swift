package import Store

extension Objects {
    /// Hands every object of a calendar on, a page at a time.
    package func eachPage(
        of calendar: CalendarID,
        owner: AccountID,
        part: ObjectPart = .all,
        _ body: ([ObjectRecord]) async throws -> Void
    ) async throws {
        var last: Href?
        while true {
            let page = try await page(
                of: calendar,
                owner: owner,
                after: last,
                part: part,
                countMax: Limits.syncPageCount
            )
            if !page.isEmpty { try await body(page) }
            guard page.count == Limits.syncPageCount else { return }
            last = page.last?.href
        }
    }
}
