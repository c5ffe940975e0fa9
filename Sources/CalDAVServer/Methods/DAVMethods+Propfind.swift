import HTTPTypes
import Hummingbird
import Requests
import ServerBase
import Store
import WebDAV

extension DAVMethods {
    /// PROPFIND (RFC 4918, 9.1).
    func propfind(at address: DAVAddress, asked request: Request) async throws -> Response {
        let depth = request.header("Depth")?.lowercased() ?? "infinity"
        guard depth == "0" || depth == "1" else {
            throw DAVPrecondition(.dav("propfind-finite-depth"))
        }
        let wanted = try Self.wanted(try await request.xml())
        return try await server.turns.programs.run(of: account.id) {
            try await propfind(at: address, wanted, depth: depth, asked: request)
        }
    }

    private func propfind(
        at address: DAVAddress,
        _ wanted: Multistatus.Wanted,
        depth: String,
        asked request: Request
    ) async throws -> Response {
        var resource = try await resource(at: address)
        if case .home(var state) = resource.kind, wanted.asksForQuota {
            state.quota = DAVQuota(
                try await server.store.storage.usage(of: account.id),
                server.settings.accountQuota
            )
            resource = DAVResource(
                kind: .home(state),
                account: account,
                stored: resource.stored
            )
        }
        var status = Multistatus(wanted, isMinimal: request.wantsMinimal)
        try status.add(resource)
        if depth == "1" { try await addChildren(of: resource, to: &status) }
        return status.response()
    }

    /// An empty body asks for everything (RFC 4918, 9.1).
    private static func wanted(_ body: XMLElement?) throws -> Multistatus.Wanted {
        guard let body else { return .all(including: []) }
        guard body.name == .dav("propfind") else { throw HTTPError(.badRequest) }
        try Multistatus.Wanted.requireOneForm(in: body)
        if let prop = body.first(.dav("prop")) { return try .named(prop.children) }
        if body.first(.dav("propname")) != nil { return .names }
        let more = body.first(.dav("include"))?.children ?? []
        return .all(including: try Multistatus.Wanted.names(of: more))
    }

    private func addChildren(
        of resource: DAVResource,
        to status: inout Multistatus
    ) async throws {
        switch resource.kind {
        case .root:
            for child in [DAVAddress.principals, .homes] {
                try status.add(try await self.resource(at: child))
            }
        case .principals:
            for person in try await people() {
                try status.add(DAVResource(kind: .principal(person), account: account))
            }
        case .homes:
            try status.add(try await self.resource(at: .home(owner: account.id.text)))
        case .principal, .delegates, .object, .tag, .outbox, .message: return
        case .inbox: try await addMessages(to: &status)
        case .home:
            for calendar in try await calendars() {
                try status.add(DAVResource(kind: .calendar(calendar), account: account))
            }
            for child in [DAVAddress.inbox, DAVAddress.outbox] {
                try status.add(try await self.resource(at: child(account.id.text)))
            }
        case .calendar(let calendar):
            try await addObjects(of: calendar, to: &status)
        }
    }

    /// Adds all objects of a calendar, without reading their texts if nothing of them is wanted.
    func addObjects(of calendar: HomeCalendar, to status: inout Multistatus) async throws {
        // For others the text decides what is seen, so it's read in pages.
        if status.wanted.needsOnlyETags, calendar.isWritable {
            let page = try await server.store.objects.tags(
                in: calendar.record.id,
                seenBy: account.id
            )
            for (_, tag) in page.elements {
                try status.add(DAVResource(kind: .tag(tag, calendar), account: account))
            }
            return
        }
        let pages = server.store.objects.pages(of: calendar.record.id, seenBy: account.id)
        for try await page in pages {
            for object in page {
                try status.add(DAVResource(kind: .object(object, calendar), account: account))
            }
        }
    }
}

extension Multistatus.Wanted {
    fileprivate var asksForQuota: Bool {
        guard case .these(let names) = self else { return false }
        return names.contains(.dav("quota-used-bytes"))
            || names.contains(.dav("quota-available-bytes"))
    }

    /// Whether an object's name and ETag are enough to answer.
    var needsOnlyETags: Bool {
        guard case .these(let names) = self else { return false }
        return !names.contains { Self.textNames.contains($0) }
    }

    private static let textNames: Set<XMLName> = [
        .dav("getcontenttype"), .dav("getcontentlength"), .calDAV("calendar-data"),
        .calDAV("schedule-tag"),
    ]
}
