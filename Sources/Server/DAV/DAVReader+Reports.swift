import Agenda
import HTTPTypes
import Hummingbird
import Store
import WebDAV

extension DAVReader {
    /// REPORT (RFC 3253, 3.6) on a calendar.
    func report(at address: DAVAddress, asked request: Request) async throws -> Response {
        guard let body = try await request.xml() else { throw HTTPError(.badRequest) }
        let resource = try await resource(at: address)
        guard case .calendar(let calendar, _) = resource.kind else {
            throw DAVPrecondition(.dav("supported-report"))
        }
        let wanted = Multistatus.Wanted.these(body.first(.dav("prop"))?.children.map(\.name) ?? [])
        switch body.name {
        case .calDAV("calendar-multiget"):
            return try await objects(named: body, in: calendar, wanted)
        case .calDAV("calendar-query"):
            let query = try CalendarQuery(filter: body.first(.calDAV("filter")))
            var status = Multistatus(wanted)
            var budget = QuestionBudget.view
            try await addObjects(of: calendar, part: query.part, to: &status) { object in
                query.matches(object, zones: backend.zones, within: &budget)
            }
            return status.response()
        case .dav("sync-collection"):
            return try await changes(of: calendar, asked: body, wanted)
        default:
            throw DAVPrecondition(.dav("supported-report"))
        }
    }

    /// `calendar-multiget` (RFC 4791, 7.9): objects by their addresses.
    private func objects(
        named body: XMLElement,
        in calendar: CalendarRecord,
        _ wanted: Multistatus.Wanted
    ) async throws -> Response {
        var status = Multistatus(wanted)
        for element in body.all(.dav("href")) {
            let path = element.text.trimmingSpaces()
            let address = DAVAddress(path: Self.withoutServer(path))
            do {
                guard case .object(_, calendar.id, let href)? = address else {
                    throw StoreError.notFound
                }
                let object = try await object(in: calendar.id, href)
                try status.add(resource(of: object, in: calendar))
            } catch StoreError.notFound {
                status.add(path, status: "404 Not Found")
            }
        }
        return status.response()
    }

    /// The path of an address that may begin with "https://" and the name of the server.
    private static func withoutServer(_ address: String) -> String {
        guard !address.hasPrefix("/") else { return address }
        return "/" + address.split(separator: "/").dropFirst(2).joined(separator: "/")
    }

    /// `sync-collection` (RFC 6578, 3.2): what changed since a token, or everything without one.
    private func changes(
        of calendar: CalendarRecord,
        asked body: XMLElement,
        _ wanted: Multistatus.Wanted
    ) async throws -> Response {
        let text = body.first(.dav("sync-token"))?.text.trimmingSpaces() ?? ""
        let limit = body.first(.dav("limit"))?.first(.dav("nresults"))
            .flatMap { Int($0.text.trimmingSpaces()) }
        if text.isEmpty {
            // Taken first: what changes while the objects are read comes again with the next sync.
            let token = try await backend.store.changes.latest()
            var status = Multistatus(wanted)
            let count = try await addObjects(of: calendar, part: .all, to: &status) { _ in true }
            if let limit, count > limit {
                throw DAVPrecondition(.dav("number-of-matches-within-limits"))
            }
            status.add(SyncToken(token))
            return status.response()
        }
        guard let token = SyncToken(text: text)?.token,
            let found = try await changes(of: calendar, after: token, limit: limit ?? .max)
        else { throw DAVPrecondition(.dav("valid-sync-token")) }
        var status = Multistatus(wanted)
        for (path, resource) in found.items {
            if let resource {
                try status.add(resource)
            } else {
                status.add(path, status: "404 Not Found")
            }
        }
        if found.isCut {
            let path = DAVAddress.calendar(owner: account.id.text, calendar.id).path
            status.add(path, status: "507 Insufficient Storage")
        }
        status.add(SyncToken(found.reached))
        return status.response()
    }

    private struct Changes {
        var items: [(path: String, resource: DAVResource?)] = []
        var reached: ChangeToken
        var isCut = false
    }

    /// Nil if the log no longer reaches back to the token, or the calendar has to be read anew.
    private func changes(
        of calendar: CalendarRecord,
        after token: ChangeToken,
        limit: Int
    ) async throws -> Changes? {
        var changes = Changes(reached: token)
        while true {
            let page = try await backend.store.changes.page(
                of: account.id,
                after: changes.reached,
                countMax: Limits.livePageCount
            )
            guard let page else { return nil }
            for logged in page.changes {
                guard changes.items.count < limit else {
                    changes.isCut = true
                    return changes
                }
                switch logged.change {
                case .event(let object) where object.calendar == calendar.id:
                    let resource = resource(of: object, in: calendar)
                    changes.items.append((resource.address.path, resource))
                case .eventRemoved(calendar.id, let href):
                    let owner = account.id.text
                    let path = DAVAddress.object(owner: owner, calendar.id, href).path
                    changes.items.append((path, nil))
                case .access(calendar.id, _), .calendarRemoved(calendar.id):
                    return nil
                default: break
                }
                changes.reached = logged.token
            }
            changes.reached = page.reached
            if !page.hasMore { return changes }
        }
    }
}
