extension SchedulingStatements {
    /// Tells the people concerned that a calendar with everything in it is removed, or comes back.
    ///
    /// It ends early when it has looked at as many objects, or sent as many messages, as one
    /// transaction should, so that other writes don't wait. It then returns where to continue.
    ///
    /// - Parameters:
    ///   - calendar: The calendar, one of the owner's own.
    ///   - owner: The owner.
    ///   - href: The object to begin after; nil for the beginning.
    ///   - planning: Plans what people are told about each object.
    ///   - tell: Tells people about one object, and returns the number of messages.
    /// - Returns: The last object that people were told about; nil at the end of the calendar.
    /// - Throws: The errors of the database and of `tell`.
    func tellOfAll(
        in calendar: CalendarID,
        of owner: AccountID,
        after href: Href?,
        by planning: any SchedulingPlanning,
        _ tell: (_ text: String, _ place: ObjectPlace) throws -> Int
    ) throws -> Href? {
        let (rows, isCut) = try connection.rows(
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
            guard planning.mayConcern(text) else { continue }
            let place = ObjectPlace(account: owner, calendar: calendar, href: href)
            messageCount += try tell(text, place)
            guard messageCount < Limits.messagesPerTransactionMax else { return href }
        }
        guard isCut || rows.count == Limits.objectsPerTransactionMax else { return nil }
        return try rows.last.map { Href(stored: try $0.text(0)) }
    }
}
