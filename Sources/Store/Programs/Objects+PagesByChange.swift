import Agenda

/// Some of a calendar's objects, or facts about them, in the order of their last changes.
package struct PageByChange<Element: Sendable>: Sendable {
    /// The elements that the account sees, each with its object's last change.
    package let elements: [(token: ChangeToken, element: Element)]
    /// The token of the last object that was read, even if the account can't see it; nil for an
    /// empty page.
    package let reached: ChangeToken?
    /// Whether there may be more.
    package let hasMore: Bool

    /// The same page with its elements converted.
    package func map<Other>(_ other: (Element) -> Other) -> PageByChange<Other> {
        PageByChange<Other>(
            elements: elements.map { (token: $0.token, element: other($0.element)) },
            reached: reached,
            hasMore: hasMore
        )
    }
}

/// An object's name with its ETag, for programs that ask which objects there are.
package struct ObjectTag: Hashable, Sendable {
    package let href: Href
    package let etag: String

    package init(href: Href, etag: String) {
        (self.href, self.etag) = (href, etag)
    }
}

extension Objects {
    /// The names and ETags of a calendar's objects, in the order of their last changes.
    ///
    /// The texts are read only if the account sees less than the whole objects, because then the
    /// text decides what it sees. Such a page is as short as one of
    /// ``objects(in:seenBy:after:countMax:)``.
    package func tags(
        in calendar: CalendarID,
        seenBy account: AccountID,
        after token: ChangeToken = ChangeToken(0),
        countMax: Int = .max
    ) async throws -> PageByChange<ObjectTag> {
        try await pageByChange(in: calendar, seenBy: account) { connection, access in
            guard Permission.allows(.seeAll, at: access.level) else {
                return try connection.objects.objects(at: access, after: token, countMax).map {
                    ObjectTag(href: $0.href, etag: $0.etag)
                }
            }
            return try connection.objects.page("href, etag", at: access, after: token, countMax) {
                row in
                ObjectTag(href: Href(stored: try row.text(0)), etag: try row.text(1))
            }
        }
    }

    /// A page of a calendar's objects as an account sees them, in the order of their last changes.
    ///
    /// It ends early when its texts are long.
    package func objects(
        in calendar: CalendarID,
        seenBy account: AccountID,
        after token: ChangeToken,
        countMax: Int
    ) async throws -> PageByChange<ObjectRecord> {
        try await pageByChange(in: calendar, seenBy: account) { connection, access in
            try connection.objects.objects(at: access, after: token, countMax)
        }
    }

    private func pageByChange<Element: Sendable>(
        in calendar: CalendarID,
        seenBy account: AccountID,
        _ body:
            @escaping @Sendable (AnyConnection, CalendarAccess) throws -> PageByChange<Element>
    ) async throws -> PageByChange<Element> {
        try await observed.database.read(as: .account(account)) { connection in
            let access = try connection.calendars.require(.seeTimes, of: calendar, by: account)
            return try body(connection, access)
        }
    }
}

extension ObjectStatements {
    /// A page of objects as an account sees them; it ends early when its texts are long.
    fileprivate func objects(
        at access: CalendarAccess,
        after token: ChangeToken,
        _ countMax: Int
    ) throws -> PageByChange<ObjectRecord> {
        try page(
            StoredObject.columns,
            at: access,
            after: token,
            countMax,
            bytesMax: Limits.pageBytesMax
        ) { row in
            try StoredObject(row).shown(at: access)
        }
    }

    /// A page of facts about objects, read from some of their columns; objects for which the
    /// closure returns nil are left out.
    fileprivate func page<Element: Sendable>(
        _ columns: String,
        at access: CalendarAccess,
        after token: ChangeToken,
        _ countMax: Int,
        bytesMax: Int = .max,
        _ element: (Row) throws -> Element?
    ) throws -> PageByChange<Element> {
        let (rows, isCut) = try connection.rows(
            """
            SELECT \(columns), change_token FROM objects
            WHERE calendar_id = $1 AND change_token > $2 ORDER BY change_token LIMIT $3
            """,
            [.text(access.calendar.text), .integer(token.number), .integer(Int64(countMax))],
            bytesMax: bytesMax
        )
        let objects = try rows.map { row in
            (token: ChangeToken(try row.integer(row.values.count - 1)), element: try element(row))
        }
        return PageByChange(
            elements: objects.compactMap { token, element in
                element.map { (token: token, element: $0) }
            },
            reached: objects.last?.token,
            hasMore: isCut || objects.count == countMax
        )
    }
}
