extension DatabaseConnection {
    /// Tells everybody concerned that a calendar is removed, or comes back, with all that is in it.
    ///
    /// It ends early when it has looked at as much, or sent as many messages, as one transaction
    /// should, so that other writes don't wait. It then returns where to go on.
    ///
    /// - Parameters:
    ///   - calendar: The calendar, one of the owner's own.
    ///   - owner: The owner.
    ///   - href: Where to begin: after this object, or at the first one.
    ///   - rules: What scheduling makes of each object.
    ///   - tell: Tells of one object, and returns how many messages that took.
    /// - Returns: The last object that was told of; nil if it was the last one of all.
    /// - Throws: The errors of the database and of `tell`.
    func tellOfAll(
        in calendar: CalendarID,
        of owner: AccountID,
        after href: Href?,
        by rules: (any SchedulingRules)?,
        _ tell: (_ text: String, _ place: ObjectPlace) throws -> Int
    ) throws -> Href? {
        guard let rules else { return nil }
        let (rows, isCut) = try rows(
            """
            SELECT href, ical FROM objects WHERE calendar_id = $1 AND href > $2
            ORDER BY href LIMIT $3
            """,
            [
                .text(calendar.text), .text(href?.text ?? ""),
                .integer(Int64(Limits.objectsPerTransactionMax)),
            ],
            bytesMax: Limits.pageBytesMax
        )
        var messageCount = 0
        for row in rows {
            let (href, text) = (Href(stored: try row.text(0)), try row.text(1))
            guard rules.mayConcern(text) else { continue }
            let place = ObjectPlace(account: owner, calendar: calendar, href: href)
            messageCount += try tell(text, place)
            guard messageCount < Limits.messagesPerTransactionMax else { return href }
        }
        guard isCut || rows.count == Limits.objectsPerTransactionMax else { return nil }
        return try rows.last.map { Href(stored: try $0.text(0)) }
    }
}
