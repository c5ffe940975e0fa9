import Agenda
import Hummingbird
import ServerBase
import Store
import WebDAV

extension DAVMethods {
    /// PROPPATCH (RFC 4918, 9.2): all changes, or none.
    func proppatch(at address: DAVAddress, asked request: Request) async throws -> Response {
        guard let body = try await request.xml(), body.name == .dav("propertyupdate") else {
            throw HTTPError(.badRequest)
        }
        let resource = try await resource(at: address)
        let condition = try await condition(of: request, on: resource.address)
        try condition.check(against: resource.entityTag)
        let update = PropertyUpdate(body, of: target(of: resource), knowsZone: knowsZone)
        if update.refused.isEmpty {
            try await apply(update, to: resource, expecting: condition)
            // RFC 8144, 2.2: whoever wants little hears of failures only.
            if request.wantsMinimal { return .minimal }
        }
        var status = Multistatus(.these([]))
        status.add(resource.address.path, outcomeOf: update)
        return status.response()
    }

    /// Whether the server has a time zone of this name.
    func knowsZone(_ name: String) -> Bool { server.zones.octets(of: name) != nil }

    private func target(of resource: DAVResource) -> PropertyUpdate.Target {
        switch resource.kind {
        case .root, .principals, .homes, .delegates, .object, .tag, .inbox, .outbox, .message:
            .fixed
        case .principal(let person): person.id == account.id ? .ownPlace : .fixed
        case .home: .ownPlace
        case .calendar(let calendar):
            calendar.record.relation == .own ? .ownCalendar : .othersCalendar
        }
    }

    private func apply(
        _ update: PropertyUpdate,
        to resource: DAVResource,
        expecting condition: WriteCondition
    ) async throws {
        do {
            switch resource.kind {
            case .calendar(let calendar):
                try await server.store.calendars.edit(
                    update.stored,
                    of: calendar.record.id,
                    seenBy: account.id,
                    expecting: condition,
                    update.edit
                )
            case .home:
                try await server.store.properties.edit(
                    update.stored,
                    on: PropertyHolder.home,
                    of: account.id
                )
            default:
                try await server.store.properties.edit(
                    update.stored,
                    on: PropertyHolder.principal,
                    of: account.id
                )
            }
        } catch {
            throw DAVPrecondition(refusing: error, at: resource.address) ?? error
        }
    }
}
