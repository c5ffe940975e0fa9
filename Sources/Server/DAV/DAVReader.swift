import Agenda
import HTTPTypes
import Hummingbird
import NIOCore
import Store
import WebDAV

/// Answers what an account asks of its calendars below `/dav/`.
struct DAVReader<Driver: Database> {
    let backend: Backend<Driver>
    let account: Account

    /// PROPFIND (RFC 4918, 9.1).
    func properties(at address: DAVAddress, asked request: Request) async throws -> Response {
        let depth = HTTPField.Name("Depth").flatMap { request.headers[$0] } ?? "infinity"
        guard depth == "0" || depth == "1" else {
            throw DAVPrecondition(.dav("propfind-finite-depth"))
        }
        let body = try await request.xml()
        let wanted = try Self.wanted(body)
        let resource = try await resource(at: address)
        var status = Multistatus(wanted)
        try status.add(resource)
        if depth == "1" { try await addChildren(of: resource, to: &status) }
        return status.response()
    }

    /// An empty body asks for everything (RFC 4918, 9.1).
    private static func wanted(_ body: XMLElement?) throws -> Multistatus.Wanted {
        guard let body else { return .all }
        guard body.name == .dav("propfind") else { throw HTTPError(.badRequest) }
        if let prop = body.first(.dav("prop")) { return .these(prop.children.map(\.name)) }
        return body.first(.dav("propname")) == nil ? .all : .names
    }

    /// PROPPATCH (RFC 4918, 9.2): no property can be changed yet, so all of them are refused.
    func refuseChange(at address: DAVAddress, asked request: Request) async throws -> Response {
        let body = try await request.xml()
        let resource = try await resource(at: address)
        let names = body?.children.flatMap(\.children).flatMap(\.children).map(\.name) ?? []
        var status = Multistatus(.these([]))
        status.addRefusal(resource.address.path, of: names)
        return status.response()
    }

    /// GET of an object: the octets that were stored.
    func text(at address: DAVAddress) async throws -> Response {
        guard case .object(_, let calendar, let href) = address else {
            throw HTTPError(.methodNotAllowed)
        }
        return .text(of: try await object(in: calendar, href))
    }

    func resource(at address: DAVAddress) async throws -> DAVResource {
        let kind: DAVResource.Kind =
            switch address {
            case .root: .root
            case .principals: .principals
            case .principal: .principal
            case .home: .home
            case .calendar(_, let id): try await calendar(id)
            case .object(_, let id, let href):
                .object(try await object(in: id, href), try await record(of: id).relation.level)
            }
        return DAVResource(kind: kind, account: account)
    }

    private func addChildren(
        of resource: DAVResource,
        to status: inout Multistatus
    ) async throws {
        switch resource.kind {
        case .root: try status.add(DAVResource(kind: .principals, account: account))
        case .principals: try status.add(DAVResource(kind: .principal, account: account))
        case .principal, .object: return
        case .home:
            let calendars = try await backend.store.calendars.all(seenBy: account.id)
            for each in calendars where Permission.allows(.writeEvents, at: each.relation.level) {
                try status.add(DAVResource(kind: try await kind(of: each), account: account))
            }
        case .calendar(let calendar, _):
            try await addObjects(of: calendar, part: .all, to: &status) { _ in true }
        }
    }

    /// Adds those of a calendar's objects that are wanted, and counts them.
    @discardableResult
    func addObjects(
        of calendar: CalendarRecord,
        part: ObjectPart,
        to status: inout Multistatus,
        where isWanted: (ObjectRecord) -> Bool
    ) async throws -> Int {
        var count = 0
        try await backend.store.objects.eachPage(
            of: calendar.id,
            seenBy: account.id,
            part: part
        ) { page in
            for object in page where isWanted(object) {
                try status.add(resource(of: object, in: calendar))
                count += 1
            }
        }
        return count
    }

    func resource(of object: ObjectRecord, in calendar: CalendarRecord) -> DAVResource {
        DAVResource(kind: .object(object, calendar.relation.level), account: account)
    }

    func object(in calendar: Store.CalendarID, _ href: Href) async throws -> ObjectRecord {
        let place = ObjectPlace(account: account.id, calendar: calendar, href: href)
        return try await backend.store.objects.object(at: place, for: .writeEvents)
    }

    /// A calendar that the account may write; others aren't below its home.
    func record(of id: Store.CalendarID) async throws -> CalendarRecord {
        try await backend.store.calendars.calendar(id, seenBy: account.id, for: .writeEvents)
    }

    private func calendar(_ id: Store.CalendarID) async throws -> DAVResource.Kind {
        try await kind(of: record(of: id))
    }

    private func kind(of calendar: CalendarRecord) async throws -> DAVResource.Kind {
        let token = try await backend.store.changes.latest(in: calendar.id, seenBy: account.id)
        return .calendar(calendar, token)
    }
}

extension Request {
    /// The body as XML; nil if there is none.
    func xml() async throws -> XMLElement? {
        let octets = try await octets(upTo: Limits.xmlBytesMax)
        guard !octets.isEmpty else { return nil }
        do {
            return try XMLReader.read(octets)
        } catch {
            throw ServerError.notXML(error)
        }
    }
}
