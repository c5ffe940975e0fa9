import HTTPTypes
import Hummingbird
import ServerBase
import Store
import WebDAV

extension DAVMethods {
    /// MKCALENDAR (RFC 4791, 5.3.1), or an extended MKCOL for a calendar (RFC 5689, 3).
    func makeCalendar(at address: DAVAddress, asked request: Request) async throws -> Response {
        let body = try await request.xml()
        guard case .calendar(let owner, let name) = address else {
            throw DAVPrecondition(.calDAV("calendar-collection-location-ok"))
        }
        guard isOwn(owner) else {
            throw DAVPrecondition.needPrivileges(.dav("bind"), at: .home(owner: owner))
        }
        try DAVAddress.requirePrintable(name)
        let isPlainCollection = request.method.rawValue == "MKCOL"
        if let body, body.name != (isPlainCollection ? .dav("mkcol") : .calDAV("mkcalendar")) {
            throw HTTPError(.badRequest, message: "The body isn't that of the method.")
        }
        if isPlainCollection { try Self.requireCalendarType(body) }
        guard try await isFree(name) else {
            throw DAVPrecondition(.dav("resource-must-be-null"), status: .methodNotAllowed)
        }
        let update = PropertyUpdate(body, of: .newCalendar, knowsZone: knowsZone)
        guard update.refused.isEmpty else {
            var xml = XMLWriter()
            let root: XMLName =
                isPlainCollection ? .dav("mkcol-response") : .calDAV("mkcalendar-response")
            xml.element(root) { Multistatus.write(update, to: &$0) }
            return .xml(xml, status: isPlainCollection ? .failedDependency : .forbidden)
        }
        try await create(update, named: name, at: address)
        return Response(status: .created, headers: [.cacheControl: "no-cache"])
    }

    private static func requireCalendarType(_ body: XMLElement?) throws(DAVPrecondition) {
        let types =
            body?.all(.dav("set")).flatMap { $0.all(.dav("prop")) }
            .flatMap { $0.all(.dav("resourcetype")) }.flatMap(\.children).map(\.name) ?? []
        guard types.contains(.calDAV("calendar")) else {
            throw DAVPrecondition(.dav("valid-resourcetype"))
        }
    }

    /// Whether nothing is at a name of the home yet.
    private func isFree(_ name: String) async throws -> Bool {
        do {
            _ = try await record(named: name)
            return false
        } catch StoreError.notFound {
            return true
        }
    }

    private func create(
        _ update: PropertyUpdate,
        named name: String,
        at address: DAVAddress
    ) async throws {
        let parsed = try server.clockAndRandom.newCalendar(
            name: update.edit.name ?? name,
            color: update.edit.color ?? "blue"
        )
        let new = NewCalendar(
            id: parsed.id,
            name: parsed.name,
            color: parsed.color,
            components: CalendarComponents.ordered(update.components ?? CalendarComponents.all),
            pathName: name
        )
        do {
            _ = try await server.store.calendars.create(
                new,
                of: account.id,
                properties: update.stored,
                through: way
            )
        } catch StoreError.nameTaken {
            throw DAVPrecondition(.dav("resource-must-be-null"), status: .methodNotAllowed)
        } catch {
            throw DAVPrecondition(refusing: error, at: address) ?? error
        }
    }
}
