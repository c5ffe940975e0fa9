import Agenda
import HTTPTypes
import Hummingbird
import ServerBase
import Store
import WebDAV

/// `sync-collection` (RFC 6578, 3.2): what changed since a token, or everything without one.
extension DAVMethods {
    /// Answers with what changed below a home or a calendar, added to an answer without members.
    ///
    /// Where nothing is left over, the new token is what the property `sync-token` says (RFC 6578, 4),
    /// so that a program needn't ask before it differs.
    func syncCollection(
        _ resource: DAVResource,
        asked body: XMLElement,
        _ empty: Multistatus
    ) async throws -> Response {
        let text = body.first(.dav("sync-token"))?.text.trimmingSpaces() ?? ""
        let limit = try Self.limit(of: body)
        let goesDeep = try Self.goesDeep(body)
        guard text.isEmpty || SyncToken(text: text) != nil else {
            throw DAVPrecondition(.dav("valid-sync-token"))
        }
        let token = SyncToken(text: text)
        switch (resource.kind, token) {
        case (.home, nil):
            return try await allCalendars(limit: limit, goesDeep: goesDeep, empty)
        case (.home, let token?):
            return try await changedCalendars(
                since: token,
                limit: limit,
                goesDeep: goesDeep,
                empty
            )
        case (.calendar(let calendar), nil):
            // What changes while the objects are read comes again with the next sync.
            let start = SyncToken(ChangeToken(0), beganAt: calendar.token)
            return try await allObjects(of: calendar, from: start, limit: limit, empty)
        case (.calendar(let calendar), let token?) where token.beganAt != nil:
            return try await allObjects(of: calendar, from: token, limit: limit, empty)
        case (.calendar(let calendar), let token?):
            return try await changedObjects(of: calendar, since: token, limit: limit, empty)
        default: throw DAVPrecondition(.dav("supported-report"))
        }
    }

    /// How many members a program wants to hear of at most (RFC 5323, 5.17).
    private static func limit(of body: XMLElement) throws -> Int {
        guard let count = body.first(.dav("limit"))?.first(.dav("nresults")) else { return .max }
        guard let limit = Int(count.text.trimmingSpaces()), limit > 0 else {
            throw HTTPError(.badRequest)
        }
        return limit
    }

    /// Whether a program also asks for what is in the calendars of a home (RFC 6578, 3.3).
    private static func goesDeep(_ body: XMLElement) throws -> Bool {
        switch body.first(.dav("sync-level"))?.text.trimmingSpaces() {
        // Programs that follow a draft leave the level out.
        case nil, "1": return false
        case "infinite": return true
        default: throw HTTPError(.badRequest)
        }
    }
}

/// Objects of a calendar.
extension DAVMethods {
    /// A first reading, which a limit or the size of the answer may cut into pieces.
    private func allObjects(
        of calendar: HomeCalendar,
        from start: SyncToken,
        limit: Int,
        _ empty: Multistatus
    ) async throws -> Response {
        guard let began = start.beganAt,
            try await server.store.changes.reachesBack(to: began)
        else { throw DAVPrecondition(.dav("valid-sync-token")) }
        var status = empty
        let rest = try await addObjects(of: calendar, after: start.token, limit: limit, to: &status)
        // What changed or was removed since the beginning comes with the next changes, so a program
        // that asked for pieces asks for them at once.
        if rest != nil || start.token > ChangeToken(0) && calendar.token > began {
            addTruncation(of: address(of: calendar), to: &status)
        }
        status.add(rest.map { SyncToken($0, beganAt: began) } ?? SyncToken(began))
        return status.response()
    }

    /// Adds objects in the order of their last changes; returns where the next piece begins, nil if
    /// all are there.
    private func addObjects(
        of calendar: HomeCalendar,
        after token: ChangeToken,
        limit: Int,
        to status: inout Multistatus
    ) async throws -> ChangeToken? {
        var reached = token
        var left = limit < .max ? min(limit, Limits.syncMembersMax) : .max
        var seen: Set<Href> = []
        while left > 0 {
            let page = try await members(
                of: calendar,
                after: reached,
                countMax: left,
                onlyTags: status.wanted.needsOnlyETags
            )
            // What changes while pages are read comes again in a later one.
            for (token, member) in page.elements where seen.insert(member.href).inserted {
                try status.add(DAVResource(kind: member.kind, account: account))
                if status.octetCount >= Limits.syncBytesMax { return token }
            }
            guard let last = page.reached, page.hasMore else { return nil }
            (reached, left) = (last, left - page.elements.count)
        }
        return reached
    }

    private typealias Member = (href: Href, kind: DAVResource.Kind)

    /// A page of a calendar's objects in the order of their last changes, without their texts if only ETags are wanted.
    private func members(
        of calendar: HomeCalendar,
        after token: ChangeToken,
        countMax: Int,
        onlyTags: Bool
    ) async throws -> PageByChange<Member> {
        let (objects, id) = (server.store.objects, calendar.record.id)
        guard onlyTags else {
            return try await objects.objects(
                in: id,
                seenBy: account.id,
                after: token,
                countMax: min(countMax, Limits.syncPageCount)
            ).map { ($0.href, .object($0, calendar)) }
        }
        return try await objects.tags(
            in: id,
            seenBy: account.id,
            after: token,
            countMax: min(countMax, Limits.syncMembersMax)
        ).map { ($0.href, .tag($0, calendar)) }
    }

    private func changedObjects(
        of calendar: HomeCalendar,
        since token: SyncToken,
        limit: Int,
        _ empty: Multistatus
    ) async throws -> Response {
        let found = try await changes(
            of: calendar,
            after: token.token,
            limit: min(limit, Limits.syncMembersMax),
            withTexts: !empty.wanted.needsOnlyETags
        )
        guard let found else { throw DAVPrecondition(.dav("valid-sync-token")) }
        var status = empty
        for item in found.items {
            switch item {
            case .present(let resource): try status.add(resource)
            case .removed(let address): status.add(address.path, status: "404 Not Found")
            }
        }
        if found.isCut {
            addTruncation(of: address(of: calendar), to: &status)
        }
        status.add(SyncToken(found.isCut ? found.reached : max(calendar.token, token.token)))
        return status.response()
    }

    private func address(of calendar: HomeCalendar) -> DAVAddress {
        .calendar(owner: account.id.text, name: calendar.name)
    }

    /// Says that the limit left out some members (RFC 6578, 3.6).
    private func addTruncation(of address: DAVAddress, to status: inout Multistatus) {
        status.add(
            address.path,
            status: "507 Insufficient Storage",
            because: .dav("number-of-matches-within-limits")
        )
    }

    private enum Item {
        case present(DAVResource)
        case removed(DAVAddress)
    }

    private struct Changes {
        private(set) var items: [Item] = []
        private var places: [Href: Int] = [:]
        var reached: ChangeToken
        var isCut = false
        /// The bytes of all texts that were put, as the program gets them.
        private(set) var bytes = 0

        init(reached: ChangeToken) { self.reached = reached }

        /// Whether it has anything about an object already.
        func has(_ href: Href) -> Bool { places[href] != nil }

        /// Adds what became of an object, in place of what it was before: a program hears of each
        /// once (RFC 6578, 3.5).
        mutating func put(_ item: Item, of href: Href) {
            if case .present(let resource) = item,
                case .object(let object, let calendar) = resource.kind
            {
                bytes += calendar.text(of: object).utf8.count
            }
            if let place = places[href] {
                items[place] = item
            } else {
                places[href] = items.count
                items.append(item)
            }
        }
    }

    /// Nil if the log no longer reaches back to the token, or the calendar has to be read anew.
    private func changes(
        of calendar: HomeCalendar,
        after token: ChangeToken,
        limit: Int,
        withTexts: Bool
    ) async throws -> Changes? {
        let id = calendar.record.id
        var changes = Changes(reached: token)
        while true {
            let page = try await server.store.changes.page(
                of: account.id,
                after: changes.reached,
                countMax: Limits.livePageCount
            )
            guard let page else { return nil }
            for logged in page.changes {
                var news: (href: Href, item: Item)?
                switch logged.change {
                case .event(let object) where object.calendar == id:
                    let tag = ObjectTag(href: object.href, etag: object.etag)
                    let kind: DAVResource.Kind =
                        withTexts ? .object(object, calendar) : .tag(tag, calendar)
                    news = (object.href, .present(DAVResource(kind: kind, account: account)))
                case .eventRemoved(id, let href):
                    let owner = account.id.text
                    news = (href, .removed(.object(owner: owner, calendar: calendar.name, href)))
                case .access(id, _), .calendarRemoved(id, _): return nil
                default: break
                }
                if let news {
                    guard
                        changes.has(news.href)
                            || changes.items.count < limit && changes.bytes < Limits.changedBytesMax
                    else {
                        changes.isCut = true
                        return changes
                    }
                    changes.put(news.item, of: news.href)
                }
                changes.reached = logged.token
            }
            changes.reached = page.reached
            if !page.hasMore { return changes }
        }
    }
}

/// Calendars of a home.
extension DAVMethods {
    private func allCalendars(
        limit: Int,
        goesDeep: Bool,
        _ empty: Multistatus
    ) async throws -> Response {
        let token = try await homeToken()
        let calendars = try await calendars()
        guard calendars.count <= limit else {
            throw DAVPrecondition(.dav("number-of-matches-within-limits"))
        }
        var status = empty
        for calendar in calendars { try add(calendar, goesDeep: goesDeep, to: &status) }
        status.add(SyncToken(token))
        return status.response()
    }

    private func add(
        _ calendar: HomeCalendar,
        goesDeep: Bool,
        to status: inout Multistatus
    ) throws {
        let resource = DAVResource(kind: .calendar(calendar), account: account)
        guard goesDeep else { return try status.add(resource) }
        // Each calendar has a token of its own.
        status.add(
            resource.address.path,
            status: "403 Forbidden",
            because: .dav("sync-traversal-supported")
        )
    }

    private func changedCalendars(
        since token: SyncToken,
        limit: Int,
        goesDeep: Bool,
        _ empty: Multistatus
    ) async throws -> Response {
        let latest = try await homeToken()
        var changed: Set<Store.CalendarID> = []
        // The names that calendars had, or nil where it was the ID.
        var gone: [Store.CalendarID: String?] = [:]
        var reached = token.token
        var hasMore = true
        while hasMore {
            let page = try await server.store.changes.page(
                of: account.id,
                after: reached,
                countMax: Limits.livePageCount
            )
            guard let page else { throw DAVPrecondition(.dav("valid-sync-token")) }
            for logged in page.changes {
                changed.formUnion(logged.change.calendars)
                if let (id, name) = logged.change.endedCalendar {
                    gone.updateValue(name, forKey: id)
                }
            }
            reached = page.reached
            hasMore = page.hasMore
        }
        guard changed.count <= limit else {
            throw DAVPrecondition(.dav("number-of-matches-within-limits"))
        }
        var status = empty
        let calendars = try await calendars()
        for calendar in calendars where changed.contains(calendar.record.id) {
            gone.removeValue(forKey: calendar.record.id)
            try add(calendar, goesDeep: goesDeep, to: &status)
        }
        // A name that was freed may be another calendar's by now (RFC 6578, 3.5.1).
        let taken = Set(calendars.map(\.name))
        let names = Set(gone.map { id, name in name ?? id.text }).subtracting(taken)
        for name in names.sorted() {
            let address = DAVAddress.calendar(owner: account.id.text, name: name)
            status.add(address.path, status: "404 Not Found")
        }
        status.add(SyncToken(max(latest, token.token)))
        return status.response()
    }
}

extension Change {
    /// The calendars that look different after the change.
    fileprivate var calendars: [Store.CalendarID] {
        switch self {
        case .calendar(let calendar): [calendar.id]
        case .calendarRemoved(let id, _), .access(let id, _), .eventRemoved(let id, _): [id]
        case .event(let object): [object.calendar]
        case .group, .groupRemoved: []
        }
    }

    /// The calendar that the account may have lost with the change, and its name in the address;
    /// nil for what happens in a calendar.
    fileprivate var endedCalendar: (Store.CalendarID, name: String?)? {
        switch self {
        case .calendar(let calendar): (calendar.id, nil)
        case .calendarRemoved(let id, let name): (id, name)
        case .access(let id, _): (id, nil)
        default: nil
        }
    }
}
