package import Store

extension Objects {
    /// Every object of a calendar, as one account sees it, a page at a time.
    package func pages(
        of calendar: CalendarID,
        seenBy account: AccountID,
        part: ObjectPart = .all
    ) -> ObjectPages {
        ObjectPages(objects: self, calendar: calendar, account: account, part: part)
    }
}

/// The objects of a calendar in pages that aren't empty; each is read when it's asked for.
package struct ObjectPages: AsyncSequence, Sendable {
    fileprivate let objects: Objects
    fileprivate let calendar: CalendarID
    fileprivate let account: AccountID
    fileprivate let part: ObjectPart

    package func makeAsyncIterator() -> Iterator { Iterator(pages: self) }

    package struct Iterator: AsyncIteratorProtocol {
        fileprivate let pages: ObjectPages
        private var last: Href?
        private var isAtEnd = false

        fileprivate init(pages: ObjectPages) { self.pages = pages }

        package mutating func next() async throws -> [ObjectRecord]? {
            while !isAtEnd {
                let page = try await pages.objects.page(
                    of: pages.calendar,
                    seenBy: pages.account,
                    after: last,
                    part: pages.part,
                    countMax: Limits.syncPageCount
                )
                last = page.last
                isAtEnd = last == nil
                if !page.objects.isEmpty { return page.objects }
            }
            return nil
        }
    }
}
