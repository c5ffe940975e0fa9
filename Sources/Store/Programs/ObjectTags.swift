import Agenda

/// An object's name with its ETag, for programs that ask what there is.
package struct ObjectTag: Hashable, Sendable {
    package let href: Href
    package let etag: String
    /// Its last change.
    package let token: ChangeToken

    package init(href: Href, etag: String, token: ChangeToken) {
        (self.href, self.etag, self.token) = (href, etag, token)
    }
}

/// Some objects of a calendar in the order of their last changes.
package struct ObjectTagPage: Hashable, Sendable {
    package let tags: [ObjectTag]
    /// The change token of the last object that was read, also of one that the account can't see; nil
    /// for an empty page.
    package let reached: ChangeToken?
    /// Whether there may be more.
    package let hasMore: Bool
}

extension Objects {
    /// The names and ETags of a calendar's objects, in the order of their last changes.
    ///
    /// The texts are read only if the account sees less than the objects themselves, because then
    /// only the text decides what it sees.
    package func tags(
        in calendar: CalendarID,
        seenBy account: AccountID,
        after token: ChangeToken = ChangeToken(0),
        countMax: Int = .max
    ) async throws -> ObjectTagPage {
        try await observed.database.read(as: .account(account)) { connection in
            let access = try connection.require(.seeTimes, of: calendar, by: account)
            let isWhole = Permission.allows(.seeAll, at: access.level)
            let rows = try connection.rows(
                """
                SELECT href, etag, change_token FROM objects
                WHERE calendar_id = $1 AND change_token > $2 ORDER BY change_token LIMIT $3
                """,
                [
                    .text(access.calendar.text), .integer(token.number),
                    .integer(Int64(countMax)),
                ]
            )
            return ObjectTagPage(
                tags: try rows.compactMap { row in
                    let tag = ObjectTag(
                        href: Href(stored: try row.text(0)),
                        etag: try row.text(1),
                        token: ChangeToken(try row.integer(2))
                    )
                    return isWhole ? tag : try connection.shown(tag, at: access)
                },
                reached: try rows.last.map { ChangeToken(try $0.integer(2)) },
                hasMore: rows.count == countMax
            )
        }
    }
}

extension DatabaseConnection {
    /// The name and ETag by which a fellow member knows an object; nil if they see nothing of it.
    fileprivate func shown(_ tag: ObjectTag, at access: CalendarAccess) throws -> ObjectTag? {
        let row = try row(
            "SELECT \(StoredObject.columns) FROM objects WHERE calendar_id = $1 AND href = $2",
            [.text(access.calendar.text), .text(tag.href.text)]
        )
        let shown = try row.flatMap { try StoredObject($0).shown(at: access) }
        return shown.map { ObjectTag(href: $0.href, etag: $0.etag, token: tag.token) }
    }
}
